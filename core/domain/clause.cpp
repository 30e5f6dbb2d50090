// SPDX-License-Identifier: Apache-2.0
#include "core/domain/clause.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

namespace domain {
namespace {

constexpr size_t k_longest = 4096;
constexpr size_t k_most = 20;

// One part: a number of three digits, with a letter where a clause was put in
// later (5A), or letters.
#define PART "(?:[1-9][0-9]{0,2}[a-z]?|[a-z]{1,2}|[ivxlc]{1,7})"
#define TAIL "(?:\\." PART "| ?\\(" PART "\\))"
#define TOP "(?:[1-9][0-9]{0,2}[a-z]?|[ivxlc]{1,7}|[a-z])"
#define CUE                                                                    \
  "(?:(?:sub-?)?clauses?|cl\\.?|articles?|art\\.?|(?:sub-?)?sections?|"        \
  "sect?\\.?|(?:sub-?)?paragraphs?|paras?\\.?|artikel|\xc2\xa7{1,2})"
#define KIND "(?:schedule|annex|annexure|exhibit|appendix|attachment|anlage)"
#define LABEL "(?:[0-9]{1,3}[a-z]?|[a-z]{1,2}|[ivxlc]{1,7})(?:-[0-9]{1,3})?"

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

// "12.4(b)(ii)" in its parts; a Roman top as digits.
std::vector<std::string> split_parts(std::string_view number) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : number) {
    if (ascii_digit(c) || ascii_letter(c)) {
      part.push_back(c);
    } else if (!part.empty()) {
      parts.push_back(std::exchange(part, {}));
    }
  }
  if (!part.empty()) {
    parts.push_back(std::move(part));
  }
  return parts;
}

void read_roman_top(std::vector<std::string>& parts) {
  // "Section C" stands behind Section B, hardly behind Section XCIX.
  const bool letter =
      parts.empty() || parts.front() == "c" || parts.front() == "l";
  const auto value =
      letter ? std::optional<uint32_t>() : roman_value(parts.front());
  if (value) {
    parts.front() = std::to_string(*value);
  }
}

struct Read {
  std::string kind, label;
  std::vector<std::string> parts;
};

// "Article XII, Section 4" is 12.4, and so is "Article XII, Section 12.4".
void add_second(std::string_view number, Read& read) {
  auto more = split_parts(number);
  if (!more.empty() && !read.parts.empty() &&
      more.front() == read.parts.front() && more.size() > 1) {
    read.parts = std::move(more);
    return;
  }
  read.parts.insert(read.parts.end(), more.begin(), more.end());
}

std::optional<Read> read_text(const std::string& text) {
  static const RE2 plain("(?:(" CUE ") ?)?(" TOP TAIL "*)\\.?"
                         "(?:,? (?:" CUE ") ?(" TOP TAIL "*)\\.?)?");
  static const RE2 inside("(" KIND ")[ -](" LABEL ")"
                          "(?:(?:,? (?:" CUE ")? ?|\\.)(" TOP TAIL "*))?\\.?");
  static const RE2 of("(?:" CUE ") ?(" TOP TAIL "*),? (?:of|to|in) (?:the )?"
                      "(" KIND ")[ -](" LABEL ")");
  Read read;
  std::string cue, number, second;
  if (RE2::FullMatch(text, inside, &read.kind, &read.label, &number) ||
      RE2::FullMatch(text, of, &number, &read.kind, &read.label)) {
    read.parts = split_parts(number);
    return read;
  }
  if (!RE2::FullMatch(text, plain, &cue, &number, &second)) {
    return std::nullopt;
  }
  read.parts = split_parts(number);
  if (!cue.empty()) {
    read_roman_top(read.parts);
  }
  if (cue.empty() && !ascii_digit(read.parts.front().front())) {
    return std::nullopt; // "b" alone is no clause
  }
  if (!second.empty()) {
    add_second(second, read);
  }
  return read;
}

// Runs of blanks as one, dashes plain, small letters.
std::string plain_form(std::string_view text) {
  const Shadow shadow(text);
  std::string out;
  for (const char c : lower_ascii(shadow.text())) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) {
      out.push_back(c);
    }
  }
  while (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  return out;
}

// ---- questions -------------------------------------------------------------

// A section of land, of a standard or of a statute; a schedule of pipes.
bool other_section(std::string_view before, std::string_view after) {
  static const RE2 land_after("(?i)^[-, ]*(?:t\\.? ?[0-9]|twp\\b|township\\b|"
                              "r\\.? ?[0-9]+[ew]\\b|blk\\b|block\\b|"
                              "[0-9]+[ns]\\b|-? ?[0-9]+-[0-9]+)");
  static const RE2 land_before("(?i)\\b(?:[ns][ew]|[ns]|[ew])(?:/4|\xc2\xbc) "
                               "(?:of )?$|\\b(?:quarter|half) (?:of )?$");
  static const RE2 standard_before(
      "\\b(?:API|ISO|IEC|ASTM|ASME|NACE|DNV|EN|BS|NORSOK|IEEE|NFPA|ANSI|DIN|"
      "MIL|OSHA|CFR|USC|U\\.S\\.C\\.)[-/ ](?:[A-Z]{1,5}[-/ "
      "])*[0-9A-Z][0-9A-Za-z.:-]*"
      ",? (?:of )?$");
  static const RE2 standard_after(
      "^,? (?:of|in) (?:the )?(?:API|ISO|IEC|ASTM|ASME|NACE|DNV|EN|BS|NORSOK|"
      "IEEE|NFPA|ANSI|DIN|MIL)[-/ ]?(?:[A-Z]{1,5}[-/ ])*[0-9]");
  static const RE2 statute_after(
      "^,? (?:of|in) (?:the )?(?:GDPR\\b|(?:[A-Z][\\w.]* "
      "){0,6}(?:Act|Code|Regulation|Directive)\\b)");
  static const RE2 pipe_after("(?i)^ (?:pipes?|pvc|cpvc|(?:carbon |stainless )?"
                              "steel|tubing|seamless|fittings?|nipples?)\\b");
  const size_t near = 80;
  before = before.substr(before.size() - std::min(before.size(), near));
  after = after.substr(0, near);
  return RE2::PartialMatch(piece(after), land_after) ||
         RE2::PartialMatch(piece(before), land_before) ||
         RE2::PartialMatch(piece(before), standard_before) ||
         RE2::PartialMatch(piece(after), standard_after) ||
         RE2::PartialMatch(piece(after), statute_after) ||
         RE2::PartialMatch(piece(after), pipe_after);
}

class Finder {
public:
  explicit Finder(std::string_view question)
      : m_original(question), m_shadow(question), m_text(m_shadow.text()) {}

  std::vector<ClauseMention> find() {
    static const RE2 start("(?i)(?:^|[^a-z0-9.-])((?:" CUE ") ?" TOP TAIL
                           "*(?:,? " CUE " ?" TOP TAIL "*)?"
                           "(?:,? (?:of|to|in) (?:the )?" KIND " " LABEL ")?"
                           "|" KIND " " LABEL "(?:,? (?:" CUE ") ?" TOP TAIL
                           "*)?)");
    re2::StringPiece rest(piece(m_text));
    re2::StringPiece found;
    while (m_found.size() < k_most &&
           RE2::FindAndConsume(&rest, start, &found)) {
      size_t begin = static_cast<size_t>(found.data() - m_text.data());
      size_t end = begin + found.size();
      if (!whole(begin, end) ||
          other_section(m_text.substr(0, begin), m_text.substr(end))) {
        continue;
      }
      if (const auto part = in_part(end)) {
        begin = part->first > end ? part->first : begin;
        put(begin, part->first > end ? part->second : end);
        end = part->second;
      } else {
        put(begin, end);
        end = follow(end);
      }
      rest = piece(m_text.substr(end));
    }
    return std::move(m_found);
  }

private:
  // Not the beginning of something longer ("section 5.2.2019", "cl. ear"), and
  // a letter alone needs a capital or a digit: "section a" may be two words.
  bool whole(size_t begin, size_t end) const {
    const auto text = m_text.substr(begin, end - begin);
    const char next = end < m_text.size() ? m_text[end] : ' ';
    const char behind = end + 1 < m_text.size() ? m_text[end + 1] : ' ';
    static const RE2 worded("(?i).*(?: |\\.|\xc2\xa7)([a-z]+)");
    // "Depth sections" has a number no more than "sections 5" has two.
    static const RE2 one_word("(?i)[a-z]+");
    if (RE2::FullMatch(piece(text), one_word)) {
      return false;
    }
    std::string word;
    const bool letters = RE2::FullMatch(piece(text), worded, &word);
    // "In what section I …" is no Section I.
    const bool named = word != "I" || (text[0] >= 'A' && text[0] <= 'Z');
    const bool capitals = named && word == upper_ascii(word);
    return !word_byte(next) && next != '%' && next != '-' &&
           !(next == '.' && ascii_digit(behind)) &&
           (!letters || capitals || roman_value(word).value_or(0) > 1);
  }

  void put(size_t begin, size_t end) {
    const auto text = m_text.substr(begin, end - begin);
    if (auto path = ClausePath::parse(text)) {
      const size_t from = m_shadow.original(begin);
      const size_t to = m_shadow.original(end);
      m_found.push_back({std::move(*path),
                         std::string(m_original.substr(from, to - from)), from,
                         to});
    }
  }

  // "Schedule 1" + " Part 2 paragraph 3(a)", "paragraph 3(a)" + " of Part 2 of
  // Schedule 1": parts of a schedule are no levels, and paragraph 3 of the main
  // body is another one, so the schedule is meant. Where it stands, if that is
  // behind `end`, and where all of it ends.
  std::optional<std::pair<size_t, size_t>> in_part(size_t end) const {
    static const RE2 tail("(?i)(,? part " LABEL "(?:,? (?:" CUE ") ?" TOP TAIL
                          "*)?)(?:[^a-z0-9]|$)");
    static const RE2 of("(?i),? (?:of|in) part " LABEL
                        ",? (?:of|in|to) (?:the )?(" KIND " " LABEL
                        ")(?:[^a-z0-9]|$)");
    const auto place = [&](const re2::StringPiece& found) {
      const size_t begin = static_cast<size_t>(found.data() - m_text.data());
      return std::pair(begin, begin + found.size());
    };
    re2::StringPiece rest(piece(m_text.substr(end)));
    re2::StringPiece found;
    if (RE2::Consume(&rest, tail, &found)) {
      return std::pair(end, place(found).second);
    }
    return RE2::Consume(&rest, of, &found) ? std::optional(place(found))
                                           : std::nullopt;
  }

  // "… 5.2, 5.3 and 7(a)".
  size_t follow(size_t end) {
    static const RE2 more("(?i)^(?:,| and| or| &|, and|, or) ?"
                          "([1-9][0-9]{0,2}" TAIL "+)");
    std::string number;
    while (m_found.size() < k_most) {
      re2::StringPiece rest(piece(m_text.substr(end)));
      re2::StringPiece found;
      if (!RE2::PartialMatch(rest, more, &found)) {
        break;
      }
      const size_t begin = static_cast<size_t>(found.data() - m_text.data());
      if (!whole(begin, begin + found.size())) {
        break;
      }
      end = begin + found.size();
      put(begin, end);
    }
    return end;
  }

  std::string_view m_original;
  Shadow m_shadow;
  std::string_view m_text;
  std::vector<ClauseMention> m_found;
};

} // namespace

base::Result<ClausePath> ClausePath::parse(std::string_view text) {
  if (text.size() > k_max_text) {
    return base::fail(base::Errc::invalid, "too long for a clause");
  }
  auto read = read_text(plain_form(text));
  if (!read || read->parts.size() > k_max_parts) {
    return base::fail(base::Errc::invalid,
                      "no clause: write it as 12.4(b), Article XII, Schedule "
                      "2, paragraph 3 or Annex A");
  }
  if (read->kind == "annexure") {
    read->kind = "annex";
  }
  return ClausePath(std::move(read->kind), std::move(read->label),
                    std::move(read->parts));
}

std::string ClausePath::canonical() const {
  std::string out = m_kind.empty() ? "" : m_kind + "-" + m_label;
  for (const std::string& part : m_parts) {
    out += (out.empty() ? "" : ".") + part;
  }
  return out;
}

std::string ClausePath::display() const {
  std::string number;
  for (const std::string& part : m_parts) {
    if (number.empty()) {
      number = part;
    } else {
      number += ascii_digit(part.front()) ? "." + part : "(" + part + ")";
    }
  }
  if (m_kind.empty()) {
    // Only behind a cue can a letter be the first part.
    return ascii_digit(number.front()) ? number
                                       : "Section " + upper_ascii(number);
  }
  const std::string place = capital(m_kind) + " " + upper_ascii(m_label);
  return number.empty() ? place : place + ", paragraph " + number;
}

std::optional<ClausePath> ClausePath::parent() const {
  if (m_parts.empty() || (m_kind.empty() && m_parts.size() == 1)) {
    return std::nullopt;
  }
  ClausePath out = *this;
  out.m_parts.pop_back();
  return out;
}

ClausePath ClausePath::child(std::string part) const {
  ClausePath out = *this;
  out.m_parts.push_back(std::move(part));
  return out;
}

std::vector<ClauseMention> find_clauses(std::string_view question) {
  return Finder(cut_utf8(question, k_longest)).find();
}

std::string roman_text(uint32_t value) {
  static constexpr std::pair<uint32_t, const char*> k_digits[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
      {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
      {5, "v"},    {4, "iv"},   {1, "i"}};
  std::string out;
  for (const auto& [worth, letters] : k_digits) {
    for (; value >= worth; value -= worth) {
      out += letters;
    }
  }
  return out;
}

std::optional<uint32_t> roman_value(std::string_view text) {
  const std::string small = lower_ascii(text);
  const auto worth = [](char c) -> uint32_t {
    switch (c) {
    case 'i':
      return 1;
    case 'v':
      return 5;
    case 'x':
      return 10;
    case 'l':
      return 50;
    case 'c':
      return 100;
    case 'd':
      return 500;
    case 'm':
      return 1000;
    default:
      return 0;
    }
  };
  if (small.empty() || small.size() > 15) {
    return std::nullopt;
  }
  uint32_t total = 0;
  for (size_t i = 0; i < small.size(); ++i) {
    const uint32_t here = worth(small[i]);
    const uint32_t next = i + 1 < small.size() ? worth(small[i + 1]) : 0;
    if (here == 0) {
      return std::nullopt;
    }
    total = here < next ? total - here : total + here;
  }
  // Unsigned: a wrong order may wrap, and then no form agrees.
  const bool good = total > 0 && total < 4000 && roman_text(total) == small;
  return good ? std::optional(total) : std::nullopt;
}

} // namespace domain
