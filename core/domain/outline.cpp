// SPDX-License-Identifier: Apache-2.0
#include "core/domain/outline.hpp"

#include "core/domain/outline_label.hpp"
#include "core/domain/outline_runs.hpp"
#include "core/domain/shadow.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace domain {
namespace {

constexpr int k_widest_gap = 4;   // numbers that may be missing at once
constexpr size_t k_open_runs = 8; // a list inside a list inside a clause …
constexpr size_t k_deepest_item = 4;
// An item so many bytes behind the one before belongs to something else.
constexpr size_t k_far = 8000;

using Place = std::tuple<std::string, std::string, bool>; // of a run

class Outliner {
public:
  Outliner(std::span<const OutlineLine> lines, bool contract)
      : m_lines(lines), m_contract(contract) {}

  std::vector<OutlineEntry> read() {
    find_section_habit();
    for (size_t i = 0; i < m_lines.size(); ++i) {
      take(i);
    }
    return settle();
  }

private:
  // Sections that run on through the articles (Article II begins with Section
  // 5) are the clauses; those that begin anew lie below their article.
  void find_section_habit() {
    int articles = 0;
    int last = 0;
    bool anew = false;
    bool on = false;
    for (const OutlineLine& line : m_lines) {
      const auto label = label_of(line.text, line.heading);
      if (!label || contents_line(line.text)) {
        continue;
      }
      if (label->kind == LabelKind::article) {
        ++articles;
      } else if (label->kind == LabelKind::section) {
        const int number = label->levels.front().number;
        anew = anew || (articles > 1 && number == 1);
        on = on || (articles > 1 && number == last + 1 && number > 1);
        last = number;
      }
    }
    m_articles = articles > 0;
    m_sections_run_on = m_articles && on && !anew;
  }

  void take(size_t at) {
    const OutlineLine& line = m_lines[at];
    auto label = label_of(line.text, line.heading);
    const bool listed = in_contents(line, label);
    const bool contents = listed || contents_line(line.text);
    if (label && !contents) {
      place(at, *label);
    }
    count_text(at);
  }

  // The block behind a line "Contents", up to the first text or the first
  // label that comes again.
  bool in_contents(const OutlineLine& line, const std::optional<Label>& label) {
    std::string word;
    for (const char c : line.text) {
      if (ascii_letter(c)) {
        word.push_back(static_cast<char>(c | 0x20));
      }
    }
    if (word == "contents" || word == "tableofcontents") {
      m_contents = true;
      m_listed.clear();
      m_unlabelled = 0;
      return true;
    }
    if (!m_contents ||
        line.text.find_first_not_of(" \t\r") == std::string_view::npos) {
      return m_contents;
    }
    const bool again = label && label->kind != LabelKind::item &&
                       !m_listed.insert(name_of(*label)).second;
    m_unlabelled = label ? 0 : m_unlabelled + 1;
    m_contents = !again && line.text.size() <= 120 && m_unlabelled <= 4;
    return m_contents;
  }

  static std::string name_of(const Label& label) {
    std::string name = label.word + label.label;
    for (const Level& level : label.levels) {
      name += "." + level.text();
    }
    return name;
  }

  void count_text(size_t at) {
    if (!m_open.empty()) {
      m_runs[m_open.back()].text += m_lines[at].text.size();
      m_runs[m_open.back()].since += m_lines[at].text.size();
    }
  }

  void place(size_t at, Label& label) {
    switch (label.kind) {
    case LabelKind::division:
      begin_division(at, label);
      break;
    case LabelKind::item:
      place_item(at, label);
      break;
    case LabelKind::article:
      if (!m_sections_run_on) {
        place_number(at, label);
      }
      break;
    case LabelKind::section:
      below_article(label);
      place_number(at, label);
      break;
    case LabelKind::number:
      place_number(at, label);
      break;
    }
  }

  void below_article(Label& label) const {
    if (!m_articles || m_sections_run_on || m_open.empty()) {
      return;
    }
    const auto& placed = m_runs[m_open.back()].placed;
    if (!placed.empty()) {
      label.levels.insert(label.levels.begin(), placed.back().levels.front());
    }
  }

  void begin_division(size_t at, const Label& label) {
    m_kind = label.word;
    m_label = label.label;
    m_open.clear();
    m_items.clear();
    m_divisions.push_back({at, label});
  }

  // The line before is full and goes on in this one: "… in Section / 5.2 of".
  bool wrapped(size_t at) const {
    if (at == 0) {
      return false;
    }
    auto before = m_lines[at - 1].text;
    while (!before.empty() && (before.back() == ' ' || before.back() == '\r')) {
      before.remove_suffix(1);
    }
    const bool ends = before.size() < 50 || before.ends_with(" and") ||
                      before.ends_with(" or") ||
                      std::string_view(".;:,-").find(before.back()) !=
                          std::string_view::npos ||
                      (before.back() & 0x80) != 0;
    return !ends && !m_lines[at - 1].heading &&
           !label_of(before, m_lines[at - 1].heading);
  }

  void place_number(size_t at, Label& label) {
    const auto text = m_lines[at].text.substr(label.rest);
    const bool small = !text.empty() && text[0] >= 'a' && text[0] <= 'z';
    if (!label.firm && small && wrapped(at)) {
      return;
    }
    if (label.levels.size() > 1 && label.levels[0].number == 0 &&
        m_label == std::string(1, label.levels[0].letter)) {
      label.levels.erase(label.levels.begin()); // A.1 in Appendix A
    }
    Placed placed;
    placed.line = at;
    placed.rest = label.rest;
    placed.levels = label.levels;
    placed.titled = m_lines[at].heading;
    placed.worded = placed.titled || label.kind != LabelKind::number;
    if (continue_run(placed, label, 1, false)) {
      return;
    }
    if (begins_run(label.levels) ||
        (placed.titled && !continues_any(label.levels))) {
      begin_run(placed);
      return;
    }
    if (!continue_run(placed, label, 1, true)) {
      continue_run(placed, label, k_widest_gap, true);
    }
  }

  // The innermost run that the number goes on with. `loose`: also 2.1 behind
  // a 1 that had nothing below it, which a list inside a clause would take
  // from the clauses.
  bool continue_run(const Placed& placed, const Label& label, int widest,
                    bool loose) {
    for (size_t i = m_open.size(); i-- > 0;) {
      Run& run = m_runs[m_open[i]];
      const Levels& last = last_of(run);
      const int far = placed.titled ? step_of_heading(last, label.levels)
                                    : step(last, label.levels);
      const bool leap =
          last.size() < label.levels.size() && last[0] != label.levels[0];
      // A bare number has to be exactly the next.
      const bool near = far == 1 || (far <= widest && label.strong);
      if (far > 0 && near && (loose || !leap)) {
        run.gaps += far > 1 ? 1 : 0;
        m_open.resize(i + 1);
        run.placed.push_back(placed);
        run.since = 0;
        m_items.clear();
        return true;
      }
    }
    return false;
  }

  bool continues_any(const Levels& levels) const {
    return std::any_of(m_open.begin(), m_open.end(), [&](size_t run) {
      const int far = step_of_heading(last_of(m_runs[run]), levels);
      return far > 0 && far <= k_widest_gap;
    });
  }

  static bool begins_run(const Levels& levels) {
    return is_first(levels.front()) && levels.size() <= 2 &&
           (levels.size() == 1 || is_first(levels[1]));
  }

  void begin_run(const Placed& placed) {
    if (m_open.size() == k_open_runs) {
      m_open.erase(m_open.begin());
    }
    Run run;
    run.kind = m_kind;
    run.label = m_label;
    run.lettered = placed.levels.front().number == 0;
    run.placed.push_back(placed);
    m_open.push_back(m_runs.size());
    m_runs.push_back(std::move(run));
    m_items.clear();
  }

  static const Levels& last_of(const Run& run) {
    return run.placed.back().levels;
  }

  // ---- (a), (i) ------------------------------------------------------------

  void place_item(size_t at, const Label& label) {
    if (m_open.empty() || wrapped(at)) {
      return;
    }
    Run& run = m_runs[m_open.back()];
    if (run.since > k_far) {
      return;
    }
    if (label.word == "ii" && as_roman_below(run, label)) {
      put_item(run, at, label, Counting::roman);
      return;
    }
    for (size_t i = m_items.size(); i-- > 0;) {
      if (follows(m_items[i], label)) {
        const Counting counting = m_items[i].counting;
        m_items.resize(i);
        put_item(run, at, label, counting);
        return;
      }
    }
    const auto counting = begins_items(label);
    if (!counting) {
      return;
    }
    // A list that begins anew stands beside the one before, not below it.
    const auto same =
        std::find_if(m_items.begin(), m_items.end(), [&](const Item& item) {
          return item.style == label.style && item.counting == *counting;
        });
    m_items.erase(same, m_items.end());
    if (m_items.size() < k_deepest_item) {
      put_item(run, at, label, *counting);
    }
  }

  // "(h) … (i) … (ii)": the (i) was no letter behind (h), but the first below
  // it. True if m_items now ends in that (i), taken off again.
  bool as_roman_below(Run& run, const Label& label) {
    if (m_items.empty() || m_items.back().word != "i" ||
        m_items.back().counting != Counting::letters ||
        m_items.back().style != label.style || !m_before_i) {
      return false;
    }
    Placed& one = run.placed[m_items.back().placed];
    one.items.insert(one.items.end() - 1, m_before_i->word);
    m_items.back() = *m_before_i;
    m_before_i.reset();
    return true;
  }

  void put_item(Run& run, size_t at, const Label& label, Counting counting) {
    Placed placed;
    placed.line = at;
    placed.rest = label.rest;
    placed.levels = last_of(run); // of the number that the items belong to
    for (const Item& item : m_items) {
      placed.items.push_back(item.word);
    }
    placed.items.push_back(label.word);
    const auto& before = run.placed.back().items;
    m_before_i.reset();
    if (counting == Counting::letters && label.word == "i" && !before.empty() &&
        before.back() == "h") {
      m_before_i = Item{"h", label.style, counting, run.placed.size() - 1};
    }
    m_items.push_back({label.word, label.style, counting, run.placed.size()});
    run.placed.push_back(std::move(placed));
    run.since = 0;
  }

  // ---- which runs count ----------------------------------------------------

  // Of the runs of each division the one with the most text.
  std::map<Place, const Run*> best_runs() const {
    const RunRules rules(m_lines, m_contract);
    std::map<Place, const Run*> good;
    std::map<Place, const Run*> fair;
    const auto offer = [](std::map<Place, const Run*>& best, const Run& run) {
      const Run*& one = best[{run.kind, run.label, run.lettered}];
      one = one == nullptr || run.text > one->text ? &run : one;
    };
    for (const Run& run : m_runs) {
      const bool is_good = rules.good(run);
      if (is_good) {
        offer(good, run);
      }
      if (is_good || rules.fair(run)) {
        offer(fair, run);
      }
    }
    if (!good.contains({"", "", false})) {
      return good;
    }
    // The document has shown its habit: of its schedules less is asked.
    std::erase_if(
        fair, [](const auto& one) { return std::get<0>(one.first).empty(); });
    for (const auto& [place, run] : good) {
      if (std::get<0>(place).empty()) {
        fair.emplace(place, run);
      }
    }
    return fair;
  }

  std::vector<OutlineEntry> settle() {
    std::vector<OutlineEntry> out;
    const auto best = best_runs();
    const bool structured = best.contains({"", "", false});
    for (const auto& [place, run] : best) {
      if (!std::get<0>(place).empty() || structured) {
        put(*run, out);
      }
    }
    put_divisions(best, structured, out);
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return a.line < b.line;
    });
    std::set<std::string> seen;
    std::erase_if(out, [&](const OutlineEntry& entry) {
      return !seen.insert(entry.path.canonical()).second;
    });
    return out;
  }

  // The first heading of each division that has clauses or stands in a
  // document with some.
  void put_divisions(const std::map<Place, const Run*>& best, bool structured,
                     std::vector<OutlineEntry>& out) const {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& [line, label] : m_divisions) {
      const bool wanted =
          structured || best.contains({label.word, label.label, false});
      if (wanted && seen.emplace(label.word, label.label).second) {
        out.push_back({line, ClausePath(label.word, label.label, {}),
                       heading_at(line, label.rest), false});
      }
    }
  }

  std::string heading_at(size_t line, size_t rest) const {
    std::string heading = heading_of(m_lines[line].text.substr(rest));
    const bool alone = m_lines[line].text.size() <= rest;
    for (size_t i = line + 1; alone && i < m_lines.size() && i < line + 4;
         ++i) {
      if (m_lines[i].text.find_first_not_of(" \t\r") != std::string::npos) {
        return label_of(m_lines[i].text, m_lines[i].heading)
                   ? ""
                   : heading_of(m_lines[i].text);
      }
    }
    return heading;
  }

  void put(const Run& run, std::vector<OutlineEntry>& out) const {
    for (const Placed& one : run.placed) {
      std::vector<std::string> parts;
      for (const Level& level : one.levels) {
        parts.push_back(level.text());
      }
      parts.insert(parts.end(), one.items.begin(), one.items.end());
      if (parts.size() <= ClausePath::k_max_parts) {
        out.push_back({one.line,
                       ClausePath(run.kind, run.label, std::move(parts)),
                       heading_at(one.line, one.rest), !one.items.empty()});
      }
    }
  }

  std::span<const OutlineLine> m_lines;
  bool m_contract;
  bool m_articles = false;
  bool m_sections_run_on = false;
  bool m_contents = false;
  std::set<std::string> m_listed;
  int m_unlabelled = 0; // lines of the contents without a label, in a row
  std::string m_kind, m_label; // of the division that is being read
  std::vector<std::pair<size_t, Label>> m_divisions;
  std::vector<Run> m_runs;
  std::vector<size_t> m_open; // indexes of runs that may go on; the inner last
  std::vector<Item> m_items;  // of the inner run's last number
  std::optional<Item> m_before_i;
};

} // namespace

std::vector<OutlineEntry> outline(std::span<const OutlineLine> lines,
                                  bool contract) {
  return Outliner(lines, contract).read();
}

bool starts_numbered(std::string_view line) {
  const auto label = label_of(line, false);
  return label && label->strong;
}

} // namespace domain
