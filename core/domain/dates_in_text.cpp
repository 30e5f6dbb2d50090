// SPDX-License-Identifier: Apache-2.0
#include "core/domain/dates_in_text.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

#define MONTH "[A-Za-z\xc3\xa4]{3,9}"
#define NAMED                                                                  \
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|"    \
  "JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Za-z]{0,6}"
#define DAY "[0-9]{1,2}(?:st|nd|rd|th)?"

const RE2& form() {
  static const RE2 made(
      [] {
        return "[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}"
               "|[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|[0-9]{2})"
               "|" DAY "[ .-]{0,2}(?:of )?" MONTH "\\.?,?[ '.-]{0,2}"
               "(?:[0-9]{4}|[0-9]{2})"
               "|" MONTH "\\.?[ -]?" DAY ",? ?[0-9]{4}"
               "|" MONTH "\\.?(?: of)?,?[ -]?[0-9]{4}"
               "|[0-9]{4}[ -]" MONTH "\\.?[ -][0-9]{1,2}"
               "|" DAY "[ .]{0,2}(?:of )?" NAMED "|" NAMED "\\.? " DAY
               "|[0-9]{4}-[0-9]{2}"
               "|[0-9]{8}";
      }(),
      [] {
        RE2::Options options;
        options.set_longest_match(true);
        options.set_encoding(RE2::Options::EncodingLatin1);
        return options;
      }());
  return made;
}

// No letter or digit at its ends, nor a separator with a digit behind it.
bool alone(std::string_view text, size_t begin, size_t end) {
  const auto at = [&](size_t i) { return i < text.size() ? text[i] : ' '; };
  const char left = begin > 0 ? text[begin - 1] : ' ';
  const char left2 = begin > 1 ? text[begin - 2] : ' ';
  const auto joins = [](char c) {
    return c == '-' || c == '/' || c == '.' || c == ',';
  };
  // A sign makes numbers of the first: "-26 June" is no date.
  if (left == '-' && !word_byte(left2)) {
    return false;
  }
  // A time of day may follow: "1992-06-12T10:00".
  const bool time = at(end) == 'T' && ascii_digit(at(end + 1));
  return !word_byte(left) && left != '_' && left != '^' &&
         !(joins(left) && ascii_digit(left2)) &&
         (time || (!word_byte(at(end)) && at(end) != '_')) &&
         !(joins(at(end)) && ascii_digit(at(end + 1)));
}

// "12.m6.1992" of "12 June 1992".
std::string written_form(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool digit = ascii_digit(text[at]);
    if (!digit && !word_byte(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && word_byte(text[end]) &&
           ascii_digit(text[end]) == digit) {
      ++end;
    }
    std::string word = lower_ascii(text.substr(at, end - at));
    at = end;
    if (!digit) {
      // Which month it is, by what it reads as in a year of its own.
      const auto month = parse_date("1 " + word + " 2000");
      if (!month || !month->one_day()) {
        continue; // "st", "of"
      }
      word = "m" + std::to_string(month->first / 100 % 100);
    } else if (const size_t first = word.find_first_not_of('0');
               first != std::string::npos) {
      word.erase(0, first);
    }
    out += (out.empty() ? "" : ".") + word;
  }
  return out;
}

std::optional<DateInText> read(std::string_view text, size_t begin,
                               size_t end) {
  const auto found = text.substr(begin, end - begin);
  DateInText out{begin, end, std::nullopt, "", ""};
  auto span = parse_date(found);
  const bool packed =
      found.size() == 8 && std::all_of(found.begin(), found.end(), ascii_digit);
  if (packed && (!span || !span->one_day() || span->first < 19000101)) {
    return std::nullopt;
  }
  if (!span) {
    // A day without its year.
    const auto with_year = parse_date(std::string(found) + " 2000");
    if (!with_year || !with_year->one_day()) {
      return std::nullopt;
    }
  } else {
    out.span = *span;
  }
  out.written = written_form(found);
  return out;
}

// "T10:15:00.000Z" of ISO 8601 with which `text` begins, else "".
std::string time_behind(std::string_view text) {
  static const RE2 time("(T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,9})?)?"
                        "(?:Z|[+-][0-9]{2}:?[0-9]{2})?)");
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece found;
  return RE2::Consume(&rest, time, &found) ? std::string(found) : "";
}

} // namespace

std::vector<DateInText> find_dates(std::string_view plain) {
  std::vector<DateInText> out;
  const re2::StringPiece whole(plain.data(), plain.size());
  re2::StringPiece got;
  size_t at = 0;
  while (at < plain.size() &&
         form().Match(whole, at, plain.size(), RE2::UNANCHORED, &got, 1)) {
    const auto begin = static_cast<size_t>(got.data() - plain.data());
    const size_t end = begin + got.size();
    auto date = alone(plain, begin, end) ? read(plain, begin, end)
                                         : std::optional<DateInText>();
    if (date) {
      date->time = time_behind(plain.substr(end, 40));
      date->end += date->time.size();
      at = date->end;
      out.push_back(std::move(*date));
      continue;
    }
    // On with the next word.
    at = begin + 1;
    while (at < plain.size() && word_byte(plain[at]) &&
           word_byte(plain[at - 1]) &&
           ascii_digit(plain[at]) == ascii_digit(plain[at - 1])) {
      ++at;
    }
  }
  return out;
}

bool same_date(const DateInText& said, const DateInText& held) {
  if (!said.time.empty() && said.time != held.time) {
    return false;
  }
  if (!said.span && held.span && held.span->one_day()) {
    const std::string day = std::to_string(held.span->first % 100);
    const std::string month =
        "m" + std::to_string(held.span->first / 100 % 100);
    return said.written == day + "." + month ||
           said.written == month + "." + day;
  }
  if (!said.span || !held.span || said.span->ambiguous ||
      held.span->ambiguous) {
    return said.written == held.written;
  }
  return *said.span == *held.span;
}

} // namespace domain
