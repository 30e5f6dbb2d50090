// SPDX-License-Identifier: Apache-2.0
#include "core/domain/outline_label.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

constexpr size_t k_head = 160; // bytes of a line that are looked at
constexpr size_t k_longest_heading = 100;

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

std::optional<Level> level_of(std::string_view text) {
  Level level;
  size_t at = 0;
  while (at < text.size() && ascii_digit(text[at])) {
    level.number = level.number * 10 + (text[at] - '0');
    ++at;
  }
  if (at == 0 || at > 3 || text[0] == '0' || at + 1 < text.size()) {
    return std::nullopt;
  }
  if (at < text.size()) {
    level.letter = lower_ascii(text.substr(at))[0];
  }
  return level;
}

std::optional<std::vector<Level>> levels_of(std::string_view number) {
  std::vector<Level> out;
  while (true) {
    const auto point = number.find('.');
    const auto level = level_of(number.substr(0, point));
    if (!level || out.size() >= ClausePath::k_max_parts) {
      return std::nullopt;
    }
    out.push_back(*level);
    if (point == std::string_view::npos) {
      return out;
    }
    number.remove_prefix(point + 1);
  }
}

// Begins a text rather than going on with a row of numbers.
bool begins_words(std::string_view rest) {
  static const RE2 form("^(?:[\"'(\\[{*_]|\\pL|[\\x{ab}\\x{201c}\\x{2018}])");
  return rest.empty() || RE2::PartialMatch(piece(rest), form);
}

size_t skip_blanks(std::string_view line, size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t' ||
                              line[at] == '*' || line[at] == '_')) {
    ++at;
  }
  return at;
}

std::optional<Label> numbered(std::string_view line, size_t start,
                              bool heading) {
  static const RE2 form("^([0-9]{1,3}[A-Za-z]?(?:\\.[0-9]{1,3}[A-Za-z]?)*)"
                        "([.):]?)[*_.]*(\\s|$)");
  re2::StringPiece number, mark, blank;
  const auto text = line.substr(start);
  if (!RE2::PartialMatch(piece(text.substr(0, k_head)), form, &number, &mark,
                         &blank)) {
    return std::nullopt;
  }
  auto levels = levels_of(std::string_view(number.data(), number.size()));
  if (!levels) {
    return std::nullopt;
  }
  Label label;
  label.levels = std::move(*levels);
  label.rest = skip_blanks(
      line, static_cast<size_t>(blank.data() - line.data()) + blank.size());
  const auto rest = line.substr(label.rest);
  const bool several = label.levels.size() > 1;
  label.strong = !mark.empty() || several || heading;
  label.firm = !mark.empty() || heading;
  // A bare "12" is a label only before a short title.
  const bool title = !rest.empty() && rest.size() <= 80 &&
                     (is_upper(rest[0]) || (rest[0] & 0x80) != 0) &&
                     rest.back() != ',' && rest.back() != '.';
  const bool bare = mark.empty() && !several && !heading;
  if (!begins_words(rest) || (bare && !title)) {
    return std::nullopt;
  }
  return label;
}

// "A.1 Units", "C.2.19 [RULES]".
std::optional<Label> lettered(std::string_view line, size_t start,
                              bool heading) {
  static const RE2 form("^([A-Z])((?:\\.[1-9][0-9]{0,2})+)[.)]?[*_]*(\\s+|$)");
  re2::StringPiece letter, number, blank;
  const auto text = line.substr(start);
  if (!RE2::PartialMatch(piece(text.substr(0, k_head)), form, &letter, &number,
                         &blank)) {
    return std::nullopt;
  }
  auto levels =
      levels_of(std::string_view(number.data() + 1, number.size() - 1));
  if (!levels || levels->size() >= ClausePath::k_max_parts) {
    return std::nullopt;
  }
  Label label;
  label.levels = std::move(*levels);
  label.levels.insert(label.levels.begin(),
                      {0, static_cast<char>(letter[0] - 'A' + 'a')});
  label.rest = static_cast<size_t>(blank.data() - line.data()) + blank.size();
  label.strong = true;
  label.firm = heading;
  return begins_words(line.substr(label.rest)) ? std::optional(label)
                                               : std::nullopt;
}

std::optional<Label> worded(std::string_view line, size_t start, bool heading) {
  static const RE2 form(
      "^((?i:article|section|clause|artikel)|\\x{a7})[ \\t]*"
      "([0-9]{1,3}[A-Za-z]?(?:\\.[0-9]{1,3}[A-Za-z]?)*|[IVXLC]{1,7})"
      "([.:)]?)[*_.]*(\\s*[-:\\x{2013}\\x{2014}]?\\s*)");
  re2::StringPiece word, number, mark, gap;
  const auto text = line.substr(start);
  if (!RE2::PartialMatch(piece(text.substr(0, k_head)), form, &word, &number,
                         &mark, &gap)) {
    return std::nullopt;
  }
  Label label;
  const std::string name = lower_ascii(std::string(word));
  const auto roman =
      roman_value(std::string_view(number.data(), number.size()));
  if (roman && !ascii_digit(number[0])) {
    label.levels = {{static_cast<int>(std::min<uint32_t>(*roman, 999)), 0}};
  } else if (auto levels =
                 levels_of(std::string_view(number.data(), number.size()))) {
    label.levels = std::move(*levels);
  } else {
    return std::nullopt;
  }
  label.rest = static_cast<size_t>(gap.data() - line.data()) + gap.size();
  const auto rest = line.substr(label.rest);
  const bool single = label.levels.size() == 1;
  label.kind = !single                    ? LabelKind::number
               : name.starts_with("arti") ? LabelKind::article
                                          : LabelKind::section;
  label.strong = true;
  label.firm = true;
  // "Section 5.2 applies to …" is the middle of a sentence.
  const bool set_off =
      !mark.empty() || gap.size() > 1 || heading || rest.empty();
  const bool title = rest.empty() || is_upper(rest[0]) || rest[0] == '(' ||
                     (rest[0] & 0x80) != 0;
  if (word_byte(rest.empty() ? ' ' : rest[0]) && gap.empty()) {
    return std::nullopt;
  }
  if (!title || (!set_off && rest.size() > k_longest_heading)) {
    return std::nullopt;
  }
  return label;
}

std::optional<Label> division(std::string_view line, size_t start) {
  static const RE2 form(
      "^((?i)schedule|annex|annexure|exhibit|appendix|attachment|anlage)[ \\t]+"
      "[\"\\x{201c}]?((?:[0-9]{1,3}[A-Z]?|[A-Z]{1,2}|[IVXLC]{1,7})"
      "(?:-[0-9]{1,3})?)[\"\\x{201d}]?[*_]*"
      "(\\s*$|\\s*[-.:\\x{2013}\\x{2014}(]+\\s*|\\s+)(.*)");
  re2::StringPiece word, label, gap, rest;
  const auto text = line.substr(start);
  if (text.size() > 120 ||
      !RE2::PartialMatch(piece(text), form, &word, &label, &gap, &rest)) {
    return std::nullopt;
  }
  const bool marked =
      std::string_view(gap.data(), gap.size()).find_first_of("-.:(\xe2") !=
      std::string_view::npos;
  const bool title =
      rest.empty() || marked || is_upper(rest[0]) || (rest[0] & 0x80) != 0;
  const bool sentence =
      !rest.empty() &&
      (rest[rest.size() - 1] == ';' || rest[rest.size() - 1] == ',' ||
       (rest[rest.size() - 1] == '.' && rest.size() > 60));
  if (!title || sentence) {
    return std::nullopt;
  }
  Label out;
  out.kind = LabelKind::division;
  out.word = lower_ascii(std::string(word));
  out.word = out.word == "annexure" ? "annex" : out.word;
  out.label = lower_ascii(std::string(label));
  out.strong = true;
  out.rest = static_cast<size_t>(rest.data() - line.data());
  return out;
}

std::optional<Label> item(std::string_view line, size_t start) {
  static const RE2 round("^\\(([a-z]{1,2}|[ivxl]{1,6}|[A-Z]|[IVX]{1,4}|"
                         "[0-9]{1,2})\\)(?:\\s+|$)");
  static const RE2 marked("^([a-z]|[ivx]{1,5}|[A-Z])(\\))(?:\\s+|$)");
  static const RE2 pointed("^([a-z]|[ivx]{1,5})(\\.)(?:\\s+|$)");
  std::string word, mark;
  const auto text = line.substr(start);
  re2::StringPiece rest(piece(text.substr(0, k_head)));
  const char* from = rest.data();
  Label out;
  out.kind = LabelKind::item;
  if (RE2::Consume(&rest, round, &word)) {
    out.style = "()";
  } else if (RE2::Consume(&rest, marked, &word, &mark) ||
             RE2::Consume(&rest, pointed, &word, &mark)) {
    out.style = mark;
  } else {
    return std::nullopt;
  }
  out.style += is_upper(word[0]) ? "A" : ascii_digit(word[0]) ? "1" : "a";
  out.word = lower_ascii(word);
  out.strong = true;
  out.rest = start + static_cast<size_t>(rest.data() - from);
  return out;
}

} // namespace

std::string Level::text() const {
  std::string out = number == 0 ? "" : std::to_string(number);
  if (letter != 0) {
    out.push_back(letter);
  }
  return out;
}

std::optional<Label> label_of(std::string_view line, bool heading) {
  size_t start = 0;
  while (start < line.size() && std::string_view(" \t*_#").find(line[start]) !=
                                    std::string_view::npos) {
    ++start;
  }
  if (start >= line.size()) {
    return std::nullopt;
  }
  const char first = line[start];
  if (ascii_digit(first)) {
    return numbered(line, start, heading);
  }
  if (first == '(' || (ascii_letter(first) && start + 1 < line.size())) {
    if (auto found = item(line, start)) {
      return found;
    }
  }
  if (auto found = lettered(line, start, heading)) {
    return found;
  }
  if (auto found = worded(line, start, heading)) {
    return found;
  }
  return division(line, start);
}

bool contents_line(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  size_t digits = 0;
  while (digits < line.size() && ascii_digit(line[line.size() - 1 - digits])) {
    ++digits;
  }
  if (digits == 0 || digits > 4 || digits == line.size()) {
    return false;
  }
  line.remove_suffix(digits);
  size_t dots = 0;
  size_t blanks = 0;
  bool tab = false;
  for (; !line.empty(); line.remove_suffix(1)) {
    const char c = line.back();
    if (c != ' ' && c != '.' && c != '\t') {
      break;
    }
    dots += c == '.' ? 1 : 0;
    blanks += c == ' ' ? 1 : 0;
    tab = tab || c == '\t';
  }
  return !line.empty() && (dots >= 3 || tab || (dots == 0 && blanks >= 3));
}

std::string defined_term(std::string_view text) {
  static const RE2 form("^[*_ ]*[\"\\x{201c}]([^\"\\x{201c}\\x{201d}]{1,80})"
                        "[\"\\x{201d}][*_]* *(?:has|have|means|mean|shall|"
                        "will|is|are|includes|\\()");
  std::string name;
  RE2::PartialMatch(piece(text.substr(0, 200)), form, &name);
  return name;
}

std::string heading_of(std::string_view rest) {
  std::string term = defined_term(rest);
  if (!term.empty()) {
    return term;
  }
  // Up to the first point, if that is a title: short, and it begins large.
  const auto point = rest.find(". ");
  auto title = rest.substr(0, std::min(point, rest.size()));
  while (!title.empty() && std::string_view(" .:*_\t\r").find(title.back()) !=
                               std::string_view::npos) {
    title.remove_suffix(1);
  }
  const bool whole = point == std::string_view::npos;
  const size_t longest = whole ? k_longest_heading : 80;
  const auto words =
      static_cast<size_t>(std::count(title.begin(), title.end(), ' ')) + 1;
  const bool large =
      !title.empty() && (is_upper(title[0]) || (title[0] & 0x80) != 0);
  if (!large || title.size() > longest || words > 12 ||
      (whole && (rest.back() == ',' || rest.back() == ';' ||
                 (rest.back() == '.' && words > 6)))) {
    return "";
  }
  return std::string(title);
}

} // namespace domain
