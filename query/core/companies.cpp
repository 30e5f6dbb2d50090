// SPDX-License-Identifier: Apache-2.0
#include "query/core/companies.hpp"

#include "core/base/fd.hpp"
#include "core/base/log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

namespace query {
namespace {

constexpr size_t k_most_files = 100;
constexpr size_t k_most_steps = 30; // spellings that a plan lists

// *.txt of the folder, by name, but for curve files.
std::vector<std::string> authority_files(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  while (!error && entries != std::filesystem::directory_iterator()) {
    const std::string name = entries->path().filename().string();
    if (name.ends_with(".txt") && !name.starts_with(".") &&
        name != "curves.txt") {
      out.push_back(name);
    }
    entries.increment(error);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Another text for other files, or another state of one.
std::string state_of_files(const std::string& folder) {
  std::string out;
  for (const std::string& name : authority_files(folder)) {
    struct stat info {};
    if (::stat((folder + "/" + name).c_str(), &info) == 0) {
      out += fmt::format("{}:{}:{}:{}.{};", name, info.st_ino, info.st_size,
                         info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    }
  }
  return out;
}

void add_file(const std::string& folder, const std::string& name,
              domain::CompanyAuthority& authority,
              std::vector<std::string>& problems) {
  const auto text = base::read_file(folder + "/" + name,
                                    domain::CompanyAuthority::k_most_bytes);
  if (text) {
    authority.add(*text, name);
  } else {
    problems.push_back(name + " is left out: " + text.error().message);
  }
}

// Other spellings of one condition, with the reasons.
void spell(const CompanyIndex& index, Condition& condition,
           std::vector<std::string>& steps) {
  const CompanyMatcher matcher(*index.files().authority, condition.text);
  const std::string written = store::fold_value(condition.text);
  for (const size_t at : index.near(matcher)) {
    const CompanySpelling& spelling = index.spellings()[at];
    const auto why = spelling.key == condition.key ? matcher.why(spelling.text)
                                                   : std::nullopt;
    if (!why || store::fold_value(spelling.text) == written) {
      continue;
    }
    condition.also.push_back(spelling.text);
    if (condition.also.size() <= k_most_steps) {
      steps.push_back(fmt::format("{} also '{}': {}", condition.display(),
                                  spelling.text, *why));
    }
  }
  if (condition.also.size() > k_most_steps) {
    steps.push_back(fmt::format("{}: {} other spellings in all",
                                condition.display(), condition.also.size()));
  }
}

} // namespace

CompanyFiles load_company_files(const std::string& archive_path) {
  CompanyFiles out;
  const std::string folder = archive_path + "/authority";
  auto names = authority_files(folder);
  const auto& built_in = domain::CompanyAuthority::built_in();
  if (names.empty()) {
    out.authority = {std::shared_ptr<void>(), &built_in};
    return out;
  }
  if (names.size() > k_most_files) {
    out.problems.push_back(
        fmt::format("{} holds {} files; the first {} are read", folder,
                    names.size(), k_most_files));
    names.resize(k_most_files);
  }
  auto authority = std::make_shared<domain::CompanyAuthority>(built_in);
  for (const std::string& name : names) {
    add_file(folder, name, *authority, out.problems);
  }
  authority->finish();
  for (const domain::AuthorityProblem& one : authority->problems()) {
    out.problems.push_back(fmt::format("{}:{}: '{}': {}", one.source, one.line,
                                       one.text, one.reason));
  }
  const size_t more = authority->problem_count() - authority->problems().size();
  if (more > 0) {
    out.problems.push_back(fmt::format("and {} more bad lines", more));
  }
  out.authority = std::move(authority);
  for (const std::string& problem : out.problems) {
    base::logger("query").warn("{}/{}", folder, problem);
  }
  return out;
}

base::Result<std::map<std::string, domain::CompanyRole>>
company_keys(const ArchiveView& view) {
  std::map<std::string, domain::CompanyRole> out;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto keys, shard.fact_keys());
    for (const std::string& key : keys) {
      if (const auto role = domain::company_role(key)) {
        out.emplace(key, *role);
      }
    }
  }
  return out;
}

base::Result<std::vector<CompanySpelling>>
company_spellings(const ArchiveView& view, const std::string& key,
                  domain::CompanyRole role) {
  std::map<std::string, std::string> texts; // folded -> as written
  for (const auto& shard : view.shards()) {
    TRY(shard.fact_texts(key, [&](std::string_view text) {
      if (domain::can_be_company(text)) {
        texts.emplace(store::fold_value(text), text);
      }
    }));
  }
  std::vector<CompanySpelling> out;
  for (auto& [folded, text] : texts) {
    out.push_back({key, role, std::move(text)});
  }
  return out;
}

base::Result<std::vector<CompanySpelling>>
company_spellings(const ArchiveView& view) {
  std::vector<CompanySpelling> out;
  TRY_ASSIGN(const auto keys, company_keys(view));
  for (const auto& [key, role] : keys) {
    TRY_ASSIGN(auto spellings, company_spellings(view, key, role));
    std::move(spellings.begin(), spellings.end(), std::back_inserter(out));
  }
  return out;
}

// ---- match ------------------------------------------------------------------

CompanyMatcher::CompanyMatcher(const domain::CompanyAuthority& authority,
                               const std::string& name)
    : m_authority(authority), m_name(name),
      m_canonical(domain::canonical_company(name)),
      m_found(authority.find(name)) {
  if (m_found && m_found->by_brand) {
    m_found.reset(); // "Amoco Canada Petroleum" is not all of Amoco
  }
  if (m_found) {
    m_parts = authority.with_parts(m_found->company);
  }
}

std::string CompanyMatcher::known_as() const {
  return m_found ? m_authority.name_of(m_found->company) : "";
}

std::optional<std::string>
CompanyMatcher::why(const std::string& spelling) const {
  if (m_canonical.empty()) {
    return std::nullopt;
  }
  if (domain::canonical_company(spelling) == m_canonical) {
    return domain::why_same_company(m_name, spelling);
  }
  const auto other = m_found ? m_authority.find(spelling) : std::nullopt;
  const auto part = other ? m_parts.find(other->company) : m_parts.end();
  if (part == m_parts.end()) {
    return std::nullopt;
  }
  std::set<std::string> said;
  std::string out;
  for (const std::string& entry :
       {other->entry, part->second, m_found->entry}) {
    if (!entry.empty() && said.insert(entry).second) {
      out += (out.empty() ? "" : "; ") + entry;
    }
  }
  // Both are spellings of the heading.
  return out.empty() ? domain::why_same_company(m_name, spelling) : out;
}

CompanyIndex::CompanyIndex(CompanyFiles files,
                           std::vector<CompanySpelling> spellings,
                           std::string state)
    : m_files(std::move(files)), m_spellings(std::move(spellings)),
      m_state(std::move(state)) {
  for (size_t i = 0; i < m_spellings.size(); ++i) {
    m_canonical.push_back(domain::canonical_company(m_spellings[i].text));
    m_by_canonical[m_canonical.back()].push_back(i);
    if (const auto found = m_files.authority->find(m_spellings[i].text)) {
      m_by_company[found->company].push_back(i);
    }
  }
}

std::set<size_t> CompanyIndex::near(const CompanyMatcher& matcher) const {
  std::set<size_t> out;
  const auto add = [&](const auto& index, const auto& key) {
    const auto found = index.find(key);
    if (found != index.end()) {
      out.insert(found->second.begin(), found->second.end());
    }
  };
  add(m_by_canonical, matcher.canonical());
  for (const auto& [company, entry] : matcher.parts()) {
    add(m_by_company, company);
  }
  return out;
}

base::Result<std::shared_ptr<const CompanyIndex>>
company_index(const ArchiveView& view) {
  const std::string& archive = view.archive().path();
  const std::string state = state_of_files(archive + "/authority");
  const auto make = [&]() -> base::Result<CompanyIndex> {
    TRY_ASSIGN(auto spellings, company_spellings(view));
    // Of an archive without companies the authority is not read.
    auto files =
        spellings.empty() ? CompanyFiles{} : load_company_files(archive);
    return CompanyIndex(std::move(files), std::move(spellings), state);
  };
  return view.kept().get<CompanyIndex>(
      make, [&](const CompanyIndex& kept) { return kept.state() == state; });
}

base::Result<std::vector<std::string>>
spell_companies(const ArchiveView& view, std::vector<Condition>& where) {
  std::vector<std::string> steps;
  for (Condition& condition : where) {
    const auto role = domain::company_role(condition.key);
    const bool equals = condition.comparison == Comparison::equal ||
                        condition.comparison == Comparison::not_equal;
    if (!role || !equals) {
      continue;
    }
    TRY_ASSIGN(const auto index, company_index(view));
    if (!index->spellings().empty()) {
      spell(*index, condition, steps);
    }
  }
  return steps;
}

} // namespace query
