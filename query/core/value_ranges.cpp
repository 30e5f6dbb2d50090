// SPDX-License-Identifier: Apache-2.0
#include "query/core/value_ranges.hpp"

#include "core/domain/countries.hpp"
#include "core/domain/date.hpp"
#include "core/domain/datums.hpp"
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "store/families.hpp"

#include <set>

namespace query {
namespace {

// The first value behind `value`.
std::string behind(const std::string& value) {
  return value + '\0';
}

// Text values begin with 't', numbers with 'n'.
ValueRange order_range(const Condition& condition) {
  const std::string value = store::number_value(*condition.number);
  switch (condition.comparison) {
  case Comparison::less:
    return {"n", value};
  case Comparison::at_most:
    return {"n", behind(value)};
  case Comparison::more:
    return {behind(value), "o"};
  case Comparison::at_least:
    return {value, "o"};
  case Comparison::equal:
  case Comparison::not_equal:
    break;
  }
  return {};
}

} // namespace

std::vector<ValueRange> value_ranges(const Condition& condition) {
  if (condition.comparison != Comparison::equal &&
      condition.comparison != Comparison::not_equal) {
    return {order_range(condition)};
  }
  std::vector<ValueRange> out;
  const auto exactly = [&](std::string value) {
    std::string end = behind(value);
    out.push_back({std::move(value), std::move(end)});
  };
  for (const std::string& form : value_forms(condition.key, condition.text)) {
    exactly(store::text_value(form));
  }
  for (const std::string& other : condition.also) {
    exactly(store::text_value(other));
  }
  if (const auto days = domain::parse_date(condition.text);
      is_date_key(condition.key) && days) {
    out.push_back({store::number_value(days->first),
                   behind(store::number_value(days->last))});
  } else if (condition.number) {
    exactly(store::number_value(*condition.number));
  }
  return out;
}

std::vector<ValueRange> other_texts(const std::vector<std::string>& forms) {
  std::set<std::string> values;
  for (const std::string& form : forms) {
    values.insert(store::text_value(form));
  }
  std::vector<ValueRange> out;
  std::string from = "t";
  for (const std::string& value : values) {
    out.push_back({from, value});
    from = behind(value);
  }
  out.push_back({from, "u"});
  return out;
}

std::vector<std::string> value_forms(const std::string& key,
                                     const std::string& value) {
  std::vector<std::string> out = {value};
  if (key == "state") {
    if (const domain::State* state =
            domain::state_by_name(domain::upper_ascii(value))) {
      out.emplace_back(state->name);
      if (!state->postal.empty()) {
        out.emplace_back(state->postal);
      }
    }
  }
  if (key == "country") {
    const auto names = domain::country_names(value);
    out.insert(out.end(), names.begin(), names.end());
  }
  if (key == "datum") {
    const auto names = domain::datum_names(value);
    out.insert(out.end(), names.begin(), names.end());
  }
  return out;
}

} // namespace query
