// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_near.hpp"

#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

namespace domain {
namespace {

constexpr size_t k_longest = 4096;
constexpr size_t k_most = 8;

// "North Platte River" may be meant whole or by fewer words.
std::vector<std::string> shorter_too(std::string name) {
  std::vector<std::string> out;
  while (!name.empty()) {
    out.push_back(name);
    const size_t blank = name.rfind(' ');
    name.resize(blank == std::string::npos ? 0 : blank);
  }
  return out;
}

} // namespace

std::vector<AskedNear> asked_near(std::string_view question) {
  static const RE2 form(
      "(?:^|[^\\pL])((?i:near(?: to)?|close to|around|nearby|in the vicinity "
      "of|(?:with)?in ([0-9][0-9,.]* ?(?:km|kilomet(?:re|er)s?|miles?|mi|m|"
      "met(?:re|er)s?|ft|feet)) (?:of|from|around)))"
      " (?:(?i:the (?:town|city) of )|the )?"
      "(\\p{Lu}[\\pL'.-]*(?: \\p{Lu}[\\pL'.-]*){0,2})");
  question = cut_utf8(question, k_longest);
  re2::StringPiece rest(question.data(), question.size());
  re2::StringPiece cue;
  re2::StringPiece distance;
  re2::StringPiece name;
  std::vector<AskedNear> out;
  while (out.size() < k_most &&
         RE2::FindAndConsume(&rest, form, &cue, &distance, &name)) {
    std::string text(name);
    while (text.ends_with('.')) {
      text.pop_back(); // of the sentence
    }
    AskedNear near{shorter_too(std::move(text)), std::nullopt,
                   std::string(cue)};
    if (!distance.empty()) {
      const auto length = parse_quantity(std::string(distance));
      if (!length || length->meaning.dimension != Dimension::length) {
        continue;
      }
      near.metres = length->si;
    }
    out.push_back(std::move(near));
  }
  return out;
}

} // namespace domain
