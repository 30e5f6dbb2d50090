// SPDX-License-Identifier: Apache-2.0
#include "query/answer/file_counts.hpp"

#include "query/core/allowed.hpp"
#include "query/core/content_at.hpp"
#include "query/core/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace query {
namespace {

base::Result<std::vector<HitPath>> paths_with(const ArchiveView& view,
                                              Condition condition) {
  TRY_ASSIGN(const PathSet paths,
             paths_passing(view, group_conditions({std::move(condition)})));
  std::vector<HitPath> out;
  paths.each([&](const store::BundleId& path) {
    out.push_back({path.root, path.path});
    return true;
  });
  return out;
}

} // namespace

base::Result<std::vector<FileCount>> files_counted(const ArchiveView& view,
                                                   const std::string& key) {
  std::vector<FileCount> out;
  TRY_ASSIGN(const auto counts, fact_values(view, key));
  for (const store::FactValue& count : counts) {
    if (!count.number || *count.number <= 0) {
      continue;
    }
    TRY_ASSIGN(
        const auto paths,
        paths_with(view, {key, Comparison::equal,
                          fmt::format("{}", *count.number), count.number}));
    for (const HitPath& path : paths) {
      TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
      if (place) {
        out.push_back(
            {path, place->format, static_cast<uint64_t>(*count.number)});
      }
    }
  }
  std::stable_sort(
      out.begin(), out.end(),
      [](const FileCount& a, const FileCount& b) { return a.count > b.count; });
  return out;
}

uint64_t total_of(const std::vector<FileCount>& files) {
  uint64_t out = 0;
  for (const FileCount& file : files) {
    out += file.count;
  }
  return out;
}

// Word wrote compound files from version 6, Excel from BIFF5 on.
base::Result<std::vector<OldForm>> old_forms(const ArchiveView& view) {
  constexpr std::array<std::string_view, 5> k_old = {"Word 1", "Word 2",
                                                     "BIFF2", "BIFF3", "BIFF4"};
  std::vector<OldForm> out;
  TRY_ASSIGN(const auto forms, fact_values(view, "format_version"));
  for (const store::FactValue& form : forms) {
    const bool old =
        std::any_of(k_old.begin(), k_old.end(), [&](std::string_view one) {
          return form.text == one ||
                 form.text.starts_with(std::string(one) + ".");
        });
    if (!old) {
      continue;
    }
    TRY_ASSIGN(
        const auto paths,
        paths_with(view, {"format_version", Comparison::equal, form.text, {}}));
    for (const HitPath& path : paths) {
      out.push_back({path, form.text});
    }
  }
  return out;
}

} // namespace query
