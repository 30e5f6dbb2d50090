// SPDX-License-Identifier: Apache-2.0
#include "core/domain/letters.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace domain {
namespace {

using Text = std::u32string_view;

// Letters beyond ASCII of one language: the frequent ones, the others.
struct Language {
  Text often, seldom;
};

// Scripts other than Latin lie in one block, whose letters count little where
// the language has none of them.
constexpr std::array k_languages{
    Language{U"éèàêç", U"âôîûëïùœæü"},
    Language{U"äöüß", U"é"},
    Language{U"æøå", U"éäöüóô"},
    Language{U"åäö", U"éüæø"},
    Language{U"óíáéñ", U"úü"},
    Language{U"ãçáéíó", U"õúâêôàü"},
    Language{U"àèéìòù", U"îó"},
    Language{U"áíóæðþéö", U"úý"},
    Language{U"íáéěščřž", U"ýúůďťňó"},
    Language{U"áíéčšžýľ", U"úôňťďäĺŕó"},
    Language{U"ąęłóśż", U"ćńź"},
    Language{U"áéöóő", U"íüúű"},
    Language{U"ăîâșț", U"şţ"},
    Language{U"čšž", U"ćđ"},
    Language{U"ıişçğüö", U"âîû"},
    Language{U"āēīšū", U"čģķļņž"},
    Language{U"ėųįšž", U"ąęūč"},
    Language{U"äöõü", U"šžå"},
    Language{U"ëéï", U"èöüêç"},
    Language{U"оеаинтсрвл", U"кмдпуязыьбгчйхжшюцщэфъё"},
    Language{U"оаинтерсвк", U"лдпумібягзчьйїхцєжшюфщґ"},
    Language{U"аоиентрсвд", U"лкпмузбгчцшјхљњжћђфџ"},
    Language{U"αοιετσνηυρ", U"πκμλςάόέίήύώδγχθφβξζψϊϋ"},
    Language{U"אהוילמרתשנ", U"בגדזחטךכםןסעףפץצק"},
    Language{U"اليمنرتبوةدعفسهك", U"قحجشصطخذضزثئءغىظأإؤآ"},
};

constexpr double k_common = 2.0;
constexpr double k_rare = 1.2;
constexpr double k_foreign = -1.5;

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}

// What looks like a letter to Unicode, but stands for itself.
bool is_sign(char32_t c) {
  return c == 0xAA || c == 0xBA || c == 0xB5;
}

bool is_letter(char32_t c) {
  if (c < 0x80) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  return !is_sign(c) && u_isalpha(static_cast<UChar32>(c)) != 0;
}

bool is_upper(char32_t c) {
  return u_isupper(static_cast<UChar32>(c)) != 0;
}

bool is_lower(char32_t c) {
  return u_islower(static_cast<UChar32>(c)) != 0;
}

UScriptCode script_of(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(c), &status);
}

// Japanese writes in three at once.
UScriptCode writing_of(char32_t c) {
  const auto script = script_of(c);
  return script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ? USCRIPT_HAN
                                                                  : script;
}

bool is_box(char32_t c) {
  return c >= 0x2500 && c < 0x25A0;
}

bool is_blank(char32_t c) {
  return c == 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_edge(char32_t c) { // where a word ends
  return is_blank(c) || (c < 0x80 && !is_letter(c) && !is_digit(c)) ||
         c == 0xA0 || (c >= 0x2010 && c <= 0x203A);
}

// What stands on either side; 0 at the ends of the text.
struct Place {
  char32_t before = 0, c = 0, after = 0;
};

bool within_word(const Place& at) {
  return is_letter(at.before) && is_letter(at.after);
}

double quote(const Place& at) {
  const bool opens = is_edge(at.before) && !is_edge(at.after);
  const bool closes = !is_blank(at.before) && is_edge(at.after);
  const bool apostrophe = at.c == 0x2019 && within_word(at);
  return opens || closes || apostrophe ? 1.5 : within_word(at) ? -3 : -1;
}

double dash(const Place& at) {
  const bool free = is_edge(at.before) && is_edge(at.after);
  const bool range = is_digit(at.before) && is_digit(at.after);
  return free || range ? 1.2 : 0.3;
}

double number_sign(const Place& at) { // ° ± × ½ ≤
  const bool left = is_digit(at.before) || is_edge(at.before);
  const bool right = !is_letter(at.after) || at.c == 0xB0;
  return left && right ? (is_digit(at.before) || is_digit(at.after) ? 2 : 0.8)
                       : -1.5;
}

// Signs that are no letters, by how they are used.
double sign(const Place& at) {
  static constexpr Text quotes = U"“”‘’„‚«»‹›";
  static constexpr Text dashes = U"–—…·";
  static constexpr Text numbers = U"°±×÷½¼¾≤≥≈";
  static constexpr Text money = U"€£¥$¢";
  static constexpr Text marks = U"•▪§®©™†‡‰";
  const auto in = [&](Text set) { return set.find(at.c) != Text::npos; };
  if (in(quotes)) {
    return quote(at);
  }
  if (in(dashes)) {
    return dash(at);
  }
  if (at.c == 0xA0) {
    return within_word(at) ? -1 : 0.5;
  }
  if (within_word(at)) {
    return at.c == 0xAD ? -0.5 : -3;
  }
  if (in(numbers)) {
    return number_sign(at);
  }
  if (at.c == 0xA1 || at.c == 0xBF) { // ¿Qué?
    return is_blank(at.before) && is_letter(at.after) ? 0.5 : -2;
  }
  if (in(money)) {
    return is_digit(at.before) || is_digit(at.after) ? 1 : 0;
  }
  if (at.c == 0xB2 || at.c == 0xB3 || at.c == 0xB9) { // m², ft³
    return is_letter(at.before) || is_digit(at.before) ? 1.5 : -1;
  }
  if (at.c == 0xB5) {
    return is_letter(at.after) && !is_letter(at.before) ? 1.5 : -1;
  }
  if (at.c == 0xAA || at.c == 0xBA) {
    return is_digit(at.before) || at.before == '.' || at.before == 'N' ? 1 : -1;
  }
  return in(marks) && (is_edge(at.before) || is_edge(at.after)) ? 0.8 : -2;
}

double box(const Place& at) {
  const auto odd = [](char32_t c) { return c >= 0x80 && !is_box(c); };
  if (odd(at.before) || odd(at.after)) {
    return -2;
  }
  if (is_box(at.before) || is_box(at.after)) {
    return 1;
  }
  return is_letter(at.before) || is_letter(at.after) ? -4
         : is_blank(at.before) || is_blank(at.after) ? 0.3
                                                     : -1.5;
}

using Letters = std::map<char32_t, double>; // in small; how many

// How well the letters go together as those of one language.
double one_language(const Letters& letters) {
  double best = letters.empty() ? 0 : -std::numeric_limits<double>::infinity();
  for (const Language& language : k_languages) {
    double sum = 0;
    for (const auto& [c, count] : letters) {
      const bool common = language.often.find(c) != Text::npos;
      const bool rare = language.seldom.find(c) != Text::npos;
      sum += count * (common ? k_common : rare ? k_rare : k_foreign);
    }
    best = std::max(best, sum);
  }
  return best;
}

// Capitals and small letters as words have them.
double letter_case(Text word, size_t i) {
  const char32_t c = word[i];
  const bool last = i + 1 == word.size();
  double out = 0;
  if (is_lower(c)) {
    out -= i >= 2 && is_upper(word[i - 1]) && is_upper(word[i - 2]) ? 3 : 0;
    out -= !last && is_upper(word[i + 1]) ? 3 : 0;
  } else if (is_upper(c)) {
    out -= i > 0 && is_lower(word[i - 1]) ? 3 : 0;
    out -= i > 0 && is_upper(word[i - 1]) && !last && is_lower(word[i + 1]) ? 2
                                                                            : 0;
    out -= 0.3;
  }
  return out;
}

// Letters beside each other: of one script, and of Latin ones not all marked.
double neighbours(Text word, size_t i) {
  const auto script = script_of(word[i]);
  double out = 0;
  const auto differs = [&](size_t j) {
    const auto other = script_of(word[j]);
    return other != script && other != USCRIPT_COMMON;
  };
  out -= i > 0 && differs(i - 1) ? 5 : 0;
  out -= i + 1 < word.size() && differs(i + 1) ? 5 : 0;
  if (i > 1 && word[i - 1] == word[i] && word[i - 2] == word[i]) {
    out -= 3;
  }
  if (script == USCRIPT_LATIN && i > 0 && word[i - 1] >= 0x80) {
    out -= i > 1 && word[i - 2] >= 0x80 ? 2.5 : 0.7;
  }
  return out;
}

double alone(char32_t c) {
  static constexpr Text words = U"àéèóáíåæøöúêôÀÉÈÓÁÍÅÆØÖÚвикосаяуіВИКОСАЯУІ";
  return words.find(c) != Text::npos ? -0.5 : -2.5;
}

// A whole word: what its letters beyond ASCII are worth by their places.
double measure_word(Text text, size_t from, size_t end, Letters& letters) {
  const auto word = text.substr(from, end - from);
  double out = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] >= 0x80) {
      const auto small = u_tolower(static_cast<UChar32>(word[i]));
      letters[static_cast<char32_t>(small)] += 1;
      out += letter_case(word, i) + neighbours(word, i);
    }
  }
  const bool digit_before = from > 0 && is_digit(text[from - 1]);
  const bool digit_behind = end < text.size() && is_digit(text[end]);
  out -= word[0] >= 0x80 && digit_before ? 1 : 0;
  out -= word.back() >= 0x80 && digit_behind ? 1 : 0;
  return word.size() == 1 && word[0] >= 0x80 ? out + alone(word[0]) : out;
}

bool is_nothing(char32_t c) {
  const auto type = u_charType(static_cast<UChar32>(c));
  return c == 0xFFFD || type == U_CONTROL_CHAR || type == U_UNASSIGNED ||
         type == U_PRIVATE_USE_CHAR || type == U_SURROGATE;
}

double measure_sign(Text text, size_t i) {
  const Place at{i > 0 ? text[i - 1] : 0, text[i],
                 i + 1 < text.size() ? text[i + 1] : 0};
  return is_nothing(at.c) ? -8 : is_box(at.c) ? box(at) : sign(at);
}

} // namespace

double plausibility(std::u32string_view text) {
  double out = 0;
  Letters letters;
  for (size_t i = 0; i < text.size();) {
    if (!is_letter(text[i])) {
      out += text[i] >= 0x80 ? measure_sign(text, i) : 0;
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && is_letter(text[end])) {
      ++end;
    }
    out += measure_word(text, i, end, letters);
    i = end;
  }
  return out + one_language(letters);
}

bool is_readable(std::u32string_view text) {
  size_t nothing = 0, letters = 0;
  std::map<UScriptCode, size_t> scripts;
  for (const char32_t c : text) {
    const bool layout = c == '\t' || c == '\n' || c == '\r' || c == '\f';
    nothing += !layout && is_nothing(c) ? 1 : 0;
    if (is_letter(c)) {
      ++letters;
      ++scripts[writing_of(c)];
    }
  }
  size_t most = 0;
  for (const auto& [script, count] : scripts) {
    most = script == USCRIPT_LATIN ? most : std::max(most, count);
  }
  const size_t usual = scripts[USCRIPT_LATIN] + most;
  return nothing * 200 <= text.size() && usual * 10 >= letters * 9;
}

} // namespace domain
