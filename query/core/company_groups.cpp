// SPDX-License-Identifier: Apache-2.0
#include "query/core/company_groups.hpp"

#include "query/core/facts.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace query {
namespace {

constexpr size_t k_shortest_name = 7;
constexpr size_t k_shortest_word = 4;
// Names that share one deletion: more are no misspellings of each other.
constexpr size_t k_most_alike = 50;

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// The word of `name` that the byte `at` stands in.
std::string_view word_around(std::string_view name, size_t at) {
  const size_t blank = at == 0 ? name.npos : name.rfind(' ', at - 1);
  const size_t begin = blank == name.npos ? 0 : blank + 1;
  return name.substr(begin, std::min(name.find(' ', at), name.size()) - begin);
}

bool is_long_word(std::string_view word) {
  return word.size() >= k_shortest_word &&
         std::all_of(word.begin(), word.end(), is_letter);
}

// Differ by one edit (or one turned pair), and not in a number, an initial or
// a short word: those tell companies apart.
bool is_one_letter_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) {
    std::swap(a, b);
  }
  const auto at = static_cast<size_t>(
      std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  const auto rest_a = a.substr(at);
  const auto rest_b = b.substr(at);
  const bool added = b.size() == a.size() + 1 && rest_a == rest_b.substr(1);
  const bool turned = a.size() == b.size() && rest_a.size() >= 2 &&
                      rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0] &&
                      rest_a.substr(2) == rest_b.substr(2);
  const bool other = a.size() == b.size() && !rest_a.empty() &&
                     rest_a.substr(1) == rest_b.substr(1);
  if (added && rest_b[0] == ' ') {
    return is_long_word(word_around(a, at == 0 ? 0 : at - 1));
  }
  return (added || turned || other) && is_long_word(word_around(b, at)) &&
         is_long_word(word_around(a, std::min(at, a.size() - 1)));
}

class Grouper {
public:
  Grouper(const ArchiveView& view, CompanyFiles files)
      : m_view(view), m_files(std::move(files)) {}

  base::Result<CompanyReport> make() {
    TRY_ASSIGN(const auto keys, company_keys(m_view));
    for (const auto& [key, role] : keys) {
      TRY_ASSIGN(const auto values, fact_values(m_view, key));
      for (const store::FactValue& value : values) {
        if (!value.number && domain::can_be_company(value.text)) {
          add(key, value);
        }
      }
    }
    CompanyReport out;
    for (auto& [id, group] : m_groups) {
      finish(group);
      out.groups.push_back(group);
    }
    find_wholes(out.groups);
    std::stable_sort(
        out.groups.begin(), out.groups.end(),
        [](const auto& a, const auto& b) { return a.paths > b.paths; });
    find_maybe(out);
    out.problems = m_files.problems;
    return out;
  }

private:
  void add(const std::string& key, const store::FactValue& value) {
    GroupedSpelling& spelling = m_spellings[value.value];
    if (spelling.text.empty()) {
      spelling.text = value.text;
    }
    spelling.keys[key] += value.paths;
    spelling.paths += value.paths;
    const std::string canonical = domain::canonical_company(value.text);
    const auto found = m_files.authority->find(value.text);
    const std::string id =
        found ? "=" + std::to_string(found->company) : canonical;
    CompanyGroup& group = m_groups[id];
    if (found) {
      group.known = true;
      group.name = m_files.authority->name_of(found->company);
      m_companies[group.name] = found->company;
    }
    m_members[&group].insert(value.value);
  }

  void finish(CompanyGroup& group) {
    for (const std::string& value : m_members[&group]) {
      group.spellings.push_back(m_spellings[value]);
      group.paths += group.spellings.back().paths;
    }
    std::stable_sort(
        group.spellings.begin(), group.spellings.end(),
        [](const auto& a, const auto& b) { return a.paths > b.paths; });
    if (!group.known) {
      group.name = group.spellings.front().text;
    }
    group.canonical = domain::canonical_company(group.name);
    for (GroupedSpelling& spelling : group.spellings) {
      spelling.why = why(group, spelling.text);
    }
  }

  std::string why(const CompanyGroup& group, const std::string& text) const {
    const auto found = m_files.authority->find(text);
    if (found && !found->entry.empty()) {
      return found->entry;
    }
    return text == group.name ? "" : domain::why_same_company(group.name, text);
  }

  // Which groups contain which, as the authority file says.
  void find_wholes(std::vector<CompanyGroup>& groups) const {
    std::map<uint32_t, CompanyGroup*> by_company;
    for (CompanyGroup& group : groups) {
      if (group.known) {
        by_company[m_companies.at(group.name)] = &group;
      }
    }
    for (const auto& [company, whole] : by_company) {
      for (const auto& [part, entry] : m_files.authority->with_parts(company)) {
        const auto here = by_company.find(part);
        if (part != company && here != by_company.end()) {
          here->second->part_of.emplace(whole->name, entry);
        }
      }
    }
  }

  static void find_maybe(CompanyReport& out) {
    std::vector<std::string> names;
    for (const CompanyGroup& group : out.groups) {
      names.push_back(domain::canonical_company(group.spellings.front().text));
    }
    for (const auto& [a, b] : one_letter_apart(names)) {
      if (out.maybe.size() == k_most_maybe) {
        return;
      }
      out.maybe.push_back({out.groups[a].spellings.front().text,
                           out.groups[b].spellings.front().text});
    }
  }

  const ArchiveView& m_view;
  CompanyFiles m_files;
  std::map<std::string, GroupedSpelling> m_spellings; // by index value
  std::map<std::string, CompanyGroup> m_groups;
  std::map<const CompanyGroup*, std::set<std::string>> m_members;
  std::map<std::string, uint32_t> m_companies; // of known groups, by name
};

} // namespace

// Names that are one edit apart share what is left when a byte is taken out of
// one or of both.
std::vector<std::pair<size_t, size_t>>
one_letter_apart(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::vector<size_t>> left;
  std::set<std::pair<size_t, size_t>> found;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (name.size() < k_shortest_name) {
      continue;
    }
    for (size_t at = 0; at <= name.size(); ++at) {
      std::string rest = name;
      if (at < name.size()) {
        rest.erase(at, 1);
      }
      auto& alike = left[rest];
      for (const size_t other : alike) {
        if (other != i && is_one_letter_apart(names[other], name)) {
          found.emplace(other, i);
        }
      }
      if (alike.size() < k_most_alike && (alike.empty() || alike.back() != i)) {
        alike.push_back(i);
      }
    }
  }
  return {found.begin(), found.end()};
}

base::Result<CompanyReport> company_report(const ArchiveView& view) {
  return Grouper(view, load_company_files(view.archive().path())).make();
}

} // namespace query
