// SPDX-License-Identifier: Apache-2.0
//
// Files that a fact counts something in: pages without text, pages that are
// blank.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace query {

struct FileCount {
  HitPath path;
  std::string format;
  uint64_t count = 0;
};

// Paths whose fact `key` is a number above 0, the most first. Reads the index
// of facts.
base::Result<std::vector<FileCount>> files_counted(const ArchiveView& view,
                                                   const std::string& key);

uint64_t total_of(const std::vector<FileCount>& files);

// Files whose content is of an older form than their name means to today's
// programs: "Word 2" in a .doc, worksheets before BIFF5 in a .xls. With the
// form.
struct OldForm {
  HitPath path;
  std::string form;
};
base::Result<std::vector<OldForm>> old_forms(const ArchiveView& view);

} // namespace query
