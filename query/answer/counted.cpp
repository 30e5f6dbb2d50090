// SPDX-License-Identifier: Apache-2.0
#include "query/answer/counted.hpp"

#include <fmt/format.h>

namespace query {
namespace {

std::string file_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

std::string count_of(const RowAnswer& rows) {
  std::string where = file_of(rows.path.path);
  if (!rows.layer.empty()) {
    where += " (" + rows.layer + ")";
  }
  return fmt::format(
      "{}{} row{} of {} {} {}", rows.total > rows.rows ? "at least " : "",
      rows.matching, rows.matching == 1 ? "" : "s", where,
      rows.matching == 1 ? "has" : "have", fmt::join(rows.conditions, " and "));
}

std::string counted_text(const RowAnswer& rows) {
  const std::string over =
      rows.total > rows.rows
          ? fmt::format("{} rows that have text, of {}", rows.rows, rows.total)
          : fmt::format("all {} rows", rows.rows);
  return fmt::format("Counted by Keybed over {}: {}.", over, count_of(rows));
}

} // namespace query
