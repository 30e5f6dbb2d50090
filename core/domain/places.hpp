// SPDX-License-Identifier: Apache-2.0
//
// States and counties as API well numbers code them (API Bulletin D12A).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct State {
  uint32_t api_code;       // 1 to 51, offshore 55, 56, 60, 61; not FIPS
  std::string_view postal; // "WY"; "" offshore
  std::string_view name;   // "Wyoming"
};

struct County {
  uint32_t state;        // API state code
  uint32_t county;       // 1 to 999
  std::string_view name; // "Natrona", without "County" or "Parish"
};

const std::vector<State>& states();
const std::vector<County>& counties();

const State* state_by_code(uint32_t api_code);
// By full name in any case, or by postal abbreviation in capitals ("WY", not
// "wy"): in prose "in", "or", "me" are words.
const State* state_by_name(std::string_view text);
const County* county_by_code(uint32_t state, uint32_t county);

// True if a well number may begin so. Where counties are not published for a
// state (offshore, Alaska's changed boroughs) any county passes.
bool is_state_and_county(uint32_t state, uint32_t county);

// The state that `text` names as a whole word or words, longest name first:
// "West Virginia" is not Virginia. First of several.
struct StateMention {
  const State* state;
  size_t begin;
  size_t end;
};
std::vector<StateMention> find_states(std::string_view text);

} // namespace domain
