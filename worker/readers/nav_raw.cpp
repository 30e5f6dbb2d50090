// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_raw.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace readers::nav {
namespace {

using segy::upper_of;

struct Field {
  std::string_view code; // "@" any digit
  const char* key;
  size_t first, last;
};

// P2/94, section 6: columns of the cards that describe a survey.
constexpr std::array k_fields{
    Field{"0001", "project", 38, 62},
    Field{"0001", "project_number", 29, 36},
    Field{"0002", "survey", 29, 80},
    Field{"0003", "format_version", 66, 76},
    Field{"0003", "tape_label", 38, 47},
    Field{"0004", "client", 29, 80},
    Field{"0005", "contractor", 29, 80},
    Field{"0006", "positioning_contractor", 29, 80},
    Field{"0007", "positioning_processor", 29, 80},
    Field{"0140", "projection", 22, 80},
    Field{"0150", "projection_zone", 7, 8},
    Field{"10@0", "vessel_reference_point", 12, 80},
    Field{"12@0", "navigation_system", 7, 80},
};

bool is_code(std::string_view code, std::string_view pattern) {
  return std::equal(code.begin(), code.end(), pattern.begin(), pattern.end(),
                    [](char c, char p) { return p == '@' || c == p; });
}

bool has_letter_or_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), segy::is_word);
}

std::string value_at(const HeaderCard& card, size_t first, size_t last) {
  return squeeze(field_at(card.text, first, last));
}

// "19940723"
void put_day(const char* role, std::string_view day,
             const domain::Locator& where, Findings& out) {
  if (has_letter_or_digit(day)) {
    put_survey_dates(role, day, where, out);
  }
}

} // namespace

bool is_raw_positioning(const std::vector<HeaderCard>& cards) {
  bool line = false, project = false, named = false;
  for (const auto& card : cards) {
    const auto words = upper_of(card.text);
    line = line || (card.code == "0000" &&
                    words.find("LINE NAME") != std::string::npos);
    project = project || (card.code == "0001" &&
                          words.find("PROJECT NAME") != std::string::npos);
    named = named || words.find("UKOOA P2/") != std::string::npos;
  }
  return named || line || project;
}

void RawPositioning::record(std::string_view text, uint64_t number) {
  const char kind = text.empty() ? ' ' : segy::upper(text.front());
  if (kind < 'A' || kind > 'Z') {
    return;
  }
  ++m_records[kind];
  if (!text.starts_with("E1000")) {
    return;
  }
  Position event;
  event.line = squeeze(field_at(text, 7, 22));
  event.point = field_at(text, 24, 31);
  event.point_number = parse_number(event.point);
  m_survey.add(event, number);
  const auto day = field_at(text, 50, 57);
  if (m_first_day.empty() && !day.empty()) {
    m_first_day = day;
    m_first_card = number;
  }
  m_last_day = day.empty() ? m_last_day : std::string(day);
}

void RawPositioning::describe_line(const HeaderCard& card, Findings& out) {
  const auto where = at_line(card.number);
  const auto name = value_at(card, 29, 44);
  const auto events = m_survey.lines();
  const bool known =
      std::any_of(events.begin(), events.end(),
                  [&](const LineRange& line) { return line.name == name; });
  if (!known && has_letter_or_digit(name)) {
    put_line_name(name, where, domain::KeyRole::subject, out);
  }
  const auto sequence = value_at(card, 46, 49);
  if (parse_number(sequence)) {
    out.measure("line_sequence", *parse_number(sequence), "", where, sequence);
  } else if (!sequence.empty()) {
    out.refuse("line_sequence", sequence, "no number in columns 46-49", where);
  }
}

void RawPositioning::describe_card(const HeaderCard& card, Findings& out) {
  const auto where = at_line(card.number);
  for (const auto& field : k_fields) {
    const auto value = value_at(card, field.first, field.last);
    if (is_code(card.code, field.code) && has_letter_or_digit(value)) {
      out.say(field.key, value, where);
    }
  }
  if (card.code == "0000") {
    describe_line(card, out);
  } else if (card.code == "0001") {
    put_day("recorded_date", field_at(card.text, 64, 71), where, out);
    put_day("recorded_date", field_at(card.text, 73, 80), where, out);
  } else if (card.code == "0003") {
    put_day("created_date", field_at(card.text, 29, 36), where, out);
  } else if (is_code(card.code, "011@") && card.code != "0110") {
    put_datum(field_at(card.text, 7, 24), field_at(card.text, 25, 43), where,
              out);
  }
}

void RawPositioning::describe_records(Findings& out) const {
  std::string kinds;
  uint64_t all = 0;
  for (const auto& [kind, count] : m_records) {
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
    all += count;
  }
  if (all > 0) {
    out.count("record_count", all);
    out.say("record_kinds", kinds);
  }
}

void RawPositioning::describe(Findings& out) {
  for (const auto& card : m_cards) {
    describe_card(card, out);
  }
  // The EPSG cards are the same in all of these formats.
  std::vector<HeaderCard> shared;
  std::copy_if(
      m_cards.begin(), m_cards.end(), std::back_inserter(shared),
      [](const HeaderCard& card) { return card.code.starts_with("80"); });
  describe_header(shared, false, out);
  describe_records(out);
  if (!out.find("recorded_date")) {
    put_day("recorded_date", m_first_day, at_line(m_first_card), out);
    if (m_last_day != m_first_day) {
      put_day("recorded_date", m_last_day, at_line(m_first_card), out);
    }
  }
  m_survey.describe("", out);
}

} // namespace readers::nav
