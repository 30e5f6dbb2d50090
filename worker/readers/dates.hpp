// SPDX-License-Identifier: Apache-2.0
//
// Dates of fields and columns as facts: "spud_date" with a number yyyymmdd for
// its first and, where it is not one day, its last possible day; "year" for
// what happened in one. Pure; bounded memory.
#pragma once

#include "core/domain/date.hpp"
#include "core/domain/document.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct DatesFound {
  std::vector<domain::Fact> facts;
  std::vector<domain::Reject> rejects;
};

// Of one field. A date that may be two gives a fact "ambiguous_date" beside; a
// filler or what cannot be read gives a reject under `field`; a blank nothing.
// `order`: where the format says it.
DatesFound dates_of(std::string_view role, std::string_view field,
                    std::string_view text, const domain::Locator& where,
                    domain::DateOrder order = domain::DateOrder::unknown);

base::Result<void> put_dates(DatesFound found, domain::DocumentSink& sink);

// The dates of a column whose name has a role (domain/date.hpp). Month and day
// are told apart by the rows where one is above 12, if they all agree.
class DateColumn {
public:
  static constexpr size_t k_most_days = 500; // then the ends of each month
  static constexpr size_t k_most_rejects = 5;

  // Nothing if the name says no role.
  static std::optional<DateColumn> of(std::string_view name);

  void add(std::string_view value, const domain::Locator& where);
  // Whether nine in ten of the filled values are dates; else the column is
  // something else and found() is not asked for.
  bool holds() const;
  std::string_view role() const { return m_role; }
  // `where` names the column or layer.
  DatesFound found(const domain::Locator& where) const;

private:
  struct Ends { // of the days in one month
    domain::Day first = 0;
    domain::Day last = 0;
  };
  using Months = std::map<uint32_t, Ends>; // yyyymm →
  DateColumn(std::string name, std::string_view role)
      : m_name(std::move(name)), m_role(role) {}
  void refuse(std::string_view value, const domain::Locator& where);
  void keep(std::string_view value);
  domain::DateOrder order() const;
  void put_values(const domain::Locator& where, DatesFound& out) const;
  void put_months(const domain::Locator& where, DatesFound& out) const;

  std::string m_name;
  std::string_view m_role;
  uint64_t m_filled = 0, m_dates = 0, m_missing = 0;
  uint64_t m_day_first = 0, m_month_first = 0; // values that show it
  std::set<std::string, std::less<>> m_values; // as written
  // From here on where there are too many: what is sure, and what depends on
  // the order of day and month.
  bool m_crowded = false;
  Months m_sure, m_if_day_first, m_if_month_first;
  std::vector<domain::Reject> m_rejects;
};

// As TIFF and Exif write it: "2011:03:04 10:20:30" → "2011-03-04 10:20:30".
std::string dashed_date(std::string text);

} // namespace readers
