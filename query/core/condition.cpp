// SPDX-License-Identifier: Apache-2.0
#include "query/core/condition.hpp"

#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "query/core/extent.hpp"
#include "query/core/path_pattern.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace query {
namespace {

struct Operator {
  std::string_view sign;
  Comparison comparison;
};

// Longer signs first, so that >= is not read as >.
constexpr std::array<Operator, 7> k_operators = {{
    {"<=", Comparison::at_most},
    {">=", Comparison::at_least},
    {"!=", Comparison::not_equal},
    {"==", Comparison::equal},
    {"=", Comparison::equal},
    {"<", Comparison::less},
    {">", Comparison::more},
}};

std::string_view unquote(std::string_view text) {
  const bool quoted =
      text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string_view sign_of(Comparison comparison) {
  for (const Operator& op : k_operators) {
    if (op.comparison == comparison && op.sign != "==") {
      return op.sign;
    }
  }
  return "?";
}

// The day at which "before", "until", "after", "since" begin or end; dates are
// days as yyyymmdd.
std::optional<double> day_of(Comparison comparison, std::string_view text) {
  const auto span = domain::parse_date(text);
  if (!span || span->ambiguous) {
    return std::nullopt;
  }
  const bool end =
      comparison == Comparison::at_most || comparison == Comparison::more;
  return static_cast<double>(end ? span->last : span->first);
}

bool is_order(Comparison comparison) {
  return comparison != Comparison::equal && comparison != Comparison::not_equal;
}

base::Result<void> check_place(const Condition& condition) {
  if (is_order(condition.comparison)) {
    return base::fail(base::Errc::invalid, "'" + condition.display() +
                                               "': " + condition.key +
                                               " is compared with = or !=");
  }
  if (condition.key == k_extent_key) {
    TRY(parse_extent(condition.text));
  }
  return {};
}

base::Result<Condition> make_condition(std::string_view key, const Operator& op,
                                       std::string_view value) {
  Condition condition{std::string(domain::trim_blanks(key)),
                      op.comparison,
                      std::string(unquote(domain::trim_blanks(value))),
                      {}};
  if (condition.key.empty() || condition.text.empty()) {
    return base::fail(base::Errc::invalid, "a condition is KEY" +
                                               std::string(op.sign) +
                                               "VALUE, for example state=WY");
  }
  if (is_place_key(condition.key)) {
    TRY(check_place(condition));
    return condition;
  }
  condition.number = is_date_key(condition.key)
                         ? day_of(op.comparison, condition.text)
                         : number_of(condition.text);
  if (is_order(op.comparison) && !condition.number &&
      is_date_key(condition.key)) {
    return base::fail(
        base::Errc::invalid,
        "'" + condition.text + "' is not one date; write for example " +
            condition.key + std::string(op.sign) + "1980-06-01 or 1980");
  }
  if (is_order(op.comparison) && !condition.number) {
    return base::fail(base::Errc::invalid,
                      "'" + condition.text + "' is not a number, which " +
                          std::string(op.sign) +
                          " needs; the unit is part of the key, as in "
                          "depth_stop_m>1500");
  }
  return condition;
}

} // namespace

bool is_date_key(std::string_view key) {
  return key.ends_with("_date");
}

bool is_place_key(std::string_view key) {
  return key == k_path_key || key == k_extent_key;
}

std::string Condition::display() const {
  return key + " " + std::string(sign_of(comparison)) + " " + text;
}

base::Result<Condition> parse_condition(std::string_view text) {
  const auto at = text.find_first_of("<>=!");
  if (at != std::string_view::npos) {
    for (const Operator& op : k_operators) {
      if (text.substr(at, op.sign.size()) == op.sign) {
        return make_condition(text.substr(0, at), op,
                              text.substr(at + op.sign.size()));
      }
    }
  }
  return base::fail(base::Errc::invalid,
                    "'" + std::string(text) +
                        "' has no comparison; write for example state=WY or "
                        "'depth_stop_m>1500'");
}

std::vector<ConditionGroup>
group_conditions(std::vector<Condition> conditions) {
  std::vector<ConditionGroup> groups;
  for (Condition& condition : conditions) {
    const auto same = std::find_if(
        groups.begin(), groups.end(), [&](const ConditionGroup& group) {
          return group.key == condition.key &&
                 condition.comparison == Comparison::equal &&
                 group.any_of.front().comparison == Comparison::equal;
        });
    if (same != groups.end()) {
      same->any_of.push_back(std::move(condition));
    } else {
      std::string key = condition.key;
      groups.push_back({std::move(key), {std::move(condition)}});
    }
  }
  return groups;
}

} // namespace query
