// SPDX-License-Identifier: Apache-2.0
#include "query/answer/source_index.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/comparison.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_number.hpp"
#include "query/answer/orders.hpp"

#include <algorithm>
#include <iterator>

namespace query {
namespace {

constexpr size_t k_most_text = 16'000;
constexpr size_t k_most_places = 64;

using domain::ascii_digit;
using domain::ascii_letter;
using domain::word_byte;

std::string all_of(const Source& source) {
  std::string out(domain::cut_utf8(source.text, k_most_text));
  out += "\n" + source.title;
  for (const HitPath& path : source.paths) {
    out += "\n" + path.path;
  }
  out += "\n" + source.locator.section;
  if (source.locator.page) {
    out += "\npage " + std::to_string(*source.locator.page);
  }
  return out + "\n" + source.date + "\n" + source.state;
}

bool share(const std::vector<std::string>& a,
           const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& one) {
    return std::find(b.begin(), b.end(), one) != b.end();
  });
}

bool names_well(const std::string& family) {
  return family == "api" || family == "api-unlabelled";
}

// A held well number says what a claimed one says, and perhaps more.
bool same_well_or_more(const Claim& held, const Claim& claim) {
  for (size_t i = 0; i < claim.keys.size(); ++i) {
    for (size_t j = 0; j < held.keys.size(); ++j) {
      if (!names_well(claim.families[i]) || !names_well(held.families[j]) ||
          claim.keys[i].size() > held.keys[j].size()) {
        continue;
      }
      const auto said = domain::WellNumber::parse(claim.keys[i]);
      const auto has = domain::WellNumber::parse(held.keys[j]);
      if (said && has && same_well(*said, *has) &&
          has->digits().find(said->digits()) != std::string::npos) {
        return true;
      }
    }
  }
  return false;
}

// The words before and behind the letter at `at`, small; "" for none.
using Around = std::pair<std::string, std::string>;
Around words_around(std::string_view text, size_t at) {
  constexpr size_t k_reach = 24;
  const size_t from = at - std::min(at, k_reach);
  const auto before = domain::words_of(text.substr(from, at - from));
  const auto behind = domain::words_of(text.substr(at + 1, k_reach));
  return {before.empty() ? "" : before.back(),
          behind.empty() ? "" : behind.front()};
}

bool shares_word(const Around& a, const Around& b) {
  return (!a.first.empty() && a.first == b.first) ||
         (!a.second.empty() && a.second == b.second);
}

} // namespace

SourceIndex::SourceIndex(const Source& source)
    : m_visible(domain::visible_text(all_of(source))), m_plain(m_visible),
      m_said(without_orders(m_plain.text())),
      m_small(domain::lower_ascii(m_said)) {
  const std::string text =
      domain::visible_text(domain::cut_utf8(source.text, k_most_text));
  m_text_end = std::min(domain::PlainText(text).text().size(), plain().size());
  m_identifiers = find_identifiers(plain());
  index_paths(source);
  m_dates = domain::find_dates(plain());
  index_numbers();
  index_units();
  index_clauses();
  index_words();
  m_quotable = quotable(plain());
}

// In names of folders and files, "_" stands for more than in prose.
void SourceIndex::index_paths(const Source& source) {
  for (const HitPath& path : source.paths) {
    const std::string visible = domain::visible_text(path.path);
    const domain::PlainText name(visible);
    const size_t at = plain().find(name.text(), m_text_end);
    if (at == std::string_view::npos) {
      continue;
    }
    for (const auto& match :
         domain::find_keys(name.text(), domain::KeyContext::path)) {
      Claim claim;
      claim.kind = ClaimKind::identifier;
      claim.begin = at + match.begin;
      claim.end = at + match.end;
      claim.keys = {match.canonical};
      claim.families = {match.family};
      m_identifiers.push_back(std::move(claim));
    }
  }
}

void SourceIndex::put_clause(std::string_view label, size_t begin) {
  if (auto path = domain::ClausePath::parse(label)) {
    m_clauses.emplace_back(path->canonical(),
                           Stretch{begin, begin + label.size()});
  }
}

// References, and what a line begins with: "12.4 Consents", "Article 5".
void SourceIndex::index_clauses() {
  for (size_t line = 0; line < plain().size();) {
    const size_t end = std::min(plain().find('\n', line), plain().size());
    const auto text = plain().substr(line, end - line);
    for (const auto& clause : domain::find_clauses(text)) {
      m_clauses.emplace_back(clause.path.canonical(),
                             Stretch{line + clause.begin, line + clause.end});
    }
    // Each part of a section's path begins anew.
    for (size_t from = 0; from < text.size();) {
      const size_t begin =
          std::min(text.find_first_not_of(" >", from), text.size());
      size_t stop = begin;
      while (stop < text.size() && text[stop] != ' ' && stop - begin < 40) {
        ++stop;
      }
      std::string_view label = text.substr(begin, stop - begin);
      while (label.ends_with('.') || label.ends_with(':')) {
        label.remove_suffix(1);
      }
      if (!label.empty() && ascii_digit(label[0])) {
        put_clause(label, line + begin);
      }
      const size_t next = text.find(" > ", stop);
      from = line < m_text_end || next == std::string_view::npos ? text.size()
                                                                 : next + 3;
    }
    line = end + 1;
  }
}

void SourceIndex::index_words() {
  for (auto& word : domain::words_of(m_said)) {
    if (word.size() >= 5) {
      m_stems.insert(word.substr(0, 5));
    }
    m_words.insert(std::move(word));
  }
}

bool SourceIndex::has_word(const std::string& folded) const {
  return m_words.contains(folded) ||
         (folded.size() >= 5 && m_stems.contains(folded.substr(0, 5)));
}

SourceIndex::Quotable SourceIndex::quotable(std::string_view plain) {
  Quotable out;
  for (size_t at = 0; at < plain.size(); ++at) {
    const char c = plain[at];
    const char put = c == '\n' || c == ' '  ? ' '
                     : c == '"' || c == '`' ? '\''
                     : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                            : c;
    if (put == ' ' && out.text.ends_with(' ')) {
      continue;
    }
    out.text.push_back(put);
    out.at.push_back(at);
  }
  out.at.push_back(plain.size());
  return out;
}

std::string SourceIndex::shown(size_t begin, size_t end) const {
  const size_t from = m_plain.original(begin);
  const size_t to = m_plain.original(end);
  return m_visible.substr(from, to - from);
}

void SourceIndex::put(size_t begin, size_t end,
                      std::vector<Support>& out) const {
  if (out.size() < k_most_places) {
    out.push_back({begin, end, shown(begin, end)});
  }
}

std::vector<Support> SourceIndex::find(const Claim& claim,
                                       std::string_view sentence) const {
  const auto said = sentence.substr(claim.begin, claim.end - claim.begin);
  switch (claim.kind) {
  case ClaimKind::identifier: {
    auto out = identifiers(claim);
    return out.empty() ? whole_words(said) : out;
  }
  case ClaimKind::date:
    return dates(claim);
  case ClaimKind::clause:
    return clauses(claim);
  case ClaimKind::number:
    return numbers(claim, sentence);
  case ClaimKind::quotation:
    return quotations(said);
  case ClaimKind::word:
  case ClaimKind::name:
    return said.size() == 1 ? lone_letters(claim, sentence) : whole_words(said);
  }
  return {};
}

bool SourceIndex::is_same(const Claim& held, const Claim& claim) const {
  return share(held.keys, claim.keys) || same_well_or_more(held, claim);
}

std::vector<Support> SourceIndex::identifiers(const Claim& claim) const {
  std::vector<Support> out;
  for (const Claim& held : m_identifiers) {
    if (is_same(held, claim)) {
      put(held.begin, held.end, out);
    }
  }
  return out;
}

std::vector<Support> SourceIndex::dates(const Claim& claim) const {
  std::vector<Support> out;
  for (const auto& held : m_dates) {
    if (same_date(claim.date, held)) {
      put(held.begin, held.end, out);
    }
  }
  return out;
}

std::vector<Support> SourceIndex::clauses(const Claim& claim) const {
  std::vector<Support> out;
  const std::string& wanted = claim.keys.front();
  for (const auto& [held, place] : m_clauses) {
    // "12.4(b)" names 12.4 too, "12.4.1" does not.
    const bool below = held.size() > wanted.size() + 1 &&
                       held.starts_with(wanted + ".") &&
                       ascii_letter(held[wanted.size() + 1]);
    if (held == wanted || below) {
      put(place.begin, place.end, out);
      continue;
    }
    // "12.4 …" and further on "(b)", before another numbered line.
    if (!wanted.starts_with(held + ".")) {
      continue;
    }
    size_t at = place.begin >= m_text_end ? 0 : place.end;
    size_t limit = m_text_end;
    for (const auto& [other, begins] : m_clauses) {
      const bool inside = other.starts_with(held);
      if (!inside && begins.begin > at && begins.begin < limit &&
          (begins.begin == 0 || plain()[begins.begin - 1] == '\n')) {
        limit = begins.begin;
      }
    }
    std::string_view rest = std::string_view(wanted).substr(held.size());
    bool all = true;
    while (all && rest.starts_with('.')) {
      const size_t dot = std::min(rest.find('.', 1), rest.size());
      const std::string part = std::string(rest.substr(1, dot - 1)) + ")";
      size_t found = m_small.find(part, at);
      while (found != std::string::npos && found > 0 &&
             word_byte(m_small[found - 1])) {
        found = m_small.find(part, found + 1);
      }
      all = found != std::string::npos && found < limit;
      at = all ? found + part.size() : at;
      rest.remove_prefix(dot);
    }
    if (all) {
      put(place.begin, place.end, out);
      out.back().text = ""; // as the answer writes it
    }
  }
  return out;
}

std::vector<Support> SourceIndex::quotations(std::string_view said) const {
  const std::string wanted = quotable(said).text;
  std::vector<Support> out;
  Stretch place;
  size_t from = 0;
  bool any = false;
  for (size_t at = 0; at <= wanted.size();) {
    const size_t gap = std::min(wanted.find("...", at), wanted.size());
    std::string_view part = std::string_view(wanted).substr(at, gap - at);
    at = gap + 3;
    const auto first = part.find_first_not_of(" .,;:[]");
    const auto last = part.find_last_not_of(" .,;:[]");
    if (first == std::string_view::npos) {
      continue;
    }
    part = part.substr(first, last - first + 1);
    size_t found = m_quotable.text.find(part, from);
    while (found != std::string::npos &&
           !stands_alone(m_quotable.text, found, found + part.size())) {
      found = m_quotable.text.find(part, found + 1);
    }
    if (found == std::string::npos) {
      return {};
    }
    place.begin = any ? place.begin : m_quotable.at[found];
    place.end = m_quotable.at[found + part.size() - 1] + 1;
    from = found + part.size();
    any = true;
  }
  if (any) {
    put(place.begin, place.end, out);
    if (wanted.find("...") != std::string::npos) {
      out.back().text = "";
    }
  }
  return out;
}

// With nothing but blanks and the marks of a sentence around it; one that looks
// like a digit also with a word beside it that the sentence has there.
std::vector<Support>
SourceIndex::lone_letters(const Claim& claim, std::string_view sentence) const {
  const char letter = sentence[claim.begin];
  constexpr std::string_view k_like_digits = "OoIlSZB";
  const bool like = k_like_digits.find(letter) != std::string_view::npos;
  const auto beside = words_around(sentence, claim.begin);
  constexpr std::string_view k_around = " \n.,;:()[]'\"";
  const auto open = [&](size_t at) {
    return at >= plain().size() ||
           k_around.find(plain()[at]) != std::string_view::npos;
  };
  std::vector<Support> out;
  for (size_t at = 0; (at = plain().find(letter, at)) != std::string_view::npos;
       ++at) {
    if ((at == 0 || open(at - 1)) && open(at + 1) &&
        (!like || shares_word(words_around(plain(), at), beside))) {
      put(at, at + 1, out);
    }
  }
  return out;
}

std::vector<Support> SourceIndex::whole_words(std::string_view word) const {
  std::vector<Support> out;
  const std::string wanted = domain::lower_ascii(word);
  for (size_t at = 0; !wanted.empty() && out.size() < k_most_places &&
                      (at = m_small.find(wanted, at)) != std::string::npos;
       ++at) {
    if (stands_alone(m_small, at, at + wanted.size())) {
      put(at, at + wanted.size(), out);
    }
  }
  return out;
}

} // namespace query
