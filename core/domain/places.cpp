// SPDX-License-Identifier: Apache-2.0
#include "core/domain/places.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace domain {
namespace {

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_folded(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// Does `name` stand at `at` as whole words?
bool stands_at(std::string_view text, size_t at, std::string_view name,
               bool exact_case) {
  const auto here = text.substr(at, name.size());
  const size_t end = at + name.size();
  const bool alone = (at == 0 || !is_letter(text[at - 1])) &&
                     (end >= text.size() || !is_letter(text[end]));
  return alone && (exact_case ? here == name : same_folded(here, name));
}

// The longest state name that stands at `at`.
const State* state_at(std::string_view text, size_t at, size_t& length) {
  const State* best = nullptr;
  length = 0;
  for (const State& state : states()) {
    if (state.name.size() > length && stands_at(text, at, state.name, false)) {
      best = &state;
      length = state.name.size();
    }
    if (length == 0 && !state.postal.empty() &&
        stands_at(text, at, state.postal, true)) {
      best = &state;
      length = 2;
    }
  }
  return best;
}

struct Area {
  uint32_t state;
  uint32_t code;
};

constexpr Area k_other_areas[] = {
#include "core/domain/data/us_other_areas.inc"
};

// Blocks offshore have codes from 600 on off Florida, Louisiana and Texas.
bool is_other_area(uint32_t state, uint32_t county) {
  const bool blocks = state == 9 || state == 17 || state == 42;
  return (blocks && county >= 600) ||
         std::any_of(std::begin(k_other_areas), std::end(k_other_areas),
                     [&](const Area& area) {
                       return area.state == state && area.code == county;
                     });
}

} // namespace

const std::vector<State>& states() {
  static const std::vector<State> all = {
#include "core/domain/data/us_states.inc"
  };
  return all;
}

const std::vector<County>& counties() {
  static const std::vector<County> all = {
#include "core/domain/data/us_counties.inc"
  };
  return all;
}

const State* state_by_code(uint32_t api_code) {
  const auto found =
      std::find_if(states().begin(), states().end(),
                   [&](const State& s) { return s.api_code == api_code; });
  return found == states().end() ? nullptr : &*found;
}

const State* state_by_name(std::string_view text) {
  for (const State& state : states()) {
    if (same_folded(state.name, text) ||
        (!state.postal.empty() && state.postal == text)) {
      return &state;
    }
  }
  return nullptr;
}

const County* county_by_code(uint32_t state, uint32_t county) {
  const auto key = std::tuple(state, county);
  const auto found =
      std::lower_bound(counties().begin(), counties().end(), key,
                       [](const County& c, const auto& k) {
                         return std::tuple(c.state, c.county) < k;
                       });
  const bool hit = found != counties().end() && found->state == state &&
                   found->county == county;
  return hit ? &*found : nullptr;
}

bool is_state_and_county(uint32_t state, uint32_t county) {
  constexpr uint32_t k_alaska = 50;
  if (state_by_code(state) == nullptr || county > 999) {
    return false;
  }
  return state >= k_alaska || county_by_code(state, county) != nullptr ||
         is_other_area(state, county);
}

std::vector<StateMention> find_states(std::string_view text) {
  std::vector<StateMention> out;
  for (size_t at = 0; at < text.size();) {
    size_t length = 0;
    const bool start =
        is_letter(text[at]) && (at == 0 || !is_letter(text[at - 1]));
    const State* state = start ? state_at(text, at, length) : nullptr;
    if (state != nullptr) {
      out.push_back({state, at, at + length});
    }
    at += state != nullptr ? length : 1;
  }
  return out;
}

} // namespace domain
