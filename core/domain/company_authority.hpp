// SPDX-License-Identifier: Apache-2.0
//
// Which names are one company, and which companies became part of another: an
// authority file in the format of docs/format/authority.md. Pure.
#pragma once

#include "core/domain/company.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace domain {

// A line that was left out, and why.
struct AuthorityProblem {
  std::string source; // file
  size_t line = 0;    // from 1
  std::string text;   // of the line, at most 200 bytes, no control characters
  std::string reason; // with what to try
};

class CompanyAuthority {
public:
  static constexpr size_t k_most_bytes = 8UL << 20; // of one file
  static constexpr size_t k_most_problems = 100;    // kept; all are counted
  static constexpr size_t k_most_names = 500'000;   // of all files
  static constexpr size_t k_most_parts = 10'000;    // of one company

  // What the program brings along.
  static const CompanyAuthority& built_in();

  // Reads a file over what is there. Its names win over those of files before;
  // inside one file the first entry of a name stays. A bad line costs that
  // line.
  void add(std::string_view text, const std::string& source);
  // After the last add(), before find() and with_parts(): finds the parts and
  // breaks circles of mergers. add() and finish() may follow again.
  void finish();

  const std::vector<AuthorityProblem>& problems() const { return m_problems; }
  size_t problem_count() const { return m_problem_count; }
  size_t companies() const; // headings; those joined count once
  size_t names() const { return m_names.size(); }

  // A name, found in the file.
  struct Found {
    uint32_t company = 0;
    // "Statoil ASA is a former name of Equinor ASA (until 2018)"; "" if the
    // name heads its stanza.
    std::string entry;
    bool by_brand = false; // it begins with a brand, and is not one
  };
  // By the canonical form of a name. A brand also covers names that begin with
  // it and add only general words.
  std::optional<Found> find(std::string_view name) const;
  std::string name_of(uint32_t company) const;

  // Companies that are part of `company` (merged into it, owned by it, and so
  // on down), itself first, each with the entries that lead there: "Mobil
  // Corporation merged into Exxon Mobil Corporation (1999)". Beyond
  // k_most_parts, the nearest first, no more are followed.
  std::map<uint32_t, std::string> with_parts(uint32_t company) const;

private:
  friend class AuthorityReader;
  enum class Relation {
    name = 1,
    also = 2,
    was = 3,
    brand = 4,
    merged = 5,
    owns = 6,
  };
  struct Years {
    std::optional<int> from, to;
  };
  struct Entry { // a name of a company
    uint32_t company = 0;
    Relation relation = Relation::name;
    std::string text; // as written
    Years years;
    size_t file = 0;
    size_t line = 0;
  };
  struct Part { // of a company
    uint32_t whole = 0;
    std::string canonical;
    Entry entry;
    uint32_t company = 0; // after finish()
  };

  uint32_t root_of(uint32_t company) const;
  uint32_t make_company(const std::string& name);
  void join(uint32_t company, uint32_t into);
  void open_stanza(const Entry& entry, const std::string& canonical);
  void add_name(const Entry& entry, const std::string& canonical);
  void problem(const Entry& at, std::string text, std::string reason);
  void find_parts();
  void break_circles();
  std::string describe(const Entry& entry) const;
  std::optional<Found> find_brand(std::string_view name,
                                  std::string_view canonical) const;

  std::vector<std::string> m_sources;
  // By company. Joined ones form trees of little depth; the headings and parts
  // of a root are those that count.
  std::vector<std::string> m_headings;
  std::vector<uint32_t> m_joined_into;
  std::vector<uint32_t> m_sizes;
  std::unordered_map<std::string, Entry> m_names; // by canonical form
  std::unordered_map<std::string, Entry> m_brands;
  std::vector<Part> m_parts;
  std::unordered_map<uint32_t, std::vector<size_t>> m_parts_of; // by root
  std::vector<AuthorityProblem> m_problems;
  size_t m_problem_count = 0;
};

} // namespace domain
