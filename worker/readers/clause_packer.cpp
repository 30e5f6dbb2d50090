// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/clause_packer.hpp"

#include "core/domain/chunk.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_title = 100;
constexpr size_t k_longest_lead = 120;
// The last clause ends with the text, but a file may hold other papers behind
// it: not more than this, or so many times the longest clause before.
constexpr size_t k_longest_last = 8000;
constexpr size_t k_times_longer = 4;
constexpr size_t k_longest_section = 400;
constexpr size_t k_longest_paragraph = 16 * 1024; // that is scanned at once

std::string title_of(const domain::OutlineEntry& entry) {
  return entry.path.display() +
         (entry.heading.empty()
              ? ""
              : " " + clip(squeeze(entry.heading), k_longest_title));
}

bool is_below(const std::string& canonical, const std::string& above) {
  return canonical.size() > above.size() && canonical.starts_with(above) &&
         canonical[above.size()] == '.';
}

} // namespace

ClausePacker::ClausePacker(domain::DocumentSink& sink, std::string_view title)
    : m_sink(sink), m_title(title), m_packer(sink) {}

base::Result<void> ClausePacker::line(std::string text, domain::Locator locator,
                                      size_t level) {
  return hold({Kind::line, std::move(text), std::move(locator),
               domain::PassageKind::prose, level});
}

base::Result<void> ClausePacker::pack_only() {
  m_through = true;
  return replay_all();
}

base::Result<void> ClausePacker::unit(std::string text, domain::Locator locator,
                                      domain::PassageKind kind) {
  return hold({Kind::unit, std::move(text), std::move(locator), kind, 0});
}

base::Result<void> ClausePacker::flush() {
  return hold({Kind::flush, {}, {}, domain::PassageKind::prose, 0});
}

base::Result<void> ClausePacker::heading(size_t level, std::string text,
                                         domain::Locator locator) {
  return hold({Kind::heading, std::move(text), std::move(locator),
               domain::PassageKind::prose, level});
}

base::Result<void> ClausePacker::hold(Event event) {
  m_bytes += event.text.size() + 1;
  if (m_through) {
    return replay(std::move(event));
  }
  m_events.push_back(std::move(event));
  if (m_bytes > k_most_held || m_events.size() > k_most_lines) {
    return pack_only();
  }
  return {};
}

base::Result<void> ClausePacker::replay(Event event) {
  switch (event.kind) {
  case Kind::line:
    return m_packer.line(std::move(event.text), std::move(event.locator));
  case Kind::unit:
    return m_packer.unit(std::move(event.text), std::move(event.locator),
                         event.passage);
  case Kind::flush:
    return m_packer.flush();
  case Kind::heading:
    break;
  }
  TRY(m_packer.flush());
  TRY(m_packer.line(std::move(event.text), event.locator));
  return m_packer.line("", std::move(event.locator));
}

base::Result<void> ClausePacker::replay_all() {
  for (Event& event : m_events) {
    TRY(replay(std::move(event)));
  }
  m_events.clear();
  return {};
}

domain::ContractScan ClausePacker::scanned() const {
  domain::ContractScan scan(m_title);
  std::string paragraph;
  domain::Locator where;
  const auto close = [&] {
    if (!paragraph.empty()) {
      scan.paragraph(std::exchange(paragraph, {}), where);
    }
  };
  for (const Event& event : m_events) {
    const bool goes_on = event.kind == Kind::line && !trim(event.text).empty();
    if (!goes_on || paragraph.size() > k_longest_paragraph) {
      close();
    }
    if (paragraph.empty()) {
      where = event.locator;
    }
    paragraph += (paragraph.empty() ? "" : "\n") + event.text;
    if (!goes_on) {
      close();
    }
  }
  close();
  return scan;
}

std::vector<ClausePacker::Line> ClausePacker::lines() const {
  std::vector<Line> out;
  for (const Event& event : m_events) {
    std::string_view rest = event.text;
    const bool whole =
        event.kind == Kind::unit && event.passage != domain::PassageKind::prose;
    do {
      const auto end = whole ? std::string_view::npos : rest.find('\n');
      out.push_back({&event, rest.substr(0, end)});
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    } while (!rest.empty());
  }
  return out;
}

base::Result<void> ClausePacker::finish() {
  if (m_through) {
    return m_packer.flush();
  }
  const domain::ContractScan scan = scanned();
  const std::vector<Line> all = lines();
  std::vector<domain::OutlineLine> seen;
  seen.reserve(all.size());
  for (const Line& line : all) {
    const bool prose = line.event->passage == domain::PassageKind::prose;
    seen.push_back(
        {prose ? line.text : std::string_view(), line.event->level > 0});
  }
  const auto entries = domain::outline(seen, scan.is_contract());
  if (entries.empty()) {
    TRY(replay_all());
    TRY(m_packer.flush());
  } else {
    TRY(put_clauses(all, entries));
    TRY(put_facts(entries));
  }
  for (domain::Fact& fact : scan.facts()) {
    TRY(m_sink.fact(std::move(fact)));
  }
  return {};
}

base::Result<void>
ClausePacker::put_facts(const std::vector<domain::OutlineEntry>& all) {
  size_t numbered = 0;
  std::string last;
  for (const domain::OutlineEntry& entry : all) {
    numbered += entry.item ? 0 : 1;
    if (entry.path.kind().empty() && entry.path.parts().size() == 1) {
      last = entry.path.display();
    }
  }
  TRY(put_number(m_sink, "clause_count", static_cast<double>(numbered)));
  return put_text(m_sink, "last_clause", last);
}

base::Result<void>
ClausePacker::put_clauses(const std::vector<Line>& lines,
                          const std::vector<domain::OutlineEntry>& all) {
  auto next = all.begin();
  size_t longest = 0; // bytes of a clause that another one ends
  size_t here = 0;    // bytes behind the last label
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i % 4096 == 0) {
      TRY(m_sink.progress());
    }
    if (next != all.end() && next->line == i) {
      longest = next == all.begin() ? 0 : std::max(longest, here);
      here = 0;
      TRY(enter(lines[i], *next));
      ++next;
    } else if (!m_section.empty() && ends_clauses(lines[i])) {
      TRY(leave());
    } else if (next == all.end() && !m_section.empty() &&
               here > std::max(k_longest_last, k_times_longer * longest)) {
      TRY(leave()); // other papers behind the numbered one
    }
    here += lines[i].text.size() + 1;
    TRY(put_line(lines[i]));
  }
  TRY(emit());
  return m_packer.flush();
}

// A heading without a number, as high as the clauses, or the signatures.
bool ClausePacker::ends_clauses(const Line& line) const {
  if (line.event->level > 0) {
    return m_level == 0 || line.event->level <= m_level;
  }
  std::string start = squeeze(line.text.substr(0, 60));
  std::transform(start.begin(), start.end(), start.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return start.starts_with("in witness whereof");
}

base::Result<void> ClausePacker::enter(const Line& line,
                                       const domain::OutlineEntry& entry) {
  domain::Key key{"clause", entry.path.display(), line.event->locator,
                  domain::KeyRole::subject};
  if (!entry.item) {
    const std::string canonical = entry.path.canonical();
    // A heading alone goes with the first clause below it.
    const bool with_first = !m_continued && !m_above.empty() &&
                            m_text.size() <= k_longest_lead &&
                            is_below(canonical, m_above.back().canonical);
    if (!with_first) {
      TRY(emit());
    }
    TRY(m_packer.flush());
    while (!m_above.empty() && !is_below(canonical, m_above.back().canonical)) {
      m_above.pop_back();
    }
    m_level = m_above.empty() ? line.event->level : m_level;
    m_above.push_back({canonical, title_of(entry)});
    m_section.clear();
    for (const Above& above : m_above) {
      m_section += (m_section.empty() ? "" : " > ") + above.title;
    }
    // Of a path too deep to be shown the end tells more.
    m_section =
        m_section.size() > k_longest_section ? m_above.back().title : m_section;
    m_carried = m_above.back().title + " (continued)";
    m_continued = false;
    m_where.section = m_section;
  }
  key.locator.section = m_section;
  return m_sink.key(std::move(key));
}

base::Result<void> ClausePacker::leave() {
  TRY(emit());
  m_above.clear();
  m_section.clear();
  return {};
}

base::Result<void> ClausePacker::put_line(const Line& line) {
  if (m_section.empty()) {
    return put_outside(line);
  }
  domain::Locator where = line.event->locator;
  where.section = m_section;
  const bool record = line.event->kind == Kind::unit &&
                      line.event->passage != domain::PassageKind::prose;
  if (record) {
    TRY(emit());
    return m_packer.unit(std::string(line.text), where, line.event->passage);
  }
  if (line.event->kind == Kind::flush) {
    return {};
  }
  TRY(m_packer.flush());
  return trim(line.text).empty() ? add("", where)
                                 : add_long(trim(line.text), where);
}

base::Result<void> ClausePacker::put_outside(const Line& line) {
  Event one = *line.event;
  one.text = line.text;
  return replay(std::move(one));
}

size_t ClausePacker::room() const {
  return PassagePacker::k_target -
         (m_continued ? std::min<size_t>(m_carried.size() + 1, 300) : 0);
}

base::Result<void> ClausePacker::add_long(std::string_view text,
                                          const domain::Locator& locator) {
  if (text.size() <= PassagePacker::k_target / 2) {
    return add(std::string(text), locator);
  }
  // Inside a definition the pieces carry its term.
  const std::string term = domain::defined_term(text);
  const std::string carried = m_carried;
  const size_t least =
      PassagePacker::k_target - std::min<size_t>(m_carried.size() + 110, 400);
  bool first = true;
  for (std::string& piece : domain::cut_text(text, least)) {
    if (!first) {
      TRY(emit());
      m_carried = term.empty() ? carried : carried + "\n" + term + ":";
    }
    TRY(add(std::move(piece), locator));
    first = false;
  }
  if (m_carried != carried) {
    TRY(emit());
    m_carried = carried;
  }
  return {};
}

base::Result<void> ClausePacker::add(std::string text,
                                     const domain::Locator& locator) {
  const bool full = m_text.size() + text.size() + 1 > room();
  if (!m_text.empty() && (full || m_where.page != locator.page)) {
    TRY(emit());
  }
  if (m_text.empty()) {
    if (text.empty()) {
      return {};
    }
    m_where = locator;
  } else {
    m_text += '\n';
  }
  m_text += text;
  return {};
}

base::Result<void> ClausePacker::emit() {
  while (!m_text.empty() && m_text.back() == '\n') {
    m_text.pop_back();
  }
  if (m_text.empty()) {
    return {};
  }
  domain::Passage passage;
  passage.text = (m_continued ? m_carried + "\n" : "") + m_text;
  passage.locator = m_where;
  m_text.clear();
  m_continued = true;
  return m_sink.passage(std::move(passage));
}

} // namespace readers
