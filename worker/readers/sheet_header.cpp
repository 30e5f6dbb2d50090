// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/sheet_header.hpp"

#include "worker/readers/csv_table.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <string>

namespace readers {
namespace {

constexpr size_t k_deepest_header = 30; // rows before it

// Of the rows looked at, how many cells the middle one has.
size_t typical_width(const std::vector<Record>& records) {
  std::vector<size_t> widths;
  for (const Record& record : records) {
    widths.push_back(filled_cells(record));
  }
  const auto middle = widths.begin() + static_cast<long>(widths.size() / 2);
  std::nth_element(widths.begin(), middle, widths.end());
  return *middle;
}

// Columns that several rows fill: stray notes beside a table are no part of
// what its header must name.
std::vector<Record> without_stray(const std::vector<Record>& records) {
  const size_t columns = records.front().fields.size();
  std::vector<size_t> counts(columns, 0);
  for (const Record& record : records) {
    for (size_t c = 0; c < columns; ++c) {
      counts[c] += trim(record.fields[c]).empty() ? 0 : 1;
    }
  }
  const size_t least = *std::max_element(counts.begin(), counts.end()) / 5 + 1;
  std::vector<Record> out(records.size());
  for (size_t r = 0; r < records.size(); ++r) {
    for (size_t c = 0; c < columns; ++c) {
      if (counts[c] >= least) {
        out[r].fields.push_back(records[r].fields[c]);
      }
    }
  }
  return out;
}

bool is_value(const std::string& text) {
  const auto trimmed = trim(text);
  return plain_number(trimmed) || looks_like_date(trimmed) ||
         trimmed == "TRUE" || trimmed == "FALSE";
}

// The row above the first one with values, and above rows of units; nothing
// where that is no header.
std::optional<size_t> above_values(const std::vector<Record>& records) {
  size_t at = 0;
  const auto values = [&](size_t r) {
    const auto& fields = records[r].fields;
    return static_cast<size_t>(
        std::count_if(fields.begin(), fields.end(), is_value));
  };
  while (at < records.size() && at < k_deepest_header &&
         values(at) * 3 < std::max<size_t>(filled_cells(records[at]), 1)) {
    ++at;
  }
  if (at == 0 || at >= std::min(records.size(), k_deepest_header) ||
      !is_header(records, at - 1)) {
    return std::nullopt;
  }
  --at;
  while (at > 0 && filled_cells(records[at - 1]) >= filled_cells(records[at]) &&
         values(at - 1) == 0) {
    --at;
  }
  return at;
}

} // namespace

size_t filled_cells(const Record& record) {
  return static_cast<size_t>(
      std::count_if(record.fields.begin(), record.fields.end(),
                    [](const std::string& f) { return !trim(f).empty(); }));
}

std::optional<size_t> find_sheet_header(const std::vector<Record>& records) {
  if (records.size() < 2 || records.front().fields.size() < 2) {
    return std::nullopt;
  }
  const auto kept = without_stray(records);
  if (kept.front().fields.size() < 2) {
    return std::nullopt;
  }
  const size_t typical = typical_width(kept);
  const auto above = above_values(kept);
  const size_t at = above && filled_cells(kept[*above]) * 2 > typical
                        ? *above
                        : preamble_of(kept, typical);
  const bool wide = at < kept.size() && filled_cells(kept[at]) >= 2;
  return wide && at + 1 < kept.size() && is_header(kept, at) ? std::optional(at)
                                                             : std::nullopt;
}

} // namespace readers
