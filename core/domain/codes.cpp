// SPDX-License-Identifier: Apache-2.0
#include "core/domain/codes.hpp"

#include "core/domain/quantity.hpp"
#include "core/domain/shadow.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

struct Counts {
  size_t letters = 0;
  size_t uppers = 0;
  size_t digits = 0;
  size_t separators = 0;
  size_t lower_run = 0; // longest
};

Counts count(std::string_view word) {
  Counts counts;
  size_t run = 0;
  for (char c : word) {
    bool lower = c >= 'a' && c <= 'z';
    run = lower ? run + 1 : 0;
    counts.lower_run = std::max(counts.lower_run, run);
    counts.letters += ascii_letter(c) ? 1 : 0;
    counts.uppers += c >= 'A' && c <= 'Z' ? 1 : 0;
    counts.digits += ascii_digit(c) ? 1 : 0;
    counts.separators += c == '-' || c == '_' || c == '/' || c == '.' ? 1 : 0;
  }
  return counts;
}

re2::StringPiece piece(std::string_view text) {
  return re2::StringPiece(text.data(), text.size());
}

// Dates, times, versions, ordinals, sizes, hashes, numbered words.
bool everyday(std::string_view word) {
  static const RE2 form(
      "(?i)"
      "\\d{4}-\\d{1,2}-\\d{1,2}t?.*" // ISO date
      "|\\d{0,2}[-/.]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
      "[a-z]{0,6}[-/.]?\\d{1,4}(?:[-/.]\\d{1,4})?"               // 12Mar2004
      "|\\d+(?:st|nd|rd|th|s|am|pm|h|hz|x)"                      // 21st
      "|\\d+(?:\\.\\d+)?x\\d+(?:\\.\\d+)?(?:x\\d+(?:\\.\\d+)?)?" // 640x480
      "|[+-]?\\d+(?:\\.\\d*)?[ed][+-]?\\d*"                      // 1.5E-3
      "|v\\d+(?:\\.\\d+)*[a-z]?"                                 // v1.2.3
      "|(?:q[1-4]|fy|h[12])[-/]?\\d{2,4}"                        // Q4-2012
      "|(?:mid|early|late|pre|post)-?\\d{2,4}s?"
      "|0x[0-9a-f]+"
      "|[0-9a-f]{16,}"
      "|\\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\\}?"
      "|(?:figs?|tables?|pages?|pp?|sections?|sec|appendix|items?|steps?|part|"
      "notes?|rev|ver|vol|chapter|ch|phase|type|class|grade|level|layer|day|"
      "week|year|box|lot|room|suite|apt|top|utf|sha|md|mp|windows|win|word|"
      "excel|office|http|ipv)"
      "[-_.]?\\d{1,4}[a-z]?"
      "|\\d{1,4}[-/"
      "]?(?:d|day|days|year|years|hours?|inch|foot|bit|byte|phase|digit)"
      "|(?:https?|ftp|www).*");
  return RE2::FullMatch(piece(word), form);
}

// "200ms", "10m-20m", "1500BOPD".
bool measure(std::string_view word) {
  static const RE2 rate("(?i)\\d[\\d.,]*(?:k|m|mm|b)?"
                        "(?:bopd|bwpd|bpd|bbls?|boe|boepd|cf|cfd|scf|scfd|"
                        "stb|rpm|gpm|bpm|ppg|ppm|ppb|spm|spf|kv|kw|mw|hp|"
                        "vdc|vac|amp|ohm|ohmm|dpi|px|usd|nok|gb|mb|kb|tb|"
                        "lbs?|kips|cp|md|tvd|mkb|mss|ftss|ftkb|pct|db)"
                        "(?:/[a-z]{1,3})?");
  size_t dash = word.find('-');
  if (dash != std::string_view::npos && dash > 0 && dash + 1 < word.size()) {
    auto plain = [](std::string_view part) {
      return std::all_of(part.begin(), part.end(),
                         [](char c) { return ascii_digit(c) || c == '.'; });
    };
    std::string_view tail = word.substr(dash + 1);
    return (plain(word.substr(0, dash)) || measure(word.substr(0, dash))) &&
           tail.find('-') == std::string_view::npos && measure(tail);
  }
  return RE2::FullMatch(piece(word), rate) || parse_quantity(word).has_value();
}

// "9910-9940": two numbers that may well be a span of depths or pages.
bool range(std::string_view word) {
  size_t dash = word.find('-');
  return dash != std::string_view::npos && dash <= 5 &&
         word.find_first_of("-/", dash + 1) == std::string_view::npos &&
         word.size() - dash - 1 <= dash + 1 && word.size() - dash - 1 >= dash &&
         word.find('/') == std::string_view::npos && dash >= 3 &&
         (word.size() - dash - 1 > dash ||
          word.substr(0, dash) < word.substr(dash + 1));
}

bool digit_group_code(std::string_view word) {
  static const RE2 form("\\d{1,9}(?:[-/]\\d{1,9}){1,5}");
  static const RE2 date("\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}"
                        "|\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{2}|\\d{4})");
  return RE2::FullMatch(piece(word), form) &&
         !RE2::FullMatch(piece(word), date) && !range(word);
}

} // namespace

bool looks_like_code(std::string_view word) {
  Counts counts = count(word);
  if (word.size() < 3 || word.size() > 40 || counts.digits == 0 ||
      (word.size() == 3 && counts.digits < 2)) {
    return false;
  }
  if (counts.letters == 0) {
    return counts.digits >= 7 && digit_group_code(word);
  }
  bool capital = counts.uppers > 0 && counts.lower_run < 3;
  bool many_digits =
      counts.digits >= 3 && counts.lower_run < 4 && counts.separators > 0;
  bool mixed_case_blob = counts.separators == 0 && word.size() > 8 &&
                         counts.uppers > 1 &&
                         counts.letters - counts.uppers > 1;
  return (capital || many_digits) && !mixed_case_blob && !everyday(word) &&
         !measure(word);
}

bool may_be_code(std::string_view word) {
  Counts counts = count(word);
  if (counts.digits < 2 || word.size() < 3 || word.size() > 40) {
    return false;
  }
  if (counts.letters == 0) {
    return counts.digits >= 5 && digit_group_code(word);
  }
  return counts.lower_run < 12 && !everyday(word) && !measure(word);
}

} // namespace domain
