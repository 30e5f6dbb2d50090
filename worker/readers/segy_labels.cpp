// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <array>

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

} // namespace

std::vector<Label> labels_of(const std::vector<Card>& cards) {
  std::vector<Label> labels;
  for (const auto& card : cards) {
    labels_in(card, labels);
  }
  return labels;
}

} // namespace readers::segy
