// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dates.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <set>

namespace readers {
namespace {

using domain::DateOrder;
using domain::DateSpan;
using domain::Day;

constexpr size_t k_few_years = 3; // a table of more is of none of them

domain::Fact day_fact(std::string_view key, Day day, std::string_view text,
                      const domain::Locator& where) {
  return {std::string(key), clip(clean_utf8(text), 200),
          static_cast<double>(day), "yyyymmdd", where};
}

// Both ends; a well is drilled when it is spudded, too.
void put_days(std::string_view role, Day first, Day last, std::string_view text,
              const domain::Locator& where, DatesFound& out) {
  for (const std::string_view key : {role, std::string_view("drilled_date")}) {
    if (key != role && role != "spud_date") {
      continue;
    }
    out.facts.push_back(day_fact(key, first, text, where));
    if (last != first) {
      out.facts.push_back(day_fact(key, last, text, where));
    }
  }
}

void put_year(uint32_t year, const domain::Locator& where, DatesFound& out) {
  out.facts.push_back(
      {"year", std::to_string(year), static_cast<double>(year), "", where});
}

void put_ambiguous(std::string_view role, std::string_view text,
                   const DateSpan& span, const domain::Locator& where,
                   DatesFound& out) {
  out.facts.push_back({"ambiguous_date",
                       std::string(role) + " " + clip(clean_utf8(text), 100) +
                           ": " + span.display(),
                       std::nullopt, "", where});
}

bool is_blank(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

// 25 and 12 of "25/12/92".
std::optional<std::pair<int, int>> leading_pair(std::string_view text) {
  text = trim(text);
  std::pair<int, int> out{0, 0};
  size_t at = 0;
  const auto number = [&](int& value) {
    size_t digits = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      value = digits < 3 ? value * 10 + (text[at] - '0') : value;
      ++digits;
    }
    return digits == 1 || digits == 2;
  };
  const bool first =
      number(out.first) && at < text.size() &&
      std::string_view("/-.").find(text[at++]) != std::string_view::npos;
  return first && number(out.second) && out.first <= 31 ? std::optional(out)
                                                        : std::nullopt;
}

bool has_only_digits(std::string_view text, size_t size) {
  text = trim(text);
  return text.size() == size &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

DatesFound dates_of(std::string_view role, std::string_view field,
                    std::string_view text, const domain::Locator& where,
                    domain::DateOrder order) {
  DatesFound out;
  if (is_blank(text)) {
    return out;
  }
  const auto span = domain::parse_date(text, order);
  if (!span) {
    const bool filler = span.error().code == base::Errc::not_found;
    out.rejects.push_back(
        {where, std::string(field), std::string(text.substr(0, 200)),
         filler ? "says that there is no date" : "no date that can be read"});
    return out;
  }
  put_days(role, span->first, span->last, trim(text), where, out);
  if (span->ambiguous) {
    put_ambiguous(role, trim(text), *span, where, out);
  }
  if (span->year() && domain::is_event(role)) {
    put_year(*span->year(), where, out);
  }
  return out;
}

base::Result<void> put_dates(DatesFound found, domain::DocumentSink& sink) {
  for (domain::Fact& fact : found.facts) {
    TRY(sink.fact(std::move(fact)));
  }
  for (domain::Reject& reject : found.rejects) {
    TRY(sink.reject(std::move(reject)));
  }
  return {};
}

std::optional<DateColumn> DateColumn::of(std::string_view name) {
  const auto role = domain::date_role(name);
  return role ? std::optional(DateColumn(std::string(name), *role))
              : std::nullopt;
}

void DateColumn::refuse(std::string_view value, const domain::Locator& where) {
  if (++m_missing <= k_most_rejects) {
    m_rejects.push_back({where, m_name, std::string(value.substr(0, 200)),
                         "says that there is no date"});
  }
}

void DateColumn::add(std::string_view value, const domain::Locator& where) {
  if (is_missing(value) || is_blank(value)) {
    return;
  }
  const auto span = domain::parse_date(value);
  if (!span) { // of a filler only, where the column turns out to hold dates
    const bool filler = span.error().code == base::Errc::not_found;
    m_filled += filler ? 0 : 1;
    if (filler) {
      refuse(value, where);
    }
    return;
  }
  ++m_filled;
  // Four digits are a year only where the name speaks of dates.
  if (has_only_digits(value, 4) && !domain::names_a_date(m_name)) {
    return;
  }
  ++m_dates;
  const auto first = leading_pair(value);
  m_day_first += first && first->first > 12 ? 1 : 0;
  m_month_first += first && first->second > 12 ? 1 : 0;
  keep(value);
}

void DateColumn::keep(std::string_view value) {
  const auto text = trim(value);
  if (m_values.contains(text)) {
    return;
  }
  if (m_values.size() < k_most_days) {
    m_values.emplace(text);
    return;
  }
  m_crowded = true;
  const auto note = [&](Months& months, DateOrder order) {
    const auto span = domain::parse_date(text, order);
    for (const Day day : {span->first, span->last}) {
      const auto [at, fresh] = months.try_emplace(day / 100, Ends{day, day});
      at->second.first = std::min(at->second.first, day);
      at->second.last = std::max(at->second.last, day);
    }
  };
  if (domain::parse_date(text)->ambiguous) {
    note(m_if_day_first, DateOrder::day_first);
    note(m_if_month_first, DateOrder::month_first);
  } else {
    note(m_sure, DateOrder::unknown);
  }
}

bool DateColumn::holds() const {
  return m_dates > 0 && m_dates * 10 >= m_filled * 9;
}

DateOrder DateColumn::order() const {
  return m_day_first > 0 && m_month_first == 0   ? DateOrder::day_first
         : m_month_first > 0 && m_day_first == 0 ? DateOrder::month_first
                                                 : DateOrder::unknown;
}

void DateColumn::put_values(const domain::Locator& where,
                            DatesFound& out) const {
  bool told = false;
  for (const std::string& value : m_values) {
    const auto span = domain::parse_date(value, order());
    put_days(m_role, span->first, span->last, value, where, out);
    if (span->ambiguous && !told) {
      put_ambiguous(m_role, value, *span, where, out);
      told = true; // one example of the column is enough
    }
  }
}

void DateColumn::put_months(const domain::Locator& where,
                            DatesFound& out) const {
  const auto put = [&](const Months& months) {
    for (const auto& [month, ends] : months) {
      put_days(m_role, ends.first, ends.last,
               domain::display_day(ends.first) + " to " +
                   domain::display_day(ends.last),
               where, out);
    }
  };
  put(m_sure);
  if (order() != DateOrder::month_first) {
    put(m_if_day_first);
  }
  if (order() != DateOrder::day_first) {
    put(m_if_month_first);
  }
}

DatesFound DateColumn::found(const domain::Locator& where) const {
  DatesFound out;
  put_values(where, out);
  put_months(where, out);
  std::set<uint32_t> years;
  for (const domain::Fact& fact : out.facts) {
    if (fact.number) {
      years.insert(static_cast<uint32_t>(*fact.number) / 10000);
    }
  }
  if (domain::is_event(m_role) && years.size() <= k_few_years) {
    for (const uint32_t year : years) {
      put_year(year, where, out);
    }
  }
  out.rejects = m_rejects;
  if (m_missing > k_most_rejects) {
    out.rejects.push_back({where, m_name, "",
                           std::to_string(m_missing - k_most_rejects) +
                               " more values say that there is no date"});
  }
  return out;
}

std::string dashed_date(std::string text) {
  if (text.size() >= 10 && text[4] == ':' && text[7] == ':') {
    text[4] = text[7] = '-';
  }
  return text;
}

} // namespace readers
