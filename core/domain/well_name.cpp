// SPDX-License-Identifier: Apache-2.0
#include "core/domain/well_name.hpp"

#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <vector>

namespace domain {
namespace {

using Words = std::vector<std::string>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Apostrophes between letters go; "HAVERKAMP 'A'" has none such.
std::string without_apostrophes(std::string_view text) {
  static const RE2 form("(\\pL)(?:'|\xe2\x80\x99|`)(\\pL)");
  std::string out(text);
  RE2::GlobalReplace(&out, form, "\\1\\2");
  return out;
}

Words words_in(std::string_view name) {
  Words out;
  const std::string form =
      upper(near_identical_form(without_apostrophes(cut_utf8(name, 400))));
  for (size_t at = 0; at < form.size();) {
    const size_t end = std::min(form.find(' ', at), form.size());
    out.push_back(form.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), is_digit);
}

// "A1" → "A", "1".
Words split_letters(const Words& words) {
  Words out;
  for (const std::string& word : words) {
    const bool joined = word.size() > 1 && word[0] >= 'A' && word[0] <= 'Z' &&
                        std::all_of(word.begin() + 1, word.end(), is_digit);
    if (joined) {
      out.push_back(word.substr(0, 1));
      out.push_back(word.substr(1));
    } else {
      out.push_back(word);
    }
  }
  return out;
}

// The last of the words, the end first, is a number, or a letter with one
// behind it: what NO and WELL announce.
bool is_announced(const Words& from_end) {
  const size_t n = from_end.size();
  return n > 0 &&
         (has_digit(from_end[n - 1]) ||
          (n > 1 && from_end[n - 1].size() == 1 && has_digit(from_end[n - 2])));
}

bool announces(std::string_view word) {
  return word == "WELL" || word == "NO" || word == "NR" || word == "NUM" ||
         word == "NUMBER";
}

std::string join(const Words& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

bool ends_with_words(std::string_view whole, std::string_view end) {
  return whole.ends_with(end) && (whole.size() == end.size() ||
                                  whole[whole.size() - end.size() - 1] == ' ');
}

bool holds_words(std::string_view whole, std::string_view part) {
  const std::string padded = " " + std::string(whole) + " ";
  return padded.find(" " + std::string(part) + " ") != std::string::npos;
}

} // namespace

std::string well_name_form(std::string_view name) {
  const Words words = split_letters(words_in(name));
  Words out; // from the end, so that WELL NO. 1 loses both
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    if (!announces(*word) || !is_announced(out)) {
      out.push_back(*word);
    }
  }
  std::reverse(out.begin(), out.end());
  return join(out);
}

std::string compose_well_name(std::string_view lease, std::string_view number) {
  lease = trim_blanks(lease);
  number = trim_blanks(number);
  const std::string lease_form = well_name_form(lease);
  const std::string number_form = well_name_form(number);
  if (lease_form.empty() || number_form.empty() || !has_own_name(lease)) {
    return "";
  }
  if (holds_words(number_form, lease_form)) {
    return std::string(number);
  }
  // "HAVERKAMP A 1" and 1; but RATZLAFF 21 has a well 21.
  const bool whole = ends_with_words(lease_form, number_form) &&
                     lease_form.size() > number_form.size() &&
                     number_form.find(' ') != std::string::npos;
  return whole ? std::string(lease)
               : std::string(lease) + " " + std::string(number);
}

bool is_number_of_well(std::string_view text) {
  text = trim_blanks(text);
  const std::string form = well_name_form(text);
  static const RE2 shape("(?:(?:[A-Z]{1,3}|UNIT) )?[0-9]{1,4}[A-Z]{0,3}"
                         "(?: [0-9]{1,3}[A-Z]{0,3}| [A-Z]{1,3}[0-9]?){0,2}");
  return text.size() <= 20 && form.size() <= 12 && RE2::FullMatch(form, shape);
}

bool has_own_name(std::string_view text) {
  const std::string form = well_name_form(text);
  static const RE2 word(
      "(?:^| )(?:WELL|UNIT|NO|N A|NONE|NULL|UNKNOWN|NA)(?: |$)");
  std::string left = form;
  RE2::GlobalReplace(&left, word, " ");
  return std::count_if(left.begin(), left.end(), is_letter) >= 2 &&
         !is_number_of_well(text);
}

bool names_leases(std::string_view column) {
  static const RE2 form("(?i)(?:.*[^a-z])?(?:lease|lse)[ _]?(?:name|nm)?|"
                        "(?i)(?:unit|well|farm)[ _]?(?:name|nm)|farm");
  return RE2::FullMatch(piece(column), form);
}

bool names_well_numbers(std::string_view column) {
  static const RE2 form("(?i)(?:.*[^a-z])?(?:well|wl)[ _]?"
                        "(?:no|num|nbr|number|id|#)?\\.?[#]?");
  return RE2::FullMatch(piece(column), form);
}

} // namespace domain
