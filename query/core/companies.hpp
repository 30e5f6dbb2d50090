// SPDX-License-Identifier: Apache-2.0
//
// Companies of an archive: the spellings that its facts hold, and which of them
// a name means.
#pragma once

#include "core/domain/company_authority.hpp"
#include "query/core/archive_view.hpp"
#include "query/core/condition.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace query {

// The built-in authority and every ARCHIVE/authority/*.txt, by name. Never
// fails: what cannot be read is a warning in the log. `problems` holds the
// warnings: bad lines of the user's files, "companies.txt:12: …".
struct CompanyFiles {
  std::shared_ptr<const domain::CompanyAuthority> authority;
  std::vector<std::string> problems;
};
CompanyFiles load_company_files(const std::string& archive_path);

struct CompanySpelling {
  std::string key; // of the fact
  domain::CompanyRole role = domain::CompanyRole::company;
  std::string text; // as some document writes it
};

// Keys of the archive that name companies (domain::company_role).
base::Result<std::map<std::string, domain::CompanyRole>>
company_keys(const ArchiveView& view);

// Different spellings under such a key, over all shards.
base::Result<std::vector<CompanySpelling>>
company_spellings(const ArchiveView& view, const std::string& key,
                  domain::CompanyRole role);
base::Result<std::vector<CompanySpelling>>
company_spellings(const ArchiveView& view);

// Tells whether a spelling is the company that a name means. Thread-safe.
class CompanyMatcher {
public:
  // `authority` must outlive it.
  CompanyMatcher(const domain::CompanyAuthority& authority,
                 const std::string& name);

  // The rule or the entries that say so; nothing if it is another company.
  std::optional<std::string> why(const std::string& spelling) const;
  // The name's company in the authority file; "" if it is not there.
  std::string known_as() const;
  const std::string& canonical() const { return m_canonical; }
  // Companies of the authority file that it means, itself and its parts; none
  // if the file does not know it.
  const std::map<uint32_t, std::string>& parts() const { return m_parts; }

private:
  const domain::CompanyAuthority& m_authority;
  std::string m_name;
  std::string m_canonical;
  std::optional<domain::CompanyAuthority::Found> m_found;
  std::map<uint32_t, std::string> m_parts; // of its company
};

// The spellings of an archive by what they may be asked for, so that a name is
// compared with few of them. Thread-safe.
class CompanyIndex {
public:
  // `state` tells the authority files from what they are later.
  CompanyIndex(CompanyFiles files, std::vector<CompanySpelling> spellings,
               std::string state);

  const std::string& state() const { return m_state; }

  const CompanyFiles& files() const { return m_files; }
  const std::vector<CompanySpelling>& spellings() const { return m_spellings; }
  const std::string& canonical(size_t spelling) const {
    return m_canonical[spelling];
  }
  // Those that the matcher may say yes to, in order.
  std::set<size_t> near(const CompanyMatcher& matcher) const;

private:
  CompanyFiles m_files;
  std::vector<CompanySpelling> m_spellings;
  std::string m_state;
  std::vector<std::string> m_canonical; // by spelling
  std::unordered_map<std::string, std::vector<size_t>> m_by_canonical;
  std::unordered_map<uint32_t, std::vector<size_t>> m_by_company;
};

// Made once for a view (ArchiveView::kept()), and again where the authority
// files have changed.
base::Result<std::shared_ptr<const CompanyIndex>>
company_index(const ArchiveView& view);

// Gives conditions on companies (operator = Statoil) the other spellings that
// count, as Condition::also. Returns what it added and why, for the plan.
base::Result<std::vector<std::string>>
spell_companies(const ArchiveView& view, std::vector<Condition>& where);

} // namespace query
