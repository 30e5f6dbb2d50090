// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/structured.hpp"

#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"
#include "worker/readers/tree_facts.hpp"
#include "worker/readers/tree_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {
namespace {

// Facts from the whole file, text up to a limit, and a sign of life.
class Both : public TreeEvents {
public:
  Both(domain::DocumentSink& sink, const domain::CurveFamilies& curves)
      : m_sink(sink), m_text(sink), m_facts(curves) {}

  base::Result<void> open(std::string_view name,
                          const TreeAttributes& attributes,
                          uint64_t line) override {
    TRY(m_facts.open(name, attributes, line));
    return goes_on(line) ? m_text.open(name, attributes, line) : tick();
  }
  base::Result<void> value(std::string_view name, std::string_view text,
                           const TreeAttributes& attributes,
                           uint64_t line) override {
    TRY(m_facts.value(name, text, attributes, line));
    TRY(tick());
    return goes_on(line) ? m_text.value(name, text, attributes, line)
                         : base::Result<void>();
  }
  base::Result<void> close() override {
    TRY(m_facts.close());
    return m_cut_line == 0 ? m_text.close() : base::Result<void>();
  }

  std::string title() const { return m_facts.title(); }

  base::Result<void> finish(const std::string& space) {
    TRY(m_text.finish());
    Findings found = m_facts.found(space);
    found.count("element_count", m_text.things());
    if (m_text.numbers_left_out() > 0) {
      found.count("numbers_left_out", m_text.numbers_left_out());
    }
    if (m_cut_line > 0) {
      found.refuse("text", "",
                   "text behind this line is left out: more than " +
                       std::to_string(k_most_text >> 20) + " MiB in one file",
                   at_line(m_cut_line));
    }
    return found.put(m_sink);
  }

private:
  bool goes_on(uint64_t line) {
    if (m_cut_line == 0 && m_text.bytes() >= k_most_text) {
      m_cut_line = line;
    }
    return m_cut_line == 0;
  }
  base::Result<void> tick() {
    return ++m_seen % 4096 == 0 ? m_sink.progress() : base::Result<void>();
  }

  domain::DocumentSink& m_sink;
  TreeText m_text;
  TreeFacts m_facts;
  uint64_t m_cut_line = 0;
  uint64_t m_seen = 0;
};

base::Result<void> put_bad_lines(const TreeDamage& damage,
                                 domain::DocumentSink& sink) {
  for (const auto& bad : damage.bad_lines) {
    TRY(sink.reject({at_line(bad.line), "structure", "",
                     "this line is not JSON and was left out behind its "
                     "damage: " +
                         bad.reason}));
  }
  if (damage.bad_line_count > damage.bad_lines.size()) {
    TRY(sink.reject({{},
                     "structure",
                     std::to_string(damage.bad_line_count),
                     "as many lines are not JSON; the first " +
                         std::to_string(k_most_bad_lines) + " are listed"}));
  }
  return {};
}

// What stands behind the damage, as lines.
base::Result<void> put_rest(const Input& input, const TreeDamage& damage,
                            domain::DocumentSink& sink) {
  domain::Reject reject;
  reject.locator.line = damage.line;
  reject.field = "structure";
  reject.reason = damage.reason + "; from line " + std::to_string(damage.from) +
                  " on it is read as text";
  TRY(sink.reject(std::move(reject)));
  TRY_ASSIGN(LineSource source, LineSource::open(input.path));
  PassagePacker packer(sink);
  Line line;
  while (packer.bytes() < k_most_text) {
    TRY_ASSIGN(const bool more, source.next(line));
    if (!more) {
      break;
    }
    if (line.number % 1024 == 0) {
      TRY(sink.progress());
    }
    if (line.number < damage.from || line.binary) {
      continue;
    }
    domain::Locator where;
    where.line = line.number;
    TRY(packer.line(clean_utf8(line.text), std::move(where)));
  }
  return packer.flush();
}

// The format must be known before the first event: by the namespace, which
// stands near the start.
std::string named_format(const Input& input) {
  const std::string format = tree_format(input);
  if (format != "xml") {
    return format;
  }
  const std::string_view head = input.text();
  const auto root = head.find("xmlns");
  const auto near = root == std::string_view::npos
                        ? std::string_view()
                        : head.substr(root, size_t{4} << 10);
  for (const char* space :
       {"witsml.org/schemas", "energyml/data/witsml", "prodml.org/schemas",
        "energyml/data/prodml", "resqml.org/resqml", "resqml.org/schemas",
        "energyml/data/resqml"}) {
    if (near.find(space) != std::string::npos) {
      return energistics_format(space);
    }
  }
  return format;
}

// What is larger has no title: its passages cannot wait.
constexpr uint64_t k_largest_titled = uint64_t{16} << 20;

// Passages wait until the document begins: its title is only known behind
// them.
class HeldBack : public domain::DocumentSink {
public:
  explicit HeldBack(domain::DocumentSink& sink) : m_sink(sink) {}

  bool begun() const { return m_begun; }
  base::Result<void> begin(domain::DocumentHead head) override {
    m_begun = true;
    TRY(m_sink.begin(std::move(head)));
    for (domain::Passage& passage : m_passages) {
      TRY(m_sink.passage(std::move(passage)));
    }
    m_passages.clear();
    return {};
  }
  base::Result<void> passage(domain::Passage passage) override {
    if (m_begun) {
      return m_sink.passage(std::move(passage));
    }
    m_passages.push_back(std::move(passage));
    return {};
  }
  base::Result<void> fact(domain::Fact fact) override {
    return m_sink.fact(std::move(fact));
  }
  base::Result<void> key(domain::Key key) override {
    return m_sink.key(std::move(key));
  }
  base::Result<void> reject(domain::Reject reject) override {
    return m_sink.reject(std::move(reject));
  }
  base::Result<void> end() override { return m_sink.end(); }
  base::Result<void> progress() override { return m_sink.progress(); }

private:
  domain::DocumentSink& m_sink;
  std::vector<domain::Passage> m_passages;
  bool m_begun = false;
};

class StructuredReader final : public Reader {
public:
  std::string_view name() const override { return "structured"; }
  uint32_t version() const override { return 3; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size > k_largest_tree ||
        tree_format(input).empty()) {
      return {};
    }
    return {Match::extension, named_format(input)};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"xml", "XML", "`.xml` and others",
         "It begins with `<?xml`, or is called `.xml` and begins with `<`; "
         "formats in XML that have a reader of their own go to it.",
         "Root element, namespace; of the one thing that the file is about "
         "what its elements are called: well, operator, field, county, state, "
         "country, dates, position; well numbers as keys.",
         "Each element with its values is a record (`name: value; ...`) under "
         "the path that leads to it, `logs > log[2] > logCurveInfo[3]`, and "
         "its line.",
         "Rows and long lists of numbers, counted (`numbers_left_out`); "
         "entities of its own are not replaced; from damage on it is read as "
         "text."},
        {"json", "JSON and JSON Lines", "`.json`, `.ndjson`, `.jsonl`",
         "By its name, if it begins with `{` or `[`; whatever its name, if a "
         "member with its name comes first (`{\"well\": …`). GeoJSON goes to "
         "the reader of maps.",
         "As XML, by the names of its members.",
         "As XML; what an array holds bears the array's name.",
         "As XML; of a bad line of JSON Lines what follows the damage, with a "
         "reject that gives the line. Files of more than 256 MiB are read as "
         "text."},
        {"witsml", "WITSML 1.3 to 2.1", "`.xml`",
         "XML in a namespace of WITSML.",
         "Kind and number of objects, version; well and wellbore, API and "
         "government number, operator, field, place, dates; index range as "
         "`depth_start_m`; curves with unit, description and family; number "
         "of stations.",
         "As XML.", "Data rows of logs, which are numbers."},
        {"prodml", "PRODML", "`.xml`", "XML in a namespace of PRODML.",
         "As WITSML.", "As XML.", "Long lists of numbers."},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    domain::DocumentHead head;
    head.format = named_format(input);
    const bool json = head.format == "json";
    HeldBack held(sink);
    if (input.size > k_largest_titled) {
      TRY(held.begin(head));
    }
    Both both(held, input.curves);
    std::string space;
    TRY_ASSIGN(const TreeDamage damage,
               json ? parse_json(input.path, both)
                    : parse_xml(input.path, both, space));
    if (!held.begun()) {
      head.title = both.title();
      TRY(held.begin(std::move(head)));
    }
    TRY(both.finish(space));
    TRY(put_bad_lines(damage, sink));
    if (damage.line > 0) {
      TRY(put_rest(input, damage, sink));
    }
    return sink.end();
  }
};

} // namespace

// A member with its name at once: `{"name": …` or `[{"name": …`. Prose, lists
// and drawings of other programs in braces do not begin so.
static bool looks_like_json(std::string_view start) {
  static constexpr std::string_view blanks = " \t\r\n";
  const auto pass_over = [&](size_t n) {
    start.remove_prefix(n);
    start.remove_prefix(
        std::min(start.find_first_not_of(blanks), start.size()));
  };
  if (start.starts_with("[")) {
    pass_over(1);
  }
  if (!start.starts_with("{")) {
    return false;
  }
  pass_over(1);
  if (!start.starts_with("\"")) {
    return false;
  }
  const auto end = start.find_first_of("\"\\\n", 1);
  if (end == std::string_view::npos || start[end] != '"') {
    return false;
  }
  pass_over(end + 1);
  return start.starts_with(":");
}

std::string tree_format(const Input& input) {
  const auto text = decode_head(input.head.substr(0, 8192));
  const auto start = trim(text);
  const auto extension = input.extension();
  if (start.starts_with("<?xml") ||
      (extension == "xml" && start.starts_with("<"))) {
    return "xml";
  }
  const bool named = extension == "json" || extension == "ndjson" ||
                     extension == "jsonl" || extension == "geojson";
  const bool begun = start.starts_with("{") || start.starts_with("[");
  return (named && begun) || looks_like_json(start) ? "json" : "";
}

std::unique_ptr<Reader> make_structured_reader() {
  return std::make_unique<StructuredReader>();
}

} // namespace readers
