// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/name_columns.hpp"

#include "core/domain/well_name.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

template <typename Test>
bool mostly(const ColumnProfile& profile, Test test) {
  const auto& sample = profile.sample();
  const auto fit = std::count_if(sample.begin(), sample.end(), test);
  return !sample.empty() && static_cast<size_t>(fit) * 2 > sample.size();
}

template <typename Named, typename Test>
std::optional<size_t> column_of(const std::vector<std::string_view>& names,
                                const std::vector<ColumnProfile>& profiles,
                                Named named, Test test) {
  for (size_t c = 0; c < std::min(names.size(), profiles.size()); ++c) {
    if (named(names[c]) && mostly(profiles[c], test)) {
      return c;
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<NameColumns>
find_name_columns(const std::vector<std::string_view>& names,
                  const std::vector<ColumnProfile>& profiles) {
  const auto lease =
      column_of(names, profiles, domain::names_leases, domain::has_own_name);
  const auto number = column_of(names, profiles, domain::names_well_numbers,
                                domain::is_number_of_well);
  if (!lease || !number || *lease == *number) {
    return std::nullopt;
  }
  return NameColumns{*lease, *number};
}

std::string name_of_row(const NameColumns& columns,
                        const std::vector<std::string>& values) {
  if (std::max(columns.lease, columns.number) >= values.size() ||
      is_missing(values[columns.lease]) || is_missing(values[columns.number])) {
    return "";
  }
  const auto clean = [](const std::string& value) {
    return squeeze(clean_utf8(value));
  };
  const auto number = clean(values[columns.number]);
  return domain::is_number_of_well(number)
             ? domain::compose_well_name(clean(values[columns.lease]), number)
             : "";
}

} // namespace readers
