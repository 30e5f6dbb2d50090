// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company_authority.hpp"
#include "core/domain/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace domain {
namespace {

constexpr size_t k_longest_line = 1000;

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\f\v";
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Without the comment: from a '#' in front or between two blanks.
std::string_view without_comment(std::string_view line) {
  line = trim(line);
  for (size_t at = line.find('#'); at != std::string_view::npos;
       at = line.find('#', at + 1)) {
    const bool alone = at + 1 == line.size() || is_blank(line[at + 1]);
    if (at == 0 || (alone && is_blank(line[at - 1]))) {
      return trim(line.substr(0, at));
    }
  }
  return line;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::optional<int> year_of(std::string_view text) {
  int year = 0;
  text = trim(text);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), year);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && year >= 1800 && year <= 2100 ? std::optional(year)
                                               : std::nullopt;
}

} // namespace

// Reads one file into the authority.
class AuthorityReader {
public:
  using Entry = CompanyAuthority::Entry;
  using Relation = CompanyAuthority::Relation;
  using Years = CompanyAuthority::Years;

  AuthorityReader(CompanyAuthority& into, const std::string& source)
      : m_into(into), m_file(into.m_sources.size()) {
    into.m_sources.push_back(source);
  }

  void read(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) {
      text.remove_prefix(3);
    }
    const bool cut = text.size() > CompanyAuthority::k_most_bytes;
    text = text.substr(0, CompanyAuthority::k_most_bytes);
    for (size_t at = 0; at < text.size() && !m_full;) {
      const size_t end = std::min(text.find('\n', at), text.size());
      ++m_line;
      line(text.substr(at, end - at));
      at = end + 1;
    }
    if (cut) {
      problem("", "the file is longer than 8 MiB; the rest is not read: split "
                  "it into several");
    }
  }

private:
  void problem(std::string_view text, std::string reason) {
    Entry at;
    at.file = m_file;
    at.line = m_line;
    m_into.problem(at, std::string(text), std::move(reason));
  }

  void line(std::string_view raw) {
    const std::string_view text = without_comment(raw);
    if (text.empty()) {
      return;
    }
    if (raw.size() > k_longest_line) {
      return problem(text, "the line is longer than 1,000 bytes");
    }
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
      return problem(text,
                     "no ':'; write for example  was: Statoil ASA (2018)");
    }
    const auto relation = relation_of(trim(text.substr(0, colon)));
    if (!relation) {
      return problem(text, "the word before ':' is none of company, also, was, "
                           "brand, merged, owns");
    }
    statement(*relation, text, trim(text.substr(colon + 1)));
  }

  static std::optional<Relation> relation_of(std::string_view word) {
    using Named = std::pair<std::string_view, Relation>;
    static constexpr std::array<Named, 6> names = {
        {{"company", Relation::name},
         {"also", Relation::also},
         {"was", Relation::was},
         {"brand", Relation::brand},
         {"merged", Relation::merged},
         {"owns", Relation::owns}}};
    const std::string small = fold(word);
    const auto found =
        std::find_if(names.begin(), names.end(),
                     [&](const Named& one) { return one.first == small; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
  }

  void statement(Relation relation, std::string_view text,
                 std::string_view value) {
    Entry entry;
    entry.relation = relation;
    entry.file = m_file;
    entry.line = m_line;
    if (!take_years(value, entry)) {
      return problem(text, "what stands in brackets is no year or years; write "
                           "(2018), (until 2018), (since 2018) or (2009-2018)");
    }
    const std::string canonical = canonical_company(value);
    if (canonical.empty() || value.size() > k_longest_company) {
      return problem(text, canonical.empty()
                               ? "no name follows the ':'"
                               : "the name is longer than 300 bytes");
    }
    entry.text = value;
    if (m_into.m_names.size() + m_into.m_parts.size() >=
        CompanyAuthority::k_most_names) {
      m_full = true;
      return problem(text, "there are 500,000 names; no more are read");
    }
    add(std::move(entry), text, canonical);
  }

  void add(Entry entry, std::string_view text, const std::string& canonical) {
    if (entry.relation == Relation::name) {
      const auto known = m_into.m_names.find(canonical);
      m_company = known == m_into.m_names.end()
                      ? m_into.make_company(entry.text)
                      : known->second.company;
      entry.company = *m_company;
      return m_into.open_stanza(entry, canonical);
    }
    if (!m_company) {
      return problem(text, "no company: line stands above; it opens a stanza");
    }
    entry.company = *m_company;
    if (entry.relation == Relation::merged ||
        entry.relation == Relation::owns) {
      m_into.m_parts.push_back({*m_company, canonical, std::move(entry), 0});
      return;
    }
    m_into.add_name(entry, canonical);
    const uint32_t holder = m_into.m_names.at(canonical).company;
    if (entry.relation == Relation::brand &&
        m_into.root_of(holder) == m_into.root_of(*m_company)) {
      m_into.m_brands.insert_or_assign(canonical, entry);
    }
  }

  // Takes the years off the end of `value`. False if brackets there begin with
  // a digit or a word for years and hold none.
  static bool take_years(std::string_view& value, Entry& entry) {
    const size_t open = value.rfind('(');
    if (!value.ends_with(')') || open == std::string_view::npos) {
      return true;
    }
    const std::string inside =
        fold(trim(value.substr(open + 1, value.size() - open - 2)));
    const bool until = inside.starts_with("until ");
    const bool since =
        inside.starts_with("since ") || inside.starts_with("from ");
    const bool dash = inside.starts_with("-");
    if (inside.empty() || !(until || since || dash || is_digit(inside[0]))) {
      return true; // of the name
    }
    value = trim(value.substr(0, open));
    if (until || since) {
      auto& year = until ? entry.years.to : entry.years.from;
      year = year_of(inside.substr(inside.find(' ')));
      return year.has_value();
    }
    return take_span(inside, entry);
  }

  // "2018", "2009-2018", "2009-", "-2018".
  static bool take_span(std::string_view inside, Entry& entry) {
    const size_t dash = inside.find('-');
    if (dash == std::string_view::npos) {
      const bool last =
          entry.relation == Relation::was || entry.relation == Relation::brand;
      auto& year = last ? entry.years.to : entry.years.from;
      year = year_of(inside);
      return year.has_value();
    }
    Years& years = entry.years;
    const auto low = trim(inside.substr(0, dash));
    const auto high = trim(inside.substr(dash + 1));
    years = {year_of(low), year_of(high)};
    const bool read = years.from.has_value() == !low.empty() &&
                      years.to.has_value() == !high.empty();
    return read && (years.from || years.to) &&
           (!years.from || !years.to || *years.from <= *years.to);
  }

  CompanyAuthority& m_into;
  size_t m_file;
  size_t m_line = 0;
  bool m_full = false;
  std::optional<uint32_t> m_company; // of the stanza
};

void CompanyAuthority::add(std::string_view text, const std::string& source) {
  AuthorityReader(*this, source).read(text);
}

} // namespace domain
