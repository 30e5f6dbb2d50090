// SPDX-License-Identifier: Apache-2.0
#include "query/core/statistics.hpp"

#include "query/core/facts.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace query {
namespace {

std::string state_name(pb::BundleState state) {
  switch (state) {
  case pb::BUNDLE_STATE_DONE:
    return "done";
  case pb::BUNDLE_STATE_PARTIAL:
    return "partial";
  case pb::BUNDLE_STATE_SKIPPED:
    return "skipped";
  case pb::BUNDLE_STATE_FAILED:
    return "failed";
  case pb::BUNDLE_STATE_QUARANTINED:
    return "quarantined";
  case pb::BUNDLE_STATE_READING:
    return "interrupted";
  default:
    return "unknown";
  }
}

// Formats that a name promises; others promise none that is told apart.
bool fits_name(std::string_view path, std::string_view format) {
  static const std::map<std::string_view, std::set<std::string_view>> promised =
      {{"las", {"las"}},         {"sgy", {"segy"}}, {"segy", {"segy"}},
       {"sgy1", {"segy"}},       {"pdf", {"pdf"}},  {"shp", {"shapefile"}},
       {"gpkg", {"geopackage"}}, {"kml", {"kml"}},  {"htm", {"html"}},
       {"html", {"html"}},       {"dxf", {"dxf"}},  {"dwg", {"dwg"}}};
  const size_t dot = path.rfind('.');
  std::string extension(dot == std::string_view::npos ? ""
                                                      : path.substr(dot + 1));
  std::transform(
      extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
  const auto at = promised.find(extension);
  return at == promised.end() || at->second.contains(format);
}

base::Result<void> add_ocr(const ArchiveView& view, Statistics& out) {
  TRY_ASSIGN(const auto counts, fact_values(view, "pages_needing_ocr"));
  for (const store::FactValue& count : counts) {
    if (count.number && *count.number > 0) {
      out.ocr_pages += static_cast<uint64_t>(*count.number) * count.paths;
      out.ocr_files += count.paths;
    }
  }
  return {};
}

void add_entry(const store::BundleId& bundle, const pb::ManifestEntry& entry,
               Statistics& out) {
  uint64_t bytes = 0;
  for (const pb::FileStamp& file : entry.files()) {
    bytes += file.size();
  }
  ++out.bundles;
  out.files += static_cast<uint64_t>(std::max(1, entry.files_size()));
  out.bytes += bytes;
  out.rejects += entry.rejects();
  if (!entry.format().empty()) {
    FormatCount& format = out.formats[entry.format()];
    ++format.paths;
    format.bytes += bytes;
    format.passages += entry.passages();
    format.rejects += entry.rejects();
    if (!entry.document().empty() && !fits_name(bundle.path, entry.format())) {
      out.misnamed.push_back({bundle.root, bundle.path, entry.format()});
    }
  }
  if (entry.state() != pb::BUNDLE_STATE_DONE) {
    ++out.failures[entry.failure().empty() ? state_name(entry.state())
                                           : entry.failure()];
    out.unread.push_back({bundle.root, bundle.path, state_name(entry.state()),
                          entry.failure(), entry.reason(), bytes});
  }
}

} // namespace

base::Result<Statistics> statistics(const ArchiveView& view) {
  Statistics out;
  out.counters = view.counters();
  for (const auto& shard : view.shards()) {
    TRY(shard.scan_manifest(
        [&](const store::BundleId& bundle, const pb::ManifestEntry& entry) {
          add_entry(bundle, entry, out);
          return true;
        }));
  }
  const auto by_path = [](const auto& a, const auto& b) {
    return std::tie(a.root, a.path) < std::tie(b.root, b.path);
  };
  std::sort(out.unread.begin(), out.unread.end(), by_path);
  std::sort(out.misnamed.begin(), out.misnamed.end(), by_path);
  TRY(add_ocr(view, out));
  return out;
}

} // namespace query
