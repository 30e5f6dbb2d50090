// SPDX-License-Identifier: Apache-2.0
#include "tests/eval/answers/careless.hpp"

#include "core/domain/dates_in_text.hpp"
#include "core/domain/numbers_in_text.hpp"
#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace answers {
namespace {

size_t below(Random& random, size_t limit) {
  return static_cast<size_t>(random() % limit);
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

const query::Source& source_of(const std::vector<query::Source>& sources,
                               unsigned id) {
  return *std::find_if(sources.begin(), sources.end(),
                       [&](const auto& one) { return one.id == id; });
}

bool parts_words(char c) {
  constexpr std::string_view k_signs = " \n\t;:,()[]=\"'|";
  return k_signs.find(c) != std::string_view::npos;
}

// As a person would look: whole words of the passage and of its names, one or
// some in a row, whatever signs stand in them.
bool holds(const query::Source& source, std::string_view what) {
  std::string all = source.text + "\n" + source.title;
  for (const auto& path : source.paths) {
    all += "\n" + path.path;
  }
  all += "\n" + source.locator.display() + "\n";
  const std::string wanted = bare(what);
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    words.push_back(bare(word));
    word.clear();
  };
  for (size_t i = 0; i < all.size(); ++i) {
    const bool group = all[i] == ',' && i > 0 && digit(all[i - 1]) &&
                       i + 1 < all.size() && digit(all[i + 1]);
    if (parts_words(all[i]) && !group) {
      end_word();
    } else {
      word.push_back(all[i]);
    }
  }
  for (size_t i = 0; i < words.size(); ++i) {
    std::string run;
    for (size_t j = i; j < words.size() && run.size() < wanted.size(); ++j) {
      run += words[j];
    }
    if (!wanted.empty() && run == wanted) {
      return true;
    }
  }
  return false;
}

std::vector<size_t> digits_at(const std::string& text) {
  std::vector<size_t> out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (digit(text[i])) {
      out.push_back(i);
    }
  }
  return out;
}

using Text = std::optional<std::string>;

bool has_digits(const HonestSentence& one) {
  return one.kind == Part::number || one.kind == Part::identifier ||
         (one.kind == Part::value && !digits_at(one.part).empty());
}

Text near_digit(std::string text, Random& random) {
  const auto at = digits_at(text);
  if (at.empty()) {
    return std::nullopt;
  }
  char& c = text[at[below(random, at.size())]];
  c = static_cast<char>(
      '0' + (c - '0' + 1 + static_cast<int>(below(random, 9))) % 10);
  return text;
}

Text swapped_digits(std::string text, Random& random) {
  const auto at = digits_at(text);
  if (at.size() < 2) {
    return std::nullopt;
  }
  const size_t i = below(random, at.size() - 1);
  if (text[at[i]] == text[at[i + 1]]) {
    return std::nullopt;
  }
  std::swap(text[at[i]], text[at[i + 1]]);
  return text;
}

Text dropped_digit(std::string text, Random& random) {
  const auto at = digits_at(text);
  if (at.size() < 2) {
    return std::nullopt;
  }
  text.erase(at[below(random, at.size())], 1);
  return text;
}

Text added_digit(std::string text, Random& random) {
  const auto at = digits_at(text);
  if (at.empty()) {
    return std::nullopt;
  }
  text.insert(at.back() + 1, 1, static_cast<char>('0' + below(random, 10)));
  return text;
}

Text moved_point(std::string text) {
  const size_t point = text.find('.');
  if (point == std::string::npos || point < 2 || !digit(text[point - 1]) ||
      point + 1 >= text.size() || !digit(text[point + 1])) {
    return std::nullopt;
  }
  std::swap(text[point], text[point - 1]);
  return text;
}

Text near_letter(std::string text, Random& random) {
  std::vector<size_t> at;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] >= 'A' && text[i] <= 'Z') {
      at.push_back(i);
    }
  }
  if (at.empty()) {
    return std::nullopt;
  }
  char& c = text[at[below(random, at.size())]];
  c = static_cast<char>(
      'A' + (c - 'A' + 1 + static_cast<int>(below(random, 25))) % 26);
  return text;
}

Text look_alike(std::string text) {
  if (const size_t zero = text.find('0'); zero != std::string::npos) {
    text[zero] = 'O';
    return text;
  }
  static constexpr std::array<std::pair<char, const char*>, 4> k_letters = {
      {{'A', "\xd0\x90"}, {'B', "\xd0\x92"}, {'C', "\xd0\xa1"}, {'1', "l"}}};
  for (const auto& [from, to] : k_letters) {
    if (const size_t at = text.find(from); at != std::string::npos) {
      return text.replace(at, 1, to);
    }
  }
  return std::nullopt;
}

Text other_day(const std::string& text, bool swap, Random& random) {
  const auto found = domain::find_dates(text);
  if (found.empty() || !found.front().span) {
    return std::nullopt;
  }
  const domain::Day day = found.front().span->first;
  const auto year = day / 10000;
  const auto month = day / 100 % 100;
  const auto number = day % 100;
  if (swap) {
    return number <= 12 && number != month
               ? Text(domain::display_day(year * 10000 + number * 100 + month))
               : std::nullopt;
  }
  switch (below(random, 3)) {
  case 0:
    return domain::display_day((year + 1) * 10000 + month * 100 +
                               std::min<domain::Day>(number, 28));
  case 1:
    return domain::display_day(year * 10000 + (month % 12 + 1) * 100 +
                               std::min<domain::Day>(number, 28));
  default:
    return domain::display_day(domain::day_after(day));
  }
}

Text other_word(const std::string& quotation, Random& random) {
  static constexpr std::array<const char*, 6> k_words = {
      "never", "forty", "platinum", "tomorrow", "exclusive", "unlawful"};
  std::vector<std::pair<size_t, size_t>> words;
  for (size_t at = 0; at < quotation.size();) {
    const size_t end = std::min(quotation.find(' ', at), quotation.size());
    if (end > at) {
      words.emplace_back(at, end);
    }
    at = end + 1;
  }
  if (words.size() < 3) {
    return std::nullopt;
  }
  const auto [begin, end] = words[1 + below(random, words.size() - 2)];
  std::string out = quotation;
  return out.replace(begin, end - begin,
                     k_words[below(random, k_words.size())]);
}

// Of a sentence with a number and one word behind it.
Text other_unit(const HonestSentence& one, Random& random) {
  static constexpr std::array<const char*, 8> k_units = {
      "m", "ft", "ms", "psi", "km", "%", "USD", "bbl"};
  std::string has = bare(one.after);
  has.erase(has.find_last_not_of(",.;:)") + 1); // "500.00 USD," has USD
  const std::string unit = k_units[below(random, k_units.size())];
  if (one.kind != Part::number || has == bare(unit) ||
      bare(one.before).ends_with(bare(unit)) ||
      (unit == "ft" && has.starts_with("f")) ||
      (unit == "m" && has.starts_with("met")) ||
      (unit == "km" && has.starts_with("kilom")) ||
      (unit == "%" &&
       (one.after.find('%') != std::string::npos || has.starts_with("per")))) {
    return std::nullopt;
  }
  return one.before + one.part + " " + unit + " [" + std::to_string(one.id) +
         "].\n";
}

// Another identifier of the same kind that the sources name.
Text identifier_elsewhere(const HonestSentence& one,
                          const std::vector<query::Source>& sources,
                          Random& random) {
  std::vector<std::string> found;
  for (const auto& source : sources) {
    if (source.id == one.id) {
      continue;
    }
    for (const auto& other : honest_sentences(source, 40, random)) {
      if (other.kind == Part::identifier) {
        found.push_back(other.part);
      }
    }
  }
  return found.empty() ? Text() : Text(found[below(random, found.size())]);
}

// A value that the passage has for another identifier of it.
Text value_of_another(const HonestSentence& one,
                      const std::vector<query::Source>& sources,
                      Random& random) {
  const size_t the = one.before.find(" the ");
  if (one.kind != Part::value || the == std::string::npos) {
    return std::nullopt;
  }
  const std::string field = one.before.substr(the);
  const std::string own = one.before.substr(0, the);
  std::vector<std::string> found;
  for (int round = 0; round < 8; ++round) {
    for (const auto& other :
         honest_sentences(source_of(sources, one.id), 80, random)) {
      if (other.kind == Part::value && other.before.ends_with(field) &&
          !other.before.starts_with(own) && other.part != one.part) {
        found.push_back(other.part);
      }
    }
  }
  // What its own row holds somewhere is no mistake that could be seen.
  const std::string& text = source_of(sources, one.id).text;
  const std::string id = own.substr(3);
  const size_t at = text.find(id);
  const size_t from = at == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  const std::string row = text.substr(from, text.find('\n', at) - from);
  std::erase_if(found, [&](const std::string& value) {
    return bare(row).find(bare(value)) != std::string::npos;
  });
  return found.empty() ? Text() : Text(found[below(random, found.size())]);
}

// Words that a reader would take for the name of the quantity.
// Words that name nothing are none of them.
std::vector<std::string> label_words(const std::string& before) {
  static constexpr std::array<const char*, 24> k_none = {
      "the",  "and",  "for",  "was",   "are",   "with",     "from", "that",
      "has",  "had",  "were", "than",  "about", "document", "say",  "which",
      "more", "less", "over", "least", "most",  "within",   "only", "each"};
  auto words = domain::words_of(before);
  std::erase_if(words, [](const std::string& word) {
    return word.size() < 3 || std::any_of(word.begin(), word.end(), digit) ||
           std::find(k_none.begin(), k_none.end(), word) != k_none.end();
  });
  return words;
}

// A number with a unit becomes another one of that unit in the passage, beside
// which none of the words stands that the sentence has before its number.
std::optional<Careless> other_value(const HonestSentence& one,
                                    const query::Source& source,
                                    Random& random) {
  const auto words = label_words(one.before);
  const auto own = domain::find_numbers(one.part + one.after);
  if (one.kind != Part::number || words.empty() || own.numbers.empty() ||
      own.numbers.front().unit.empty()) {
    return std::nullopt;
  }
  const auto& number = own.numbers.front();
  const std::string small = domain::lower_ascii(source.text);
  const auto held = domain::find_numbers(source.text);
  std::vector<std::string> found;
  for (const auto& other : held.numbers) {
    const size_t from = other.begin - std::min<size_t>(other.begin, 120);
    const std::string around = small.substr(from, other.all_end + 60 - from);
    const bool named =
        std::any_of(words.begin(), words.end(), [&](const auto& word) {
          return around.find(word.substr(0, 5)) != std::string::npos;
        });
    if (other.unit == number.unit && other.value != number.value &&
        !other.in_words && !named) {
      found.push_back(source.text.substr(other.begin, other.end - other.begin));
    }
  }
  // Where the same words stand beside that value elsewhere, it is none.
  std::erase_if(found, [&](const std::string& value) {
    return std::any_of(
        held.numbers.begin(), held.numbers.end(), [&](const auto& other) {
          const size_t from = other.begin - std::min<size_t>(other.begin, 160);
          const std::string around =
              small.substr(from, other.all_end + 80 - from);
          return source.text.substr(other.begin, other.end - other.begin) ==
                     value &&
                 std::any_of(words.begin(), words.end(), [&](const auto& word) {
                   return around.find(word.substr(0, 5)) != std::string::npos;
                 });
        });
  });
  if (found.empty()) {
    return std::nullopt;
  }
  const std::string& wrong = found[below(random, found.size())];
  return Careless{one.with(wrong), Mistake::other_value, wrong};
}

// In whatever writing.
bool holds_day(const query::Source& source, const std::string& day) {
  const auto said = domain::find_dates(day);
  const auto held = domain::find_dates(source.text + "\n" + source.date);
  return !said.empty() &&
         std::any_of(held.begin(), held.end(), [&](const auto& date) {
           return date.span && said.front().span &&
                  date.span->first <= said.front().span->first &&
                  said.front().span->last <= date.span->last;
         });
}

unsigned other_id(const HonestSentence& one,
                  const std::vector<query::Source>& sources, Random& random) {
  for (int round = 0; round < 20; ++round) {
    const auto& other = sources[below(random, sources.size())];
    if (other.id != one.id && !holds(other, one.part) &&
        !(one.kind == Part::date && holds_day(other, one.part))) {
      return other.id;
    }
  }
  return 0;
}

std::string cut_citation(const std::string& text) {
  return text.substr(0, text.rfind(" [")) + ".\n";
}

std::optional<Careless> with_part(const HonestSentence& one, Mistake mistake,
                                  const Text& part,
                                  const std::vector<query::Source>& sources) {
  if (!part || *part == one.part || bare(*part) == bare(one.part) ||
      holds(source_of(sources, one.id), *part)) {
    return std::nullopt;
  }
  return Careless{one.with(*part), mistake, *part};
}

} // namespace

std::string_view name_of(Mistake mistake) {
  static constexpr std::array<std::string_view, 25> k_names = {
      "",
      "near digit",
      "swapped digits",
      "dropped digit",
      "added digit",
      "moved point",
      "wrong sign",
      "wrong unit",
      "changed percent",
      "identifier of another source",
      "near letter",
      "look-alike letter",
      "wrong date",
      "day and month swapped",
      "invented clause",
      "invented word in a quotation",
      "value of another identifier",
      "dropped citation",
      "citation of another source",
      "citation of no source",
      "added link",
      "added mail address",
      "number in words",
      "added name",
      "value of another quantity"};
  return k_names[static_cast<size_t>(mistake)];
}

std::optional<Careless> make_mistake(const HonestSentence& one, Mistake mistake,
                                     const std::vector<query::Source>& sources,
                                     Random& random) {
  const auto part = [&](const Text& text) {
    return with_part(one, mistake, text, sources);
  };
  const auto whole = [&](std::string text, std::string wrong) {
    return Careless{std::move(text), mistake, std::move(wrong)};
  };
  const std::string cite = " [" + std::to_string(one.id) + "].\n";
  const std::string body = cut_citation(one.text());
  const std::string stem = body.substr(0, body.size() - 2);
  switch (mistake) {
  case Mistake::near_digit:
    return has_digits(one) ? part(near_digit(one.part, random)) : std::nullopt;
  case Mistake::swapped_digits:
    return has_digits(one) ? part(swapped_digits(one.part, random))
                           : std::nullopt;
  case Mistake::dropped_digit:
    return has_digits(one) ? part(dropped_digit(one.part, random))
                           : std::nullopt;
  case Mistake::added_digit:
    return has_digits(one) ? part(added_digit(one.part, random)) : std::nullopt;
  case Mistake::moved_point: {
    // Its bare form is the same on purpose.
    const auto moved =
        one.kind == Part::number ? moved_point(one.part) : std::nullopt;
    const bool there = moved && source_of(sources, one.id).text.find(*moved) !=
                                    std::string::npos;
    return moved && !there ? std::optional(whole(one.with(*moved), *moved))
                           : std::nullopt;
  }
  case Mistake::wrong_sign: {
    const std::string wrong = "-" + one.part;
    const bool there =
        source_of(sources, one.id).text.find(wrong) != std::string::npos;
    return one.kind == Part::number && !there
               ? std::optional(whole(one.with(wrong), wrong))
               : std::nullopt;
  }
  case Mistake::wrong_unit: {
    const auto text = other_unit(one, random);
    return text ? std::optional(whole(*text, "")) : std::nullopt;
  }
  case Mistake::changed_percent:
    return one.kind == Part::number && one.after.find('%') != std::string::npos
               ? part(near_digit(one.part, random))
               : std::nullopt;
  case Mistake::other_identifier:
    return one.kind == Part::identifier
               ? part(identifier_elsewhere(one, sources, random))
               : std::nullopt;
  case Mistake::near_letter:
    return one.kind == Part::identifier ? part(near_letter(one.part, random))
                                        : std::nullopt;
  case Mistake::look_alike:
    return one.kind == Part::identifier || one.kind == Part::number
               ? part(look_alike(one.part))
               : std::nullopt;
  case Mistake::wrong_date:
  case Mistake::swapped_day_month: {
    const auto day =
        one.kind == Part::date
            ? other_day(one.part, mistake == Mistake::swapped_day_month, random)
            : std::nullopt;
    if (!day) {
      return std::nullopt;
    }
    // Another date of the source may be that day, in whatever writing.
    const auto said = domain::find_dates(*day).front();
    const auto held = domain::find_dates(source_of(sources, one.id).text);
    const bool there =
        std::any_of(held.begin(), held.end(), [&](const auto& date) {
          return date.span && date.span->first <= said.span->first &&
                 said.span->last <= date.span->last;
        });
    return there ? std::nullopt : part(day);
  }
  case Mistake::invented_clause: {
    const std::string wrong = std::to_string(40 + below(random, 50)) + "." +
                              std::to_string(1 + below(random, 9));
    return holds(source_of(sources, one.id), wrong)
               ? std::nullopt
               : std::optional(whole(
                     "Under clause " + wrong + ", " + stem + cite, wrong));
  }
  case Mistake::invented_words:
    return one.kind == Part::quotation ? part(other_word(one.part, random))
                                       : std::nullopt;
  case Mistake::moved_value: {
    const auto value = value_of_another(one, sources, random);
    return value ? std::optional(whole(one.with(*value), *value))
                 : std::nullopt;
  }
  case Mistake::dropped_citation:
    return whole(body, "");
  case Mistake::other_citation: {
    const unsigned id =
        one.part.size() > 3 ? other_id(one, sources, random) : 0;
    return id == 0 ? std::nullopt
                   : std::optional(
                         whole(stem + " [" + std::to_string(id) + "].\n", ""));
  }
  case Mistake::missing_source:
    return whole(stem + " [" +
                     std::to_string(sources.size() + 1 + below(random, 90)) +
                     "].\n",
                 "");
  case Mistake::added_link:
    return whole(below(random, 2) == 0
                     ? stem + ", see https://files.evil.example/a" + cite
                     : stem + " ([more](http://evil.example/b))" + cite,
                 "evil.example");
  case Mistake::added_mail:
    return whole(stem + ", ask help@evil.example" + cite, "evil.example");
  case Mistake::number_in_words: {
    static constexpr std::array<const char*, 5> k_words = {
        "eleven", "seventeen", "ninety-four", "three hundred", "nineteen"};
    static constexpr std::array<const char*, 5> k_digits = {"11", "17", "94",
                                                            "300", "19"};
    const size_t which = below(random, k_words.size());
    const auto& source = source_of(sources, one.id);
    return one.kind != Part::number || holds(source, k_words[which]) ||
                   holds(source, k_digits[which])
               ? std::nullopt
               : std::optional(whole(one.with(k_words[which]), k_words[which]));
  }
  case Mistake::added_name:
    return whole(stem + " for Zanthrax Drilling" + cite, "Zanthrax");
  case Mistake::other_value:
    return other_value(one, source_of(sources, one.id), random);
  }
  return std::nullopt;
}

} // namespace answers
