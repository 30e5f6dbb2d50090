// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_reader.hpp"

#include "worker/readers/las_facts.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace las;

constexpr size_t k_most_items = 20000;
constexpr size_t k_most_text = 1 << 20; // of comments, ~Other, tables
constexpr size_t k_most_rejects = 100;
constexpr size_t k_most_sections = 1000;
constexpr size_t k_most_logs = 50; // of one file

// Reads line by line: header first, then data; LAS 3.0 mixes them.
class LasPass {
public:
  LasPass(domain::DocumentSink& sink, LineSource source)
      : m_sink(sink), m_source(std::move(source)) {}

  base::Result<Log> run() {
    Line line;
    for (uint64_t seen = 1;; ++seen) {
      TRY_ASSIGN(const bool more, m_source.next(line));
      if (!more) {
        break;
      }
      if (seen % 4096 == 0) {
        TRY(m_sink.progress());
      }
      take(line);
    }
    if (!m_data) {
      begin_data();
    }
    m_data->finish();
    for (auto& more : m_more) {
      if (more.data) {
        more.data->finish();
      }
    }
    return Log{std::move(m_header),
               std::move(*m_data),
               m_has_data,
               m_source.encoding(),
               m_source.newline(),
               m_source.doubt(),
               {},
               std::move(m_more)};
  }

private:
  void take(const Line& line) {
    const auto text = trimmed(line.text);
    if (line.binary) {
      refuse(line, "bytes that are no text");
      return;
    }
    if (text.empty()) {
      return;
    }
    if (const auto section = section_of(text)) {
      begin_section(*section, text);
    } else if (text.front() == '#') {
      if (!m_section) {
        keep(m_header.comments, line.number, trimmed(text.substr(1)));
      }
    } else if (m_section == SectionKind::data && m_current) {
      take_more_data(text, line.number);
    } else if (m_section == SectionKind::data) {
      m_data->add(text, line.number);
    } else {
      take_header(line, text);
    }
  }

  void begin_section(SectionKind section, std::string_view text) {
    m_section = section;
    if (m_header.sections.size() < k_most_sections) {
      m_header.sections.push_back(clip(text, 200));
    }
    if (section == SectionKind::custom &&
        m_header.custom.size() < k_most_sections) {
      m_header.custom.push_back({clip(trimmed(text.substr(1)), 200), {}});
    }
    choose_log(section, text);
    if (section == SectionKind::data && !m_current) {
      m_has_data = true;
      if (!m_data) {
        begin_data();
      }
    }
  }

  // ~Log_Definition[2], ~Log_Data[2]: a log of its own.
  void choose_log(SectionKind section, std::string_view text) {
    m_current.reset();
    const auto name = section_name(text);
    const bool of_log =
        section == SectionKind::curve || section == SectionKind::data;
    if (!of_log || name.number < 2 || m_header.version_number() < 3) {
      return;
    }
    for (size_t i = 0; i < m_more.size(); ++i) {
      if (m_more[i].number == name.number) {
        m_current = i;
      }
    }
    if (!m_current && m_more.size() < k_most_logs) {
      m_current = m_more.size();
      m_more.push_back({name.number, {}, {}, 0});
    }
  }

  void take_more_data(std::string_view text, uint64_t number) {
    auto& more = m_more[*m_current];
    if (!more.data) {
      more.line = number;
      more.data.emplace(more.curves.size(), false, m_header.delimiter(),
                        m_header.null_value());
    }
    more.data->add(text, number);
  }

  void begin_data() {
    order_values(m_header);
    m_data.emplace(m_header.curves.size(), m_header.wrapped(),
                   m_header.delimiter(), m_header.null_value());
  }

  void take_header(const Line& line, std::string_view text) {
    if (!m_section) {
      refuse(line, "stands before the first section");
      return;
    }
    switch (*m_section) {
    case SectionKind::version:
      return take_item(line, text, m_header.version);
    case SectionKind::well:
      return take_item(line, text, m_header.well);
    case SectionKind::curve:
      return take_item(line, text,
                       m_current ? m_more[*m_current].curves : m_header.curves);
    case SectionKind::parameter:
      return take_item(line, text, m_header.parameters);
    case SectionKind::other:
      return keep(m_header.other, line.number, text);
    default:
      if (!m_header.custom.empty()) {
        keep(m_header.custom.back().lines, line.number, text);
      }
    }
  }

  void take_item(const Line& line, std::string_view text,
                 std::vector<Item>& items) {
    auto item = parse_item(text);
    if (!item || item->mnemonic.empty()) {
      refuse(line, "neither a mnemonic with a dot nor a comment");
      return;
    }
    if (items.size() >= k_most_items) {
      m_header.cut = true;
      return;
    }
    if (item->dotless) {
      refuse(line, "no dot behind the mnemonic; the first word is taken");
    }
    item->line = line.number;
    if (m_header.version_number() >= 3) {
      split_association(*item);
    }
    items.push_back(std::move(*item));
  }

  void keep(std::vector<NumberedLine>& lines, uint64_t number,
            std::string_view text) {
    if (m_kept + text.size() > k_most_text) {
      m_header.cut = true;
    } else if (!text.empty()) {
      m_kept += text.size();
      lines.push_back({number, std::string(text)});
    }
  }

  void refuse(const Line& line, std::string reason) {
    if (m_header.rejects.size() < k_most_rejects) {
      domain::Reject reject;
      reject.locator.line = line.number;
      reject.locator.byte = line.offset;
      reject.field = "line";
      reject.raw = line.text.substr(0, 200);
      reject.reason = std::move(reason);
      m_header.rejects.push_back(std::move(reject));
    }
  }

  domain::DocumentSink& m_sink;
  LineSource m_source;
  Header m_header;
  std::optional<SectionKind> m_section;
  std::optional<Data> m_data;
  std::vector<MoreLog> m_more;
  std::optional<size_t> m_current; // of m_more, if its section is being read
  bool m_has_data = false;
  size_t m_kept = 0;
};

// "~V", "~Version Information", with which every LAS file should begin.
bool is_version_line(std::string_view line) {
  const auto name = upper_of(line.substr(0, 4));
  return name == "~VER" || name == "~V" || name.starts_with("~V ");
}

// What the lines of the file's start are.
struct Look {
  size_t sections = 0;
  bool version_first = false;
  bool only_comments = true;
};

Look look_at(std::string_view text) {
  Look found;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n");
    const auto line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    const auto section = section_of(line);
    if (found.only_comments) {
      found.version_first = is_version_line(line);
    }
    found.only_comments = false;
    found.sections += section && *section != SectionKind::custom;
  }
  return found;
}

class LasReader : public Reader {
public:
  std::string_view name() const override { return "las"; }
  uint32_t version() const override { return 6; }

  std::vector<FormatNote> notes() const override {
    return {{"las", "LAS well log 1.2, 2.0 and 3.0 (CWLS)", "`.las`",
             "A first line `~V`, or with the file name two standard sections. "
             "A LiDAR point cloud, which has the same name, begins `LASF` and "
             "is refused.",
             "Well, company, field, place, dates, elevations, index range in "
             "metres, curves with units, families, ranges and null fractions. "
             "Of LAS 3.0 further logs, array channels, formation tops and "
             "deviation surveys (stations, depths, steepest angle). API "
             "numbers, UWIs and names are keys. Where header and rows differ, "
             "a reject says so.",
             "A summary, the header's sections, comments and remarks. Of LAS "
             "3.0 the rows of tops, cores, surveys, tests and perforations as "
             "records under the names that their definition gives.",
             "Samples (described by counts and ranges only); of tables what "
             "is beyond 1 MiB."}};
  }

  Detection detect(const Input& input) const override {
    // A LiDAR point cloud bears the same extension.
    if (input.is_directory || input.size == 0 ||
        input.head.starts_with("LASF")) {
      return {};
    }
    const auto look = look_at(decode_head(input.head));
    if (look.version_first) {
      return {Match::magic, "las"};
    }
    // Prose about the format and scanned text have lines with '~' too.
    if (input.extension() != "las") {
      return {};
    }
    if (look.sections >= 2) {
      return {Match::content, "las"};
    }
    return look.sections > 0 || look.only_comments
               ? Detection{Match::extension, "las"}
               : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(LineSource source, LineSource::open(input.path));
    TRY_ASSIGN(Log log, LasPass(sink, std::move(source)).run());
    log.curves = input.curves;
    if (log.header.sections.empty()) {
      return base::fail(base::Errc::corrupt,
                        "no line begins with '~': none of the sections of a "
                        "LAS file is there");
    }
    const Findings findings = describe(log);
    TRY(sink.begin({"las", title_of(findings), {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_las_reader() {
  return std::make_unique<LasReader>();
}

} // namespace readers
