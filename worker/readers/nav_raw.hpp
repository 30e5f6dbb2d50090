// SPDX-License-Identifier: Apache-2.0
//
// UKOOA P2/86, P2/91 and P2/94 (raw marine positioning): survey, line and
// geodesy from header cards whose columns go by their code, lines and events
// from E1000 records, all other records counted by kind. Pure.
#pragma once

#include "worker/readers/nav_header.hpp"
#include "worker/readers/nav_survey.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers::nav {

// Whether the cards are of P2: H0000 with a line name, H0001 with a project.
bool is_raw_positioning(const std::vector<HeaderCard>& cards);

class RawPositioning {
public:
  void header(const HeaderCard& card) { m_cards.push_back(card); }
  // A card that is no header.
  void record(std::string_view text, uint64_t number);
  void describe(Findings& out);

private:
  void describe_card(const HeaderCard& card, Findings& out);
  void describe_line(const HeaderCard& card, Findings& out);
  void describe_records(Findings& out) const;

  std::vector<HeaderCard> m_cards;
  Survey m_survey;
  std::map<char, uint64_t> m_records;
  std::string m_first_day, m_last_day;
  uint64_t m_first_card = 0;
};

} // namespace readers::nav
