// SPDX-License-Identifier: Apache-2.0
//
// What an AutoCAD drawing says of itself outside its compressed parts: version
// and summary information. Source: Open Design Specification for .dwg files
// (Open Design Alliance), "File header" and "AcDb:SummaryInfo". Pure.
#pragma once

#include "worker/readers/reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct DwgSummary {
  std::string title, subject, author, keywords, comments, last_saved_by,
      revision, hyperlink_base;
  std::string created, modified; // "2020-06-22"; "" if not set
  std::vector<std::pair<std::string, std::string>> properties; // of users
  std::string damage; // why it is not read to its end; "" if it is
};

// "AutoCAD 2010" for AC1024; "" if the version is not known.
std::string_view dwg_release(std::string_view version);

// Offset of the summary in a file that begins so; 0 if there is none.
uint64_t dwg_summary_offset(std::string_view head);

// `bytes`: from that offset on, at most 256 KiB. `version`: AC1018 and later.
// Nothing if it is no summary.
std::optional<DwgSummary> parse_dwg_summary(std::string_view bytes,
                                            std::string_view version);

// A drawing of a version whose entities cannot be read. Errc::unsupported if
// it has no summary either.
base::Result<void> read_dwg_summary(const Input& input,
                                    domain::DocumentSink& sink);

} // namespace readers
