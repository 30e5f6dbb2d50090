// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company_authority.hpp"

#include "core/domain/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace domain {
namespace {

constexpr size_t k_brand_words = 4;

constexpr std::string_view k_built_in =
#include "core/domain/data/companies.inc"
    ;

// What a terminal would obey is shown as "?".
std::string for_people(std::string_view text) {
  std::string out(cut_utf8(text, 200));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      '?');
  return out;
}

} // namespace

const CompanyAuthority& CompanyAuthority::built_in() {
  static const CompanyAuthority all = [] {
    CompanyAuthority made;
    made.add(k_built_in, "built-in");
    made.finish();
    return made;
  }();
  return all;
}

size_t CompanyAuthority::companies() const {
  size_t count = 0;
  for (uint32_t i = 0; i < m_joined_into.size(); ++i) {
    count += m_joined_into[i] == i ? 1 : 0;
  }
  return count;
}

uint32_t CompanyAuthority::root_of(uint32_t company) const {
  while (m_joined_into[company] != company) {
    company = m_joined_into[company];
  }
  return company;
}

uint32_t CompanyAuthority::make_company(const std::string& name) {
  const auto company = static_cast<uint32_t>(m_headings.size());
  m_headings.push_back(name);
  m_joined_into.push_back(company);
  m_sizes.push_back(1);
  return company;
}

// The smaller hangs below the larger, so that no chain grows long; the heading
// is that of `into`.
void CompanyAuthority::join(uint32_t company, uint32_t into) {
  uint32_t below = root_of(company);
  uint32_t root = root_of(into);
  const std::string heading = m_headings[root];
  if (m_sizes[below] > m_sizes[root]) {
    std::swap(below, root);
  }
  m_joined_into[below] = root;
  m_sizes[root] += m_sizes[below];
  m_headings[root] = heading;
}

std::string CompanyAuthority::name_of(uint32_t company) const {
  return m_headings[root_of(company)];
}

void CompanyAuthority::problem(const Entry& at, std::string text,
                               std::string reason) {
  ++m_problem_count;
  if (m_problems.size() < k_most_problems) {
    m_problems.push_back(
        {m_sources[at.file], at.line, for_people(text), std::move(reason)});
  }
}

void CompanyAuthority::open_stanza(const Entry& entry,
                                   const std::string& canonical) {
  m_names.emplace(canonical, entry);
}

void CompanyAuthority::add_name(const Entry& entry,
                                const std::string& canonical) {
  const auto known = m_names.find(canonical);
  if (known == m_names.end()) {
    m_names.emplace(canonical, entry);
    return;
  }
  Entry& old = known->second;
  const bool same = root_of(old.company) == root_of(entry.company);
  if (same && entry.relation == Relation::brand) {
    return; // the name stands; the brand adds what begins with it
  }
  if (same && old.relation == Relation::brand) {
    old = entry; // says more about the name itself
    return;
  }
  const auto stands = [&] {
    return fmt::format("the same name stands in line {} of {} for {}", old.line,
                       m_sources[old.file], name_of(old.company));
  };
  if (same && (old.file == entry.file || old.relation == Relation::name)) {
    problem(entry, entry.text, stands() + "; leave one of them out");
  } else if (!same && old.relation == Relation::name) {
    join(old.company, entry.company); // two stanzas of one company
    old = entry;
  } else if (!same && old.file == entry.file) {
    problem(entry, entry.text, stands() + "; the first stays: say which");
  } else {
    old = entry; // a later file knows better
  }
}

// ---- parts ------------------------------------------------------------------

void CompanyAuthority::finish() {
  find_parts();
  break_circles();
}

void CompanyAuthority::find_parts() {
  m_parts_of.clear();
  for (size_t i = 0; i < m_parts.size(); ++i) {
    Part& part = m_parts[i];
    const auto known = m_names.find(part.canonical);
    if (known == m_names.end()) {
      Entry heading = part.entry;
      heading.relation = Relation::name;
      heading.company = part.company = make_company(heading.text);
      m_names.emplace(part.canonical, std::move(heading));
    } else {
      part.company = known->second.company;
    }
    m_parts_of[root_of(part.whole)].push_back(i);
  }
}

// Depth first, without recursion; the line that closes a circle goes.
void CompanyAuthority::break_circles() {
  enum class State : char { unseen, open, done };
  std::vector<State> states(m_headings.size(), State::unseen);
  std::vector<bool> dropped(m_parts.size(), false);
  struct Step {
    uint32_t company;
    size_t next = 0;
  };
  for (uint32_t start = 0; start < m_headings.size(); ++start) {
    std::vector<Step> path = {{root_of(start)}};
    if (states[path.back().company] != State::unseen) {
      continue;
    }
    states[path.back().company] = State::open;
    while (!path.empty()) {
      Step& step = path.back();
      const auto parts = m_parts_of.find(step.company);
      if (parts == m_parts_of.end() || step.next == parts->second.size()) {
        states[step.company] = State::done;
        path.pop_back();
        continue;
      }
      const Part& part = m_parts[parts->second[step.next]];
      const uint32_t below = root_of(part.company);
      if (states[below] == State::open) {
        problem(part.entry, part.entry.text,
                fmt::format("{} would be a part of itself; one of the lines "
                            "that say so has to go",
                            name_of(below)));
        dropped[parts->second[step.next]] = true;
      }
      ++step.next;
      if (states[below] == State::unseen) {
        states[below] = State::open;
        path.push_back({below});
      }
    }
  }
  for (auto& [company, parts] : m_parts_of) {
    std::erase_if(parts, [&](size_t part) { return dropped[part]; });
  }
}

std::map<uint32_t, std::string>
CompanyAuthority::with_parts(uint32_t company) const {
  std::map<uint32_t, std::string> out = {{root_of(company), ""}};
  std::deque<uint32_t> open = {root_of(company)};
  while (!open.empty() && out.size() < k_most_parts) {
    const uint32_t at = open.front();
    open.pop_front();
    const auto parts = m_parts_of.find(at);
    if (parts == m_parts_of.end()) {
      continue;
    }
    for (const size_t i : parts->second) {
      const uint32_t below = root_of(m_parts[i].company);
      Entry entry = m_parts[i].entry;
      entry.company = at;
      const std::string above = out.at(at);
      const std::string here = describe(entry);
      // Long chains are hostile: the last link says enough.
      if (out.emplace(below, above.empty() || above.size() > 1000
                                 ? here
                                 : here + "; " + above)
              .second) {
        open.push_back(below);
      }
    }
  }
  return out;
}

// ---- names ------------------------------------------------------------------

std::string CompanyAuthority::describe(const Entry& entry) const {
  const auto [from, to] = entry.years;
  const bool ended =
      entry.relation == Relation::was || entry.relation == Relation::brand;
  const std::string years = from && to ? fmt::format(" ({}-{})", *from, *to)
                            : to       ? fmt::format(" (until {})", *to)
                            : !from    ? ""
                            : ended || entry.relation == Relation::owns
                                ? fmt::format(" (since {})", *from)
                                : fmt::format(" ({})", *from);
  const char* relation = "";
  switch (entry.relation) {
  case Relation::name:
    return "";
  case Relation::also:
    relation = "is another name of";
    break;
  case Relation::was:
    relation = "is a former name of";
    break;
  case Relation::brand:
    relation = "is a brand of";
    break;
  case Relation::merged:
    relation = "merged into";
    break;
  case Relation::owns:
    relation = "is owned by";
    break;
  }
  return fmt::format("{} {} {}{}", entry.text, relation, name_of(entry.company),
                     years);
}

std::optional<CompanyAuthority::Found>
CompanyAuthority::find(std::string_view name) const {
  const std::string canonical = canonical_company(name);
  const auto known = m_names.find(canonical);
  if (known != m_names.end()) {
    return Found{root_of(known->second.company), describe(known->second),
                 false};
  }
  return find_brand(name, canonical);
}

std::optional<CompanyAuthority::Found>
CompanyAuthority::find_brand(std::string_view name,
                             std::string_view canonical) const {
  std::optional<Found> out;
  size_t end = canonical.find(' ');
  for (size_t words = 1; words <= k_brand_words && end != canonical.npos;
       ++words, end = canonical.find(' ', end + 1)) {
    const auto brand = m_brands.find(std::string(canonical.substr(0, end)));
    if (brand != m_brands.end() &&
        only_general_words(canonical.substr(end + 1))) {
      out =
          Found{root_of(brand->second.company),
                fmt::format("{} begins with {}, and the rest is general: {}",
                            name, brand->second.text, describe(brand->second)),
                true};
    }
  }
  return out;
}

} // namespace domain
