// SPDX-License-Identifier: Apache-2.0
#include "query/search/asked_company.hpp"

#include "core/domain/asked_company.hpp"
#include "query/core/allowed.hpp"
#include "query/core/companies.hpp"
#include "query/core/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace query {
namespace {

using domain::AskedCompany;
using domain::CompanyCue;
using domain::NameStretch;

constexpr size_t k_most_steps = 30; // spellings that a plan lists
constexpr size_t k_most_names = 5;  // "X or Y or …"

// A spelling of the archive that a name means.
struct Meant {
  const CompanySpelling* spelling;
  std::string why;
};

// What a stretch of the question turned out to be.
struct Reading {
  NameStretch stretch;
  std::string known_as; // by the authority file, or ""
  std::vector<Meant> meant;
};

class Reader {
public:
  // `held` must outlive it.
  Reader(const ArchiveView& view, const std::string& question,
         const CompanyIndex& held)
      : m_view(view), m_question(question), m_files(held.files()),
        m_held(held) {}

  base::Result<std::vector<AskedMatch>> read() {
    std::vector<AskedMatch> out;
    for (const AskedCompany& asked : domain::asked_companies(m_question)) {
      if (is_taken(asked.names)) {
        continue;
      }
      const auto readings = names_of(asked);
      if (!readings.empty()) {
        TRY_ASSIGN(AskedMatch match, match_of(asked, readings));
        out.push_back(std::move(match));
      }
    }
    return out;
  }

private:
  bool is_taken(size_t at) const {
    return std::any_of(m_taken.begin(), m_taken.end(), [&](const auto& one) {
      return at >= one.begin && at < one.end;
    });
  }

  // "X or Y": all of them.
  std::vector<Reading> names_of(const AskedCompany& asked) {
    std::vector<Reading> out;
    std::optional<size_t> at = asked.names;
    while (at && out.size() < k_most_names) {
      auto reading = name_at(asked, *at);
      at.reset();
      if (reading) {
        m_taken.push_back(reading->stretch);
        at = domain::next_name(m_question, reading->stretch.end);
        out.push_back(std::move(*reading));
      }
    }
    return out;
  }

  // The longest stretch that the archive holds; else one that is a company for
  // certain.
  std::optional<Reading> name_at(const AskedCompany& asked, size_t at) const {
    const auto stretches = domain::name_stretches(m_question, at);
    for (const NameStretch& stretch : stretches) {
      auto reading = try_held(asked, stretch);
      if (reading) {
        return reading;
      }
    }
    if (asked.cue != CompanyCue::weak) {
      for (const NameStretch& stretch : stretches) {
        auto reading = try_beginning(asked, stretch);
        if (reading) {
          return reading;
        }
      }
      return missing(asked, stretches);
    }
    return std::nullopt;
  }

  static bool has_role(const AskedCompany& asked,
                       const CompanySpelling& spelling) {
    return std::find(asked.roles.begin(), asked.roles.end(), spelling.role) !=
           asked.roles.end();
  }

  std::optional<Reading> try_held(const AskedCompany& asked,
                                  const NameStretch& stretch) const {
    const CompanyMatcher matcher(*m_files.authority, stretch.text);
    Reading out{stretch, matcher.known_as(), {}};
    const bool words = matcher.canonical().find(' ') != std::string::npos;
    const bool known = !out.known_as.empty() && stretch.whole;
    if (asked.cue == CompanyCue::weak && !words && !known) {
      return std::nullopt;
    }
    for (const size_t i : m_held.near(matcher)) {
      const CompanySpelling& spelling = m_held.spellings()[i];
      if (has_role(asked, spelling)) {
        if (auto why = matcher.why(spelling.text)) {
          out.meant.push_back({&spelling, std::move(*why)});
        }
      }
    }
    return out.meant.empty() ? std::nullopt : std::optional(std::move(out));
  }

  // "operated by Kinney", where one company alone begins so and adds only
  // general words.
  std::optional<Reading> try_beginning(const AskedCompany& asked,
                                       const NameStretch& stretch) const {
    const std::string canonical = domain::canonical_company(stretch.text);
    Reading out{stretch, "", {}};
    std::set<std::string> companies;
    for (size_t i = 0; i < m_held.spellings().size(); ++i) {
      const CompanySpelling& spelling = m_held.spellings()[i];
      const std::string& other = m_held.canonical(i);
      const bool begins =
          canonical.size() >= 3 && has_role(asked, spelling) &&
          other.starts_with(canonical + " ") &&
          domain::only_general_words(other.substr(canonical.size() + 1));
      if (begins) {
        companies.insert(other);
        out.meant.push_back(
            {&spelling,
             "the only company here that begins with '" + stretch.text + "'"});
      }
    }
    const bool only_general = domain::only_general_words(canonical);
    return companies.size() == 1 && !only_general
               ? std::optional(std::move(out))
               : std::nullopt;
  }

  // No spelling of the archive is it, and yet it is a company: the authority
  // file knows it, it has a legal form, or a verb says so and it is written as
  // a name.
  std::optional<Reading>
  missing(const AskedCompany& asked,
          const std::vector<NameStretch>& stretches) const {
    for (const NameStretch& stretch : stretches) {
      const auto found = m_files.authority->find(stretch.text);
      const bool legal =
          stretch.capitals && domain::has_legal_form(stretch.text);
      const bool named = stretch.capitals && asked.cue == CompanyCue::verb;
      if (found || legal || named) {
        return Reading{stretch,
                       found ? m_files.authority->name_of(found->company) : "",
                       {}};
      }
    }
    return std::nullopt;
  }

  base::Result<AskedMatch> match_of(const AskedCompany& asked,
                                    const std::vector<Reading>& readings) {
    AskedMatch out;
    out.asked.key = asked.role;
    for (const Reading& reading : readings) {
      const std::string& name = reading.stretch.text;
      const bool renamed = !reading.known_as.empty() &&
                           domain::canonical_company(reading.known_as) !=
                               domain::canonical_company(name);
      out.asked.text += (out.asked.text.empty() ? "" : " or ") + name +
                        (renamed ? " (" + reading.known_as + ")" : "");
      out.values.push_back(name);
      TRY(add_paths(reading, out));
    }
    out.asked.words = m_question.substr(
        asked.begin, readings.back().stretch.end - asked.begin);
    out.asked.negated = asked.negated;
    out.shown = asked.role + (asked.negated ? " != " : " = ") + out.asked.text;
    out.means = meaning_of(readings);
    if (asked.negated) {
      TRY(exclude(asked, readings, out));
      return out;
    }
    out.missing = out.paths.empty();
    TRY_ASSIGN(out.excluded, paths_that_say(m_view, keys_of(asked)));
    out.excluded -= out.paths;
    return out;
  }

  // Any of the companies that were read, whoever else writes them so.
  std::function<bool(const std::string&)>
  meaning_of(const std::vector<Reading>& readings) const {
    std::vector<CompanyMatcher> names;
    std::set<std::string> canonical;
    for (const Reading& reading : readings) {
      names.emplace_back(*m_files.authority, reading.stretch.text);
      for (const Meant& one : reading.meant) {
        canonical.insert(domain::canonical_company(one.spelling->text));
      }
    }
    return [authority = m_files.authority, names = std::move(names),
            canonical = std::move(canonical)](const std::string& cell) {
      return domain::can_be_company(cell) &&
             (canonical.contains(domain::canonical_company(cell)) ||
              std::any_of(names.begin(), names.end(),
                          [&](const CompanyMatcher& name) {
                            return name.why(cell).has_value();
                          }));
    };
  }

  // Paths that have this company and no other in such a role.
  base::Result<void> exclude(const AskedCompany& asked,
                             const std::vector<Reading>& readings,
                             AskedMatch& out) const {
    out.excluded = std::move(out.paths);
    out.paths = {};
    out.because.clear();
    for (const auto& [key, silent] : say_no_other(asked, readings)) {
      TRY_ASSIGN(const PathSet other,
                 paths_with_other_text(m_view, key, silent));
      out.excluded -= other;
    }
    return {};
  }

  // By key: spellings that are meant, and those of what is no company.
  std::map<std::string, std::vector<std::string>>
  say_no_other(const AskedCompany& asked,
               const std::vector<Reading>& readings) const {
    std::set<std::string> meant;
    for (const Reading& reading : readings) {
      for (const Meant& one : reading.meant) {
        meant.insert(store::fold_value(one.spelling->text));
      }
    }
    std::map<std::string, std::vector<std::string>> out;
    for (const CompanySpelling& one : m_held.spellings()) {
      if (has_role(asked, one)) {
        auto& silent = out[one.key];
        if (meant.contains(store::fold_value(one.text)) ||
            !domain::can_be_company(one.text)) {
          silent.push_back(one.text);
        }
      }
    }
    return out;
  }

  base::Result<void> add_paths(const Reading& reading, AskedMatch& out) const {
    for (const Meant& meant : reading.meant) {
      const auto groups = group_conditions(
          {{meant.spelling->key, Comparison::equal, meant.spelling->text, {}}});
      const std::string because = fmt::format(
          "{} '{}': {}", meant.spelling->key, meant.spelling->text, meant.why);
      out.values.push_back(meant.spelling->text);
      TRY_ASSIGN(PathSet paths, paths_passing(m_view, groups));
      if (out.steps.size() < k_most_steps) {
        out.steps.push_back(
            fmt::format("  {} paths: {}", paths.size(), because));
      }
      out.paths |= paths;
      out.because.push_back({std::move(paths), because});
    }
    return {};
  }

  std::vector<std::string> keys_of(const AskedCompany& asked) const {
    std::set<std::string> keys;
    for (const CompanySpelling& spelling : m_held.spellings()) {
      if (has_role(asked, spelling)) {
        keys.insert(spelling.key);
      }
    }
    return {keys.begin(), keys.end()};
  }

  const ArchiveView& m_view;
  const std::string& m_question;
  const CompanyFiles& m_files;
  const CompanyIndex& m_held;
  std::vector<NameStretch> m_taken; // of the question
};

} // namespace

base::Result<std::vector<AskedMatch>>
match_companies(const ArchiveView& view, const std::string& question) {
  if (domain::asked_companies(question).empty()) {
    return std::vector<AskedMatch>();
  }
  TRY_ASSIGN(const auto held, company_index(view));
  if (held->spellings().empty()) {
    return std::vector<AskedMatch>(); // words of the question and no more
  }
  return Reader(view, question, *held).read();
}

base::Result<uint64_t> unlisted_companies(const ArchiveView& view,
                                          const std::string& key) {
  TRY_ASSIGN(const auto columns, fact_values(view, "values_not_listed"));
  const auto role = domain::company_role(key);
  uint64_t paths = 0;
  for (const store::FactValue& column : columns) {
    if (domain::company_role(column.text) == role) {
      paths += column.paths;
    }
  }
  return paths;
}

} // namespace query
