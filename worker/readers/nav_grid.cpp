// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_header.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_words.hpp"

#include <cctype>
#include <charconv>
#include <cmath>

namespace readers::nav {
namespace {

using segy::upper_of;

struct Number {
  double value = 0;
  char mark = ' '; // a letter right behind it: E, N
};

// The numbers of a value; a letter that ends one is kept with it.
std::vector<Number> numbers_in(std::string_view text) {
  std::vector<Number> found;
  while (!text.empty() && found.size() < 16) {
    const auto at = text.find_first_of("0123456789+-.");
    if (at == std::string_view::npos) {
      break;
    }
    text.remove_prefix(at);
    Number number;
    const size_t sign = text.front() == '+';
    const auto [end, code] =
        std::from_chars(text.data() + sign, text.data() + text.size(),
                        number.value, std::chars_format::fixed);
    if (code != std::errc() || !std::isfinite(number.value)) {
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (!text.empty() && segy::is_word(text.front())) {
      number.mark = segy::upper(text.front());
    }
    found.push_back(number);
  }
  return found;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// "(I,J)", "ALONG I AXIS", "IO": a letter that is a word or begins one of two.
bool names_axis(std::string_view words, char axis) {
  for (size_t at = words.find(axis); at != std::string_view::npos;
       at = words.find(axis, at + 1)) {
    const bool starts = at == 0 || !segy::is_word(words[at - 1]);
    const bool alone = at + 1 == words.size() || !segy::is_word(words[at + 1]);
    const bool origin =
        at + 2 <= words.size() && words[at + 1] == 'O' &&
        (at + 2 == words.size() || !segy::is_word(words[at + 2]));
    if (starts && (alone || origin)) {
      return true;
    }
  }
  return false;
}

class Grid {
public:
  Grid(const std::string& unit, Findings& out) : m_unit(unit), m_out(out) {}

  void take(const HeaderCard& card) {
    const auto words = upper_of(card.description);
    const auto numbers = numbers_in(card.value);
    const auto where = at_line(card.number);
    if (numbers.empty()) {
      return;
    }
    if (has(words, "ORIGIN")) {
      return origin(words, numbers, where);
    }
    if (has(words, "WIDTH") || has(words, "BIN SIZE") ||
        has(words, "BIN DIMENSION")) {
      return axes(words, numbers, "bin_width_", m_unit, where);
    }
    if (has(words, "INCREMENT")) {
      return axes(words, numbers, "bin_increment_", "", where);
    }
    if (has(words, "BEARING") || has(words, "AZIMUTH") ||
        has(words, "ORIENTATION")) {
      return bearing(card.value, numbers, where);
    }
    if (has(words, "SCALE FACTOR")) {
      return put("bin_grid_scale_factor", numbers[0].value, "", where);
    }
    range(words, numbers, where);
  }

private:
  void put(const std::string& key, double value, const std::string& unit,
           const domain::Locator& where) {
    m_out.measure(key, value, unit, where);
  }

  void origin(const std::string& words, const std::vector<Number>& numbers,
              const domain::Locator& where) {
    const bool marked = numbers[0].mark == 'E' || numbers[0].mark == 'N';
    const bool map = marked || has(words, "EASTING") ||
                     has(words, "NORTHING") || has(words, "(E,N)") ||
                     has(words, "(E, N)") || has(words, "MAP GRID");
    const bool both = numbers.size() == 2;
    if (map && both) {
      const bool swapped =
          numbers[0].mark == 'N' ||
          (!marked && words.find("NORTHING") < words.find("EASTING"));
      put("bin_origin_x", numbers[swapped ? 1 : 0].value, m_unit, where);
      put("bin_origin_y", numbers[swapped ? 0 : 1].value, m_unit, where);
    } else if (map && numbers.size() == 1) {
      const bool north =
          numbers[0].mark == 'N' || (!marked && has(words, "NORTHING"));
      put(north ? "bin_origin_y" : "bin_origin_x", numbers[0].value, m_unit,
          where);
    } else if (!map) {
      axes(words, numbers, "bin_origin_", "", where);
    }
  }

  // One value for the axis that is named, or both in the order I, J.
  void axes(const std::string& words, const std::vector<Number>& numbers,
            const std::string& key, const std::string& unit,
            const domain::Locator& where) {
    const bool i = names_axis(words, 'I') || has(words, "INLINE");
    const bool j = names_axis(words, 'J') || has(words, "CROSSLINE");
    if (numbers.size() == 2) {
      put(key + "i", numbers[0].value, unit, where);
      put(key + "j", numbers[1].value, unit, where);
    } else if (numbers.size() == 1 && i != j) {
      put(key + (i ? "i" : "j"), numbers[0].value, unit, where);
    }
  }

  // Decimal degrees, or degrees, minutes and seconds.
  void bearing(const std::string& text, const std::vector<Number>& numbers,
               const domain::Locator& where) {
    double value = numbers[0].value;
    if (numbers.size() == 3 && numbers[1].value < 60 && numbers[2].value < 60) {
      value += numbers[1].value / 60 + numbers[2].value / 3600;
    }
    if (value < -360 || value > 360) {
      m_out.refuse("bin_grid_bearing", text, "no bearing between 0 and 360",
                   where);
      return;
    }
    m_out.measure("bin_grid_bearing", value, "degree", where, text);
  }

  void range(const std::string& words, const std::vector<Number>& numbers,
             const domain::Locator& where) {
    const bool in_line = has(words, "INLINE") || has(words, "IN-LINE");
    const bool cross = has(words, "CROSSLINE") || has(words, "XLINE") ||
                       has(words, "CROSS-LINE");
    const bool i = names_axis(words, 'I'), j = names_axis(words, 'J');
    if ((in_line || i) == (cross || j)) {
      return;
    }
    const std::string name = in_line ? "inline"
                             : cross ? "crossline"
                             : i     ? "bin_i"
                                     : "bin_j";
    const bool least = has(words, "MIN") || has(words, "FIRST");
    const bool most = has(words, "MAX") || has(words, "LAST");
    if (numbers.size() == 1 && least != most) {
      put(name + (least ? "_min" : "_max"), numbers[0].value, "", where);
    } else if (numbers.size() == 2 && (has(words, "RANGE") || least == most)) {
      put(name + "_min", std::min(numbers[0].value, numbers[1].value), "",
          where);
      put(name + "_max", std::max(numbers[0].value, numbers[1].value), "",
          where);
    }
  }

  const std::string& m_unit;
  Findings& m_out;
};

} // namespace

bool speaks_of_bins(const HeaderCard& card) {
  const auto words = upper_of(card.description + " " + card.value);
  return has(words, "BIN GRID") || has(words, "BIN WIDTH") ||
         has(words, "BIN NODE") || has(words, "BINNING GRID") ||
         has(words, "P6/9");
}

void describe_bin_grid(const std::vector<HeaderCard>& cards,
                       const std::string& grid_unit, Findings& out) {
  Grid grid(grid_unit, out);
  for (const auto& card : cards) {
    if (!card.code.starts_with("8")) {
      grid.take(card);
    }
  }
}

} // namespace readers::nav
