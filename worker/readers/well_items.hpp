// SPDX-License-Identifier: Apache-2.0
//
// What the headers of well logs say of the well, whatever their format: the
// identifiers in a field, and the constants that service companies name alike
// in LAS, LIS and DLIS (WN, CN, APIN, EKB …).
#pragma once

#include "worker/readers/findings.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace readers {

// An identifier that the document is about; nothing (false) if `text` is none
// of that family. Once only.
bool put_well_key(const std::string& family, const std::string& text,
                  const domain::Locator& where, Findings& out);

// The identifiers that a fact "api", "uwi", "well_name", "location" or
// "licence" holds. API and UWI fields hold either kind of number in practice.
void put_keys_of(const domain::Fact& fact, Findings& out);

// Degrees from "39.10458", "34/34/4.4", "-102 20 44.4", "45°30'12.5\" N"; the
// sign is that of the number.
std::optional<double> degrees_of(std::string_view text);
// Whether the text begins or ends with that letter (S, W).
bool has_letter_mark(std::string_view text, char mark);

// Values that say that there is none.
bool says_nothing(std::string_view value);

// A constant of a log's header.
struct LogItem {
  std::string mnemonic; // "EKB"; a DLIS parameter, a LIS component
  std::string value;
  std::string unit;
  domain::Locator where;
};

// The facts and keys of such constants, each once; nothing of a mnemonic that
// the service companies do not share, or of a value that says nothing.
class LogItems {
public:
  static constexpr size_t k_most = 1000;

  // `out` is borrowed and outlives this. What its facts say from the nth on is
  // known.
  explicit LogItems(Findings& out, size_t from = 0);
  void put(const LogItem& item);

private:
  bool is_new(const std::string& key, const std::string& text);
  void put_text(const char* key, const LogItem& item);
  void put_length(const char* key, const LogItem& item);
  void put_angle(const char* key, double limit, char negative,
                 const LogItem& item);
  void put_date(const LogItem& item);

  Findings& m_out;
  std::set<std::string> m_seen;
  size_t m_count = 0;
};

// "0.1 in", ".1IN": how many of which unit. The factor is 1 without a number.
struct ScaledUnit {
  double factor = 1;
  std::string_view unit;
};
ScaledUnit scaled_unit(std::string_view text);

// depth_<name>_m where the unit is a length, index_<name> otherwise, with the
// text as the file writes it.
void put_log_index(const std::string& name, double number,
                   const std::string& unit, const domain::Locator& where,
                   Findings& out);

} // namespace readers
