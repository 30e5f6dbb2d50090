// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace readers::las {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' ||
         c == '\x1a' || c == '\0';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "10:30": a colon of a time of day.
bool in_time(std::string_view text, size_t colon) {
  return colon > 0 && colon + 2 < text.size() && is_digit(text[colon - 1]) &&
         is_digit(text[colon + 1]) && is_digit(text[colon + 2]) &&
         (colon < 3 || !is_digit(text[colon - 2]) ||
          !is_digit(text[colon - 3]));
}

// The last colon that parts value and description.
size_t parting_colon(std::string_view text) {
  size_t best = std::string_view::npos;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{';
    depth -= text[i] == '}' && depth > 0;
    if (text[i] == ':' && depth == 0 && !in_time(text, i)) {
      best = i;
    }
  }
  return best;
}

// `format` gets what stands in the braces.
std::string without_format(std::string_view text, std::string* format) {
  const auto open = text.find('{');
  const auto close = text.find('}', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    return std::string(trimmed(text));
  }
  if (format != nullptr) {
    *format = std::string(trimmed(text.substr(open + 1, close - open - 1)));
  }
  std::string out(trimmed(text.substr(0, open)));
  const auto rest = trimmed(text.substr(close + 1));
  return rest.empty() ? out : out + " " + std::string(rest);
}

// Some writers fill what they do not know with colons: "PORZ.:   : : : text".
std::string without_colons(std::string text) {
  return text.find_first_not_of(": ") == std::string::npos ? "" : text;
}

// A dot that belongs to the value because the one behind the mnemonic is
// missing: "STRT  100.5", "COMP  ANY OIL CO. LTD".
bool in_value(std::string_view left, size_t dot) {
  static constexpr std::array<std::string_view, 17> k_standard{
      "VERS", "WRAP", "STRT", "STOP", "STEP", "NULL", "COMP", "WELL", "FLD",
      "LOC",  "PROV", "CNTY", "STAT", "CTRY", "SRVC", "DATE", "UWI"};
  const auto head = trimmed(left.substr(0, dot));
  const auto blank = head.find_first_of(" \t");
  if (blank == std::string_view::npos) {
    return false;
  }
  const bool decimal = dot > 0 && dot + 1 < left.size() &&
                       is_digit(left[dot - 1]) && is_digit(left[dot + 1]);
  const auto word = upper_of(head.substr(0, blank));
  return decimal || std::find(k_standard.begin(), k_standard.end(), word) !=
                        k_standard.end();
}

// The quote that a mark or the end follows closes what the first opened;
// npos if none does.
size_t closing_quote(std::string_view line, size_t from, char mark) {
  for (auto at = line.find('"', from); at != std::string_view::npos;
       at = line.find('"', at + 1)) {
    size_t next = at + 1;
    while (next < line.size() && line[next] != mark && is_blank(line[next])) {
      ++next;
    }
    if (next == line.size() || line[next] == mark) {
      return at;
    }
  }
  return std::string_view::npos;
}

void split_on(std::string_view line, char mark,
              std::vector<std::string_view>& values) {
  bool closes = true; // no quote behind closes what one before did not
  while (true) {
    const auto first = line.find_first_not_of(' ');
    size_t from = 0;
    if (closes && first != std::string_view::npos && line[first] == '"') {
      const auto close = closing_quote(line, first + 1, mark);
      closes = close != std::string_view::npos;
      from = closes ? close : 0;
    }
    const auto end = line.find(mark, from);
    values.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) {
      return;
    }
    line.remove_prefix(end + 1);
  }
}

void split_blanks(std::string_view line, bool commas,
                  std::vector<std::string_view>& values) {
  size_t at = 0;
  const auto parts = [&](char c) {
    return is_blank(c) || (commas && c == ',');
  };
  while (at < line.size()) {
    if (parts(line[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    if (line[at] == '"') {
      const auto close = line.find('"', at + 1);
      end = close == std::string_view::npos ? line.size() : close + 1;
    } else {
      while (end < line.size() && !parts(line[end])) {
        ++end;
      }
    }
    values.push_back(line.substr(at, end - at));
    at = end;
  }
}

// "12.5-999.25-3" → three, if each part is a number.
void split_signs(std::string_view text, std::vector<std::string_view>& values) {
  std::vector<std::string_view> parts;
  size_t from = 0;
  for (size_t i = 1; i <= text.size(); ++i) {
    const bool cut =
        i == text.size() ||
        (text[i] == '-' && (is_digit(text[i - 1]) || text[i - 1] == '.'));
    if (!cut) {
      continue;
    }
    parts.push_back(text.substr(from, i - from));
    from = i;
    if (!number_of(parts.back())) {
      values.push_back(text);
      return;
    }
  }
  values.insert(values.end(), parts.begin(), parts.end());
}

bool starts_word(std::string_view text, std::string_view word) {
  return text.substr(0, word.size()) == word;
}

} // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::string upper_of(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return out;
}

bool is_word(std::string_view text, std::string_view capitals) {
  return std::equal(text.begin(), text.end(), capitals.begin(), capitals.end(),
                    [](char a, char b) {
                      return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b;
                    });
}

std::optional<SectionKind> section_of(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() != '~') {
    return std::nullopt;
  }
  auto name = upper_of(trimmed(line.substr(1)));
  name = name.substr(0, name.find_first_of(" \t[|:"));
  if (starts_word(name, "LOG_") || name == "LOG") {
    return starts_word(name, "LOG_DEF")     ? SectionKind::curve
           : starts_word(name, "LOG_PARAM") ? SectionKind::parameter
                                            : SectionKind::data;
  }
  const bool las3 = name.find('_') != std::string::npos;
  const bool taken = starts_word(name, "CORE") || starts_word(name, "PERF");
  if (name.empty() || las3 || taken) {
    return SectionKind::custom;
  }
  switch (name.front()) {
  case 'V':
    return SectionKind::version;
  case 'W':
    return SectionKind::well;
  case 'C':
    return SectionKind::curve;
  case 'P':
    return SectionKind::parameter;
  case 'O':
    return SectionKind::other;
  case 'A':
    return SectionKind::data;
  default:
    return SectionKind::custom;
  }
}

std::optional<Item> parse_item(std::string_view line) {
  line = trimmed(line);
  const auto colon = parting_colon(line);
  const auto left = line.substr(0, colon);
  auto dot = left.find('.');
  if (dot != std::string_view::npos && in_value(left, dot)) {
    dot = std::string_view::npos;
  } else if (dot == std::string_view::npos && colon == std::string_view::npos) {
    return std::nullopt;
  }
  Item item;
  if (colon != std::string_view::npos) {
    item.description = without_format(line.substr(colon + 1), &item.format);
  }
  if (dot == std::string_view::npos) {
    const auto end = std::min(left.find_first_of(" \t"), left.size());
    item.mnemonic = std::string(trimmed(left.substr(0, end)));
    item.value = std::string(trimmed(left.substr(end)));
    item.dotless = true;
    return item;
  }
  item.mnemonic = std::string(trimmed(left.substr(0, dot)));
  const auto rest = left.substr(dot + 1);
  const auto end = std::min(rest.find_first_of(" \t"), rest.size());
  item.unit = without_colons(std::string(rest.substr(0, end)));
  item.value = without_colons(without_format(rest.substr(end), nullptr));
  return item;
}

void split_association(Item& item) {
  const auto bar = item.description.rfind('|');
  if (bar == std::string::npos) {
    return;
  }
  item.association = std::string(trimmed(item.description.substr(bar + 1)));
  item.description = std::string(trimmed(item.description.substr(0, bar)));
}

SectionName section_name(std::string_view line) {
  SectionName out;
  line = trimmed(line);
  line.remove_prefix(!line.empty() && line.front() == '~' ? 1 : 0);
  const auto bar = line.find('|');
  if (bar != std::string_view::npos) {
    auto association = trimmed(line.substr(bar + 1));
    association.remove_prefix(
        !association.empty() && association.front() == '~' ? 1 : 0);
    out.association = std::string(association);
  }
  auto name = trimmed(line.substr(0, bar));
  const auto open = name.find('[');
  if (open != std::string_view::npos) {
    size_t number = 0;
    const char* end = name.data() + name.size();
    const auto code = std::from_chars(name.data() + open + 1, end, number).ec;
    out.number = code == std::errc() && number > 0 ? number : 1;
    name = trimmed(name.substr(0, open));
  }
  out.name = std::string(name);
  return out;
}

std::string_view unquoted(std::string_view value) {
  value = trimmed(value);
  const bool quoted =
      value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return quoted ? trimmed(value.substr(1, value.size() - 2)) : value;
}

std::optional<Delimiter> delimiter_of(std::string_view name) {
  const auto text = upper_of(trimmed(name));
  if (text == "COMMA" || text == ",") {
    return Delimiter::comma;
  }
  if (text == "TAB") {
    return Delimiter::tab;
  }
  if (text == "SPACE" || text.empty()) {
    return Delimiter::blank;
  }
  return std::nullopt;
}

void split_row(std::string_view line, Delimiter delimiter, size_t expected,
               std::vector<std::string_view>& values) {
  values.clear();
  line = trimmed(line);
  if (delimiter != Delimiter::blank) {
    split_on(line, delimiter == Delimiter::comma ? ',' : '\t', values);
    return;
  }
  split_blanks(line, false, values);
  if (values.size() != expected && line.find(',') != std::string_view::npos) {
    values.clear();
    split_blanks(line, true, values);
  }
  if (values.size() < expected) {
    std::vector<std::string_view> parted;
    for (const auto value : values) {
      if (value.size() > 1 && !number_of(value)) {
        split_signs(value, parted);
      } else {
        parted.push_back(value);
      }
    }
    values.swap(parted);
  }
}

std::optional<double> number_of(std::string_view text) {
  std::array<char, 64> copy{};
  if (text.empty() || text.size() > copy.size()) {
    return std::nullopt;
  }
  std::copy(text.begin(), text.end(), copy.begin());
  const auto comma = text.find(',');
  if (comma != std::string_view::npos &&
      text.find('.') == std::string_view::npos) {
    copy[comma] = '.';
  }
  const char* begin = copy.data() + (text.front() == '+' ? 1 : 0);
  const char* end = copy.data() + text.size();
  double value = 0;
  const auto [stop, code] = std::from_chars(begin, end, value);
  if (code != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

} // namespace readers::las
