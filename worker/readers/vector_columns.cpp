// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_columns.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <set>

namespace readers {
namespace {

constexpr size_t k_few = 3;      // distinct values that prove what a column is
constexpr size_t k_handful = 10; // rows

template <typename Test>
size_t count_of(const ColumnProfile& profile, Test test) {
  return static_cast<size_t>(
      std::count_if(profile.sample().begin(), profile.sample().end(), test));
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  });
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

// "043": as a number it would not be written so.
bool leads_with_zero(std::string_view text) {
  return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

bool is_name(std::string_view text) {
  return has_letter(text) && text.size() >= 2 && text.size() <= 80 &&
         text.find("://") == std::string_view::npos && !looks_like_date(text);
}

// Most values are names, and most are of one row alone. In a handful of rows
// every value is rare, so there a name must bear a number as wells do.
bool names_things(const ColumnProfile& profile) {
  const size_t size = profile.sample().size();
  const std::set<std::string_view> distinct(profile.sample().begin(),
                                            profile.sample().end());
  const bool few = profile.filled() < k_handful;
  const size_t names = count_of(profile, [&](const std::string& value) {
    return is_name(value) && (!few || has_digit(value));
  });
  return names * 2 > size && distinct.size() * 2 >= size;
}

std::string family_of(const VectorColumn& column,
                      const ColumnProfile& profile) {
  const auto& sample = profile.sample();
  if (const auto family = domain::column_family(sample)) {
    return *family;
  }
  const auto use = profile.use();
  if (use == ColumnUse::identifier || is_code_column(sample)) {
    return "code";
  }
  const size_t codes = count_of(profile, looks_like_code);
  const size_t zeros = count_of(profile, leads_with_zero);
  if (codes * 2 > sample.size() || (column.text && zeros * 4 > sample.size())) {
    return "code";
  }
  return use == ColumnUse::name && column.text && names_things(profile)
             ? "well-name"
             : "";
}

const std::set<std::string>& county_names() {
  static const std::set<std::string> all = [] {
    std::set<std::string> names;
    for (const auto& county : domain::counties()) {
      names.insert(domain::fold(county.name));
    }
    return names;
  }();
  return all;
}

// "NATRONA COUNTY" → "natrona".
std::string county_form(std::string_view value) {
  std::string name = domain::fold(trim(value));
  for (const std::string_view word : {" county", " parish", " co.", " co"}) {
    if (name.ends_with(word)) {
      name.resize(name.size() - word.size());
    }
  }
  return name;
}

bool is_county(const std::string& value) {
  return county_names().count(county_form(value)) > 0;
}

bool is_state(const std::string& value) {
  return domain::state_by_name(trim(value)) != nullptr;
}

// Where there are too few values to be sure, the column must say so too: "OK"
// is a status, "Lake" a kind of water.
std::string place_of(const VectorColumn& column, const ColumnProfile& profile) {
  if (profile.use() != ColumnUse::category &&
      profile.use() != ColumnUse::constant &&
      profile.use() != ColumnUse::name) {
    return "";
  }
  const auto& values = profile.values();
  size_t states = 0;
  size_t counties = 0;
  for (const auto& [value, rows] : values) {
    states += is_state(value) ? 1 : 0;
    counties += is_county(value) ? 1 : 0;
  }
  const auto name = snake_case(column.name);
  const auto sure = [&](size_t hits, std::string_view word) {
    const bool named = name.find(word) != std::string::npos;
    return hits * 10 >= values.size() * 9 && hits > 0 &&
           (hits >= k_few || named);
  };
  if (sure(states, "state")) {
    return "state";
  }
  return sure(counties, "county") || sure(counties, "cnty") ||
                 sure(counties, "parish")
             ? "county"
             : "";
}

bool is_words(const ColumnPlan& plan) {
  return plan.use == ColumnUse::name || plan.use == ColumnUse::prose;
}

ColumnPlan plan_column(const VectorColumn& column,
                       const ColumnProfile& profile) {
  ColumnPlan plan;
  plan.use = profile.use();
  if (column.hidden) {
    plan.use = ColumnUse::nothing;
    return plan;
  }
  plan.family = plan.use == ColumnUse::nothing && !column.text
                    ? domain::column_family(profile.sample()).value_or("")
                : plan.use == ColumnUse::prose ? ""
                                               : family_of(column, profile);
  const bool identity = plan.family == "api" || plan.family == "uwi-ca" ||
                        plan.family == "wellbore";
  plan.once = !identity && (plan.use == ColumnUse::category ||
                            plan.use == ColumnUse::constant);
  plan.place = place_of(column, profile);
  if (!plan.place.empty() && !identity) {
    plan.family.clear();
  }
  if (plan.use == ColumnUse::constant) {
    plan.constant = *profile.constant();
  }
  return plan;
}

} // namespace

std::vector<ColumnPlan> plan_columns(const std::vector<VectorColumn>& columns,
                                     const std::vector<ColumnProfile>& profiles,
                                     uint64_t rows) {
  std::vector<ColumnPlan> plans;
  for (size_t c = 0; c < profiles.size(); ++c) {
    plans.push_back(plan_column(columns[c], profiles[c]));
  }
  const bool small = rows <= k_small_layer_rows;
  const bool words = std::any_of(plans.begin(), plans.end(), is_words);
  for (size_t c = 0; c < plans.size(); ++c) {
    auto& plan = plans[c];
    plan.shown = !columns[c].hidden &&
                 (small || !words || plan.use != ColumnUse::nothing ||
                  !plan.family.empty());
  }
  return plans;
}

std::vector<ValueCount> values_of(const ColumnProfile& profile) {
  std::vector<ValueCount> out;
  for (const auto& [value, rows] : profile.values()) {
    out.push_back({value, rows});
  }
  std::stable_sort(
      out.begin(), out.end(),
      [](const ValueCount& a, const ValueCount& b) { return a.rows > b.rows; });
  return out;
}

std::string place_name(std::string_view place, std::string_view value) {
  if (place == "state") {
    const auto* state = domain::state_by_name(trim(value));
    return state == nullptr ? "" : std::string(state->postal);
  }
  const auto wanted = county_form(value);
  for (const auto& county : domain::counties()) {
    if (domain::fold(county.name) == wanted) {
      return std::string(county.name);
    }
  }
  return "";
}

bool is_long_fraction(std::string_view value) {
  const auto point = value.find('.');
  if (point == std::string_view::npos || !plain_number(value)) {
    return false;
  }
  const auto digits = std::count_if(
      value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits >= 10 && value.size() - point > 4 &&
         value.substr(point + 1).find_first_not_of('0') !=
             std::string_view::npos;
}

} // namespace readers
