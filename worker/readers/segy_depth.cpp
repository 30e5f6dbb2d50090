// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace readers::segy {
namespace {

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

DepthClaim depth_claim(const std::vector<Card>& cards, double interval) {
  DepthClaim claim, said, time;
  bool depth_word = false;
  for (const auto& card : cards) {
    const auto capitals = upper_of(card.content);
    depth_word = depth_word || has_word(capitals, "DEPTH");
    if (time.card == 0 && speaks_of_time(capitals)) {
      time.card = card.number;
      time.text = card.content;
    }
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
  return time.card != 0 || !said.depth ? time : said;
}

} // namespace readers::segy
