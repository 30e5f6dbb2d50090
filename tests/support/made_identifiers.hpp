// SPDX-License-Identifier: Apache-2.0
//
// Identifiers as an archive of a country's wells would hold them, made up.
//
// Nine in ten are US well numbers. Their states are skewed as drilling is (35
// in a hundred in Texas, 14 in Oklahoma, 12 in Kansas, 7 in Louisiana …, the
// rest spread over the others); within a state the counties, shuffled, get
// shares that fall as 1/(rank+2); within a county the unique numbers count up
// in two series, from 1 (three in ten) and from 30001. Half have ten digits,
// three in ten fourteen (0000), the rest twelve (00). The tenth that is left
// are part codes, three letters, four to six digits, and a letter: ABC4471B.
// All differ. The same seed gives the same ones.
#pragma once

#include "core/domain/places.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace made {

struct Identifier {
  std::string_view family;
  std::string canonical;
};

class Identifiers {
public:
  explicit Identifiers(uint64_t seed) : m_random(seed) {
    std::map<uint32_t, std::vector<uint32_t>> counties;
    for (const domain::County& one : domain::counties()) {
      counties[one.state].push_back(one.county);
    }
    std::vector<double> weights;
    for (auto& [state, list] : counties) {
      std::shuffle(list.begin(), list.end(), m_random);
      weights.push_back(weight_of(state));
      State out;
      out.code = state;
      std::vector<double> shares;
      for (size_t rank = 0; rank < list.size(); ++rank) {
        out.counties.push_back({list[rank], 0});
        shares.push_back(1.0 / static_cast<double>(rank + 2));
      }
      out.pick =
          std::discrete_distribution<size_t>(shares.begin(), shares.end());
      m_states.push_back(std::move(out));
    }
    m_pick = std::discrete_distribution<size_t>(weights.begin(), weights.end());
  }

  Identifier next() { return m_made++ % 10 == 9 ? code() : well(); }

private:
  struct County {
    uint32_t code;
    uint32_t wells; // so far
  };
  struct State {
    uint32_t code = 0;
    std::vector<County> counties;
    std::discrete_distribution<size_t> pick;
  };
  static constexpr uint32_t k_most_wells = 95000; // of a county

  static double weight_of(uint32_t state) {
    static const std::map<uint32_t, double> known = {
        {42, 35}, {35, 14}, {15, 12}, {17, 7}, {37, 6}, {4, 5},
        {34, 4},  {30, 4},  {49, 4},  {5, 4},  {47, 3}};
    const auto found = known.find(state);
    return found == known.end() ? 2.0 / 40 : found->second;
  }

  static std::string padded(uint64_t number, size_t width) {
    std::string out = std::to_string(number);
    return std::string(width > out.size() ? width - out.size() : 0, '0') + out;
  }

  static uint32_t unique_of(uint32_t nth) {
    const uint32_t round = nth / 10;
    const uint32_t of_ten = nth % 10;
    return of_ten < 3 ? 1 + round * 3 + of_ten : 30001 + round * 7 + of_ten - 3;
  }

  Identifier well() {
    while (true) {
      State& state = m_states[m_pick(m_random)];
      County& county = state.counties[state.pick(m_random)];
      if (county.wells >= k_most_wells) {
        continue; // full
      }
      std::string digits = padded(state.code, 2) + padded(county.code, 3) +
                           padded(unique_of(county.wells++), 5);
      const auto form = m_random() % 10;
      digits += form < 5 ? "" : form < 8 ? "0000" : "00";
      return {"api", std::move(digits)};
    }
  }

  Identifier code() {
    const uint64_t nth = m_codes++;
    uint64_t letters = nth * 7919 % (26 * 26 * 26);
    std::string out;
    for (int i = 0; i < 3; ++i, letters /= 26) {
      out += static_cast<char>('A' + letters % 26);
    }
    out += padded(nth / (26 * 26 * 26) + 1000, 4);
    out += static_cast<char>('A' + m_random() % 26);
    return {"code", std::move(out)};
  }

  std::mt19937_64 m_random;
  std::vector<State> m_states;
  std::discrete_distribution<size_t> m_pick;
  uint64_t m_made = 0;
  uint64_t m_codes = 0;
};

} // namespace made
