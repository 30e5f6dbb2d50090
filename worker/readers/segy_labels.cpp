// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace readers::segy {
namespace {

struct Word {
  std::string_view name; // upper case, words apart by one blank
  const char* key;       // null: only ends the value before it
  bool bare = false;     // may stand without ':' or '='
};

// Longer names before the shorter ones that they begin with.
constexpr std::array k_words{
    Word{"LINE NUMBER", "line_name", true},
    Word{"LINE NAME", "line_name", true},
    Word{"LINE NO", "line_name", true},
    Word{"LINE ID", "line_name", true},
    Word{"LINE", "line_name", true},
    Word{"SEISMIC LINE", "line_name", true},
    Word{"AREA NAME", "area"},
    Word{"AREA", "area"},
    Word{"CLIENT", "client"},
    Word{"COMPANY NAME", "company"},
    Word{"COMPANY", "company"},
    Word{"OPERATOR", "company"},
    Word{"SURVEY NAME", "survey"},
    Word{"SURVEY", "survey"},
    Word{"PROSPECT", "prospect"},
    Word{"PROJECT NAME", "project"},
    Word{"PROJECT", "project"},
    Word{"FIELD NAME", "field"},
    Word{"COUNTRY", "country"},
    Word{"BLOCK", "block"},
    Word{"PROCESSED BY", "processed_by"},
    Word{"PROCESSING CONTRACTOR", "processed_by"},
    Word{"ACQUIRED BY", "acquired_by"},
    Word{"RECORDED BY", "acquired_by"},
    Word{"SHOT BY", "acquired_by"},
    Word{"CONTRACTOR", "contractor"},
    Word{"CRS", "crs_name"},
    Word{"COORDINATE REFERENCE SYSTEM", "crs_name"},
    Word{"COORDINATE SYSTEM", "crs_name"},
    Word{"GEODETIC DATUM", "datum"},
    Word{"GEODETIC SYSTEM", "datum"},
    Word{"HORIZONTAL DATUM", "datum"},
    Word{"DATUM", nullptr},
    Word{"SPHEROID", "spheroid"},
    Word{"ELLIPSOID", "spheroid"},
    Word{"MAP PROJECTION", "projection"},
    Word{"PROJECTION", "projection"},
    Word{"UTM ZONE", "projection_zone"},
    Word{"ZONE ID", nullptr},
    Word{"ZONE", "projection_zone"},
    Word{"COORDINATE UNITS", nullptr},
    Word{"CENTRAL MERIDIAN", nullptr},
    Word{"FALSE EASTING", nullptr},
    Word{"CREW NO", nullptr},
    Word{"CREW", nullptr},
    Word{"MAP ID", nullptr},
    Word{"REEL NO", nullptr},
    Word{"OBSERVER", nullptr},
    Word{"DATE", nullptr},
    Word{"YEAR", nullptr},
    Word{"JOB", nullptr},
    Word{"VESSEL", nullptr},
    Word{"TYPE", nullptr},
    Word{"INLINE", nullptr},
    Word{"XLINE", nullptr},
    Word{"CROSSLINE", nullptr},
};

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (upper(c) >= 'A' && upper(c) <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string upper_of(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), upper);
  return out;
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_digit);
}

struct Mark {
  const Word* word = nullptr;
  size_t begin = 0, end = 0; // of the label with its separator
  bool separated = false;    // ':' or '=' follows
  bool leads = false;        // at the start of the card or of a column
};

// Where a label's separator ends; the same place if there is none.
size_t after_separator(std::string_view text, size_t at, bool& separated) {
  size_t look = at;
  while (look < text.size() && text[look] == ' ') {
    ++look;
  }
  if (look < text.size() && text[look] == '.') { // "LINE NO.: 12", "....12"
    while (look < text.size() && (text[look] == '.' || text[look] == ' ')) {
      ++look;
    }
    separated = look - at >= 3;
  }
  if (look < text.size() && (text[look] == ':' || text[look] == '=')) {
    separated = true;
    return look + 1;
  }
  return separated ? look : at;
}

// At the start of the card, behind a comma, or at the start of a column (two
// blanks or more stand before it).
bool leads_at(std::string_view text, size_t begin) {
  const auto before = text.substr(0, begin);
  const auto last = before.find_last_not_of(' ');
  return last == std::string_view::npos || before.size() - last > 2 ||
         before[last] == ',' || before[last] == ';';
}

std::optional<Mark> mark_at(std::string_view text, std::string_view capitals,
                            size_t at) {
  for (const auto& word : k_words) {
    const size_t end = at + word.name.size();
    if (capitals.substr(at, word.name.size()) != word.name ||
        (end < text.size() && is_word(text[end]))) {
      continue;
    }
    Mark mark{&word, at, end, false, leads_at(text, at)};
    mark.end = after_separator(text, end, mark.separated);
    return mark;
  }
  return std::nullopt;
}

// The first two cards of the form that the standard prints: their labels have
// no separators, and what is filled in stands behind them.
bool is_form(std::string_view capitals) {
  const auto holds = [&](std::string_view word) {
    return capitals.find(word) != std::string_view::npos;
  };
  return (capitals.starts_with("CLIENT") && holds("COMPANY") &&
          holds("CREW NO")) ||
         (capitals.starts_with("LINE") && holds("AREA") && holds("MAP ID"));
}

// All labels of a card from left to right. A label in the middle of a phrase
// without ':' or '=' is an ordinary word.
std::vector<Mark> marks_in(std::string_view text) {
  const std::string capitals = upper_of(text);
  const bool form = is_form(capitals);
  std::vector<Mark> marks;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool begins =
        is_word(text[at]) && (at == 0 || !is_word(text[at - 1]));
    const bool joined = at > 0 && (text[at - 1] == '-' || text[at - 1] == '/');
    if (!begins || joined) {
      continue;
    }
    auto mark = mark_at(text, capitals, at);
    if (mark && (mark->separated || mark->leads || form)) {
      mark->separated = mark->separated || form;
      marks.push_back(*mark);
      at = mark->end - 1;
    }
  }
  return marks;
}

std::string_view value_in(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  text = text.substr(first,
                     std::min(text.find("   ", first), text.size()) - first);
  text = text.substr(0, text.find(';'));
  // "ST0202 ,   AREA" and quotes around the whole.
  const auto last = text.find_last_not_of(" ,.'\"");
  const bool quoted = !text.empty() && (text[0] == '\'' || text[0] == '"');
  return last == std::string_view::npos
             ? std::string_view{}
             : text.substr(quoted, last + 1 - quoted);
}

bool is_value(const Mark& mark, std::string_view value) {
  const bool says = std::any_of(value.begin(), value.end(), is_word);
  if (!says || value.size() > 100 ||
      upper_of(value).find("BYTE") != std::string::npos) {
    return false;
  }
  if (mark.separated) {
    return true;
  }
  // "LINE ST0202D04-9985", not "LINE SPACING 25 M".
  const auto first = value.substr(0, value.find(' '));
  return mark.word->bare && mark.leads && has_digit(first);
}

// One of the first cards that is nothing but a label and its value: "CLIENT
// ACME OIL", not "AREA OF INTEREST".
bool is_whole_card(const Card& card, const std::vector<Mark>& marks,
                   std::string_view value) {
  constexpr size_t k_opening_cards = 5;
  if (card.number > k_opening_cards || marks.size() != 1 ||
      marks[0].begin != 0 || value.empty() || value.size() > 40) {
    return false;
  }
  const auto name = marks[0].word->name;
  const auto first = upper_of(value.substr(0, value.find(' ')));
  return (name == "CLIENT" || name == "AREA" || name == "PROSPECT" ||
          name == "COMPANY") &&
         first != "OF" && first != "FOR" && first != "IS" && first != "AND" &&
         first != "CONFIDENTIAL" && first != "DATA";
}

void labels_in(const Card& card, std::vector<Label>& labels) {
  const std::string_view text = card.content;
  const auto marks = marks_in(text);
  for (size_t i = 0; i < marks.size(); ++i) {
    const size_t stop = i + 1 < marks.size() ? marks[i + 1].begin : text.size();
    if (marks[i].word->key == nullptr || stop < marks[i].end) {
      continue;
    }
    const auto value = value_in(text.substr(marks[i].end, stop - marks[i].end));
    if (is_value(marks[i], value) || is_whole_card(card, marks, value)) {
      labels.push_back({marks[i].word->key, std::string(value), card.number});
    }
  }
}

struct Number {
  double value = 0;
  size_t end = 0;
};

std::optional<Number> number_at(std::string_view text, size_t at) {
  while (at < text.size() &&
         (text[at] == ' ' || text[at] == ':' || text[at] == '=')) {
    ++at;
  }
  double value = 0;
  const auto [end, code] =
      std::from_chars(text.data() + at, text.data() + text.size(), value);
  if (code != std::errc() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return Number{value, static_cast<size_t>(end - text.data())};
}

// The words of `text` behind `at`, in capitals, as the unit of a number.
std::string unit_at(std::string_view text, size_t at) {
  auto word = [&] {
    while (at < text.size() && text[at] == ' ') {
      ++at;
    }
    const size_t from = at;
    while (at < text.size() && (is_word(text[at]) || text[at] == '/')) {
      ++at;
    }
    return upper_of(text.substr(from, at - from));
  };
  const auto unit = word();
  const auto next = unit == "M" ? word() : std::string();
  if (next.rfind("S", 0) == 0) { // "4 M SEC"
    return "MS";
  }
  if (unit == "M" || unit.rfind("MET", 0) == 0) {
    return "m";
  }
  if (unit == "FT" || unit == "F" || unit == "FEET" || unit == "FOOT") {
    return "ft";
  }
  return unit;
}

bool has_word(std::string_view capitals, std::string_view word) {
  for (size_t at = capitals.find(word); at != std::string_view::npos;
       at = capitals.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_word(capitals[at - 1])) &&
        (end == capitals.size() || !is_word(capitals[end]))) {
      return true;
    }
  }
  return false;
}

constexpr std::array<std::string_view, 8> k_steps{
    "SAMPLE INTERVAL", "SAMPLING INTERVAL", "SAMPLE RATE",     "DEPTH INTERVAL",
    "VERTICAL STEP",   "DEPTH STEP",        "DEPTH INCREMENT", "Z STEP"};
constexpr std::array<std::string_view, 6> k_depth_words{
    "IN DEPTH",      "DEPTH DOMAIN", "DEPTH SECTION",
    "DEPTH SEISMIC", "DEPTH MIN",    "DEPTH VOLUME"};

// The binary header holds whole units or thousandths of the step.
bool agrees(double step, double interval) {
  const double size = std::fabs(step);
  return size > 0 && (std::fabs(size * 1000 - interval) < 1 ||
                      std::fabs(size - interval) < 0.5);
}

void step_in(const Card& card, std::string_view capitals, double interval,
             bool speaks_of_depth, DepthClaim& claim) {
  for (const auto label : k_steps) {
    const auto at = capitals.find(label);
    if (at == std::string_view::npos) {
      continue;
    }
    const auto number = number_at(capitals, at + label.size());
    if (!number || !agrees(number->value, interval)) {
      continue;
    }
    const auto unit = unit_at(capitals, number->end);
    const bool length = unit == "m" || unit == "ft";
    if (length || (unit.empty() && speaks_of_depth)) {
      claim = {true, std::fabs(number->value), length ? unit : "", card.content,
               card.number};
      return;
    }
  }
}

bool speaks_of_time(std::string_view capitals) {
  return has_word(capitals, "MS") || has_word(capitals, "MSEC") ||
         has_word(capitals, "TIME MIN") || has_word(capitals, "MILLISECONDS");
}

} // namespace

std::vector<Label> labels_of(const std::vector<Card>& cards) {
  std::vector<Label> labels;
  for (const auto& card : cards) {
    labels_in(card, labels);
  }
  return labels;
}

DepthClaim depth_claim(const std::vector<Card>& cards, double interval) {
  DepthClaim claim, said;
  bool depth_word = false, time_word = false;
  for (const auto& card : cards) {
    const auto capitals = upper_of(card.content);
    depth_word = depth_word || has_word(capitals, "DEPTH");
    time_word = time_word || speaks_of_time(capitals);
    for (const auto words : k_depth_words) {
      if (!said.depth && has_word(capitals, words)) {
        said = {true, std::nullopt, "", card.content, card.number};
      }
    }
  }
  for (const auto& card : cards) {
    if (!claim.depth) {
      step_in(card, upper_of(card.content), interval, depth_word, claim);
    }
  }
  if (claim.depth) {
    return claim;
  }
  return time_word ? DepthClaim{} : said;
}

std::optional<FieldPlace> place_of(const std::vector<Card>& cards,
                                   GridAxis axis) {
  static constexpr std::array<std::string_view, 4> k_inline{"INLINE", "IN-LINE",
                                                            "IN LINE", "ILINE"};
  static constexpr std::array<std::string_view, 6> k_crossline{
      "CROSSLINE",  "XLINE",      "X-LINE",
      "CROSS-LINE", "CROSS LINE", "TRACE NUMBER"};
  const auto find = [](std::string_view capitals, const auto& names) {
    size_t best = std::string_view::npos;
    for (const auto name : names) {
      best = std::min(best, capitals.find(name));
    }
    return best;
  };
  for (const auto& card : cards) {
    const auto capitals = upper_of(card.content);
    const auto in_line = find(capitals, k_inline);
    const auto cross = find(capitals, k_crossline);
    const auto at = axis == GridAxis::in_line ? in_line : cross;
    if (at == std::string_view::npos) {
      continue;
    }
    // Up to where the other axis is spoken of.
    const auto other = axis == GridAxis::in_line ? cross : in_line;
    const auto stop = other > at ? other : capitals.size();
    auto byte = capitals.find("BYTE", at);
    if (byte == std::string::npos || byte >= stop) {
      continue;
    }
    byte = capitals.find_first_of("0123456789", byte);
    const auto number = byte < stop ? number_at(capitals, byte) : std::nullopt;
    if (number && number->value >= 1 && number->value <= 237 &&
        number->value == std::floor(number->value)) {
      return FieldPlace{static_cast<size_t>(number->value), card.number};
    }
  }
  return std::nullopt;
}

} // namespace readers::segy
