// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_comma.hpp"

#include "worker/readers/nav_header.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace readers::nav {
namespace {

using segy::upper_of;

constexpr size_t k_most_fields = 200;
constexpr size_t k_most_kinds = 100;
constexpr size_t k_most_facts = 500;

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  while (fields.size() < k_most_fields) {
    const auto comma = text.find(',');
    fields.push_back(squeeze(text.substr(0, comma)));
    if (comma == std::string_view::npos) {
      break;
    }
    text.remove_prefix(comma + 1);
  }
  return fields;
}

struct Common {
  std::string_view words;
  const char* key;
  size_t field; // which value behind the description, from 0
};

// P1/11, section "Common header": description, then its values.
constexpr std::array k_common{
    Common{"PROJECT NAME", "project_number", 0},
    Common{"PROJECT NAME", "project", 1},
    Common{"SURVEY DESCRIPTION", "survey", 0},
    Common{"CLIENT", "client", 0},
    Common{"GEOPHYSICAL CONTRACTOR", "contractor", 0},
    Common{"POSITIONING CONTRACTOR", "positioning_contractor", 0},
    Common{"POSITION PROCESSING CONTRACTOR", "positioning_processor", 0},
    Common{"VESSEL", "vessel", 1},
};

// "2026:02:16"
std::string with_dashes(std::string text) {
  std::replace(text.begin(), text.end(), ':', '-');
  return text;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

} // namespace

std::string comma_format(std::string_view card) {
  const auto fields = fields_of(card.substr(0, 200));
  if (fields.size() < 4) {
    return "";
  }
  const auto agency = upper_of(fields[0]);
  const auto format = upper_of(fields[1]);
  const bool known = (agency == "OGP" || agency == "IOGP") &&
                     format.starts_with(agency + " P") &&
                     format.size() == agency.size() + 3;
  const auto name = known ? format.substr(agency.size() + 1) : "";
  return name == "P1" || name == "P2" || name == "P6" ? name : "";
}

void CommaRecords::take(std::string_view text, uint64_t number) {
  const auto fields = fields_of(text);
  const auto kind = upper_of(fields[0]);
  const bool plain = std::all_of(kind.begin(), kind.end(), [](char c) {
    return segy::is_digit(c) || (c >= 'A' && c <= 'Z');
  });
  if (kind.empty() || kind.size() > 8 || !plain) {
    return;
  }
  if (m_records.contains(kind) || m_records.size() < k_most_kinds) {
    ++m_records[kind];
  }
  const bool room = m_found.facts.size() < k_most_facts;
  if ((kind == "OGP" || kind == "IOGP") && room) {
    opening(fields, number);
  } else if (kind == "HC" && room) {
    common(fields, number);
  } else if (kind == "CC") {
    comment(fields, number);
  } else if (kind == "S1" || kind == "P1") {
    position(fields, number);
  }
}

void CommaRecords::opening(const Fields& fields, uint64_t number) {
  const auto where = at_line(number);
  if (fields.size() > 3) {
    m_found.say("format_version", fields[1] + " " + fields[3], where);
  }
  if (fields.size() > 5 && !fields[5].empty()) {
    put_survey_dates("created_date", with_dashes(fields[5]), where, m_found);
  }
  if (fields.size() > 8) {
    m_found.say("prepared_by", fields[8], where);
  }
}

void CommaRecords::common(const Fields& fields, uint64_t number) {
  if (fields.size() < 6) {
    return;
  }
  const auto where = at_line(number);
  const auto words = upper_of(fields[4]);
  for (const auto& item : k_common) {
    if (words == item.words && fields.size() > 5 + item.field) {
      m_found.say(item.key, fields[5 + item.field], where);
    }
  }
  if (words == "PROJECT NAME") {
    for (size_t i = 7; i < std::min<size_t>(fields.size(), 9); ++i) {
      if (!fields[i].empty()) {
        put_survey_dates("recorded_date", with_dashes(fields[i]), where,
                         m_found);
      }
    }
  }
  // Number, EPSG code, name: the first system that is projected or, if there
  // is none, the first.
  if (words.starts_with("CRS NUMBER/EPSG CODE/NAME") && fields.size() > 7) {
    const auto code = parse_number(fields[6]);
    const bool valid = code && *code >= 1024 && *code <= 32767;
    const bool kind = has(upper_of(fields[7]), "/") || !m_found.find("epsg");
    if (valid && kind) {
      m_found.measure("epsg", *code, "", where, fields[6]);
    }
    m_found.say("crs_name", fields[7], where);
  }
  if (words.starts_with("GEODETIC DATUM") && fields.size() > 7) {
    put_datum(fields[7], "", where, m_found);
  }
}

void CommaRecords::comment(const Fields& fields, uint64_t number) {
  std::string text;
  for (size_t i = 4; i < fields.size(); ++i) {
    text += (i > 4 ? "," : "") + fields[i];
  }
  const auto mark = text.find_first_of("=:");
  if (mark == std::string::npos || m_found.facts.size() >= k_most_facts) {
    return;
  }
  const auto words = upper_of(text.substr(0, mark));
  const auto value = squeeze(std::string_view(text).substr(mark + 1));
  const auto where = at_line(number);
  if (has(words, "SEQUENCE NUMBER") && parse_number(value)) {
    m_found.measure("line_sequence", *parse_number(value), "", where, value);
  } else if (has(words, "LINE PREFIX")) {
    m_found.say("line_prefix", value, where);
  } else if (has(words, "VESSEL")) {
    m_found.say("vessel", value, where);
  }
}

void CommaRecords::position(const Fields& fields, uint64_t number) {
  if (fields.size() < 5) {
    m_found.refuse("line", fields[0], "a position without line and point",
                   at_line(number));
    return;
  }
  Position found;
  found.record = upper_of(fields[0])[0];
  found.line = fields[2];
  found.point = fields[4];
  found.point_number = parse_number(found.point);
  m_survey.add(found, number);
}

void CommaRecords::describe(Findings& out) {
  out.facts = m_found.facts;
  constexpr size_t k_most_rejects = 100;
  m_found.rejects.resize(std::min(m_found.rejects.size(), k_most_rejects));
  out.rejects = m_found.rejects;
  std::string kinds;
  uint64_t all = 0;
  for (const auto& [kind, count] : m_records) {
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
    all += count;
  }
  out.count("record_count", all);
  out.say("record_kinds", kinds);
  m_survey.describe("", out);
}

} // namespace readers::nav
