// SPDX-License-Identifier: Apache-2.0
#include "query/core/statistics.hpp"

#include <algorithm>
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
  std::sort(out.unread.begin(), out.unread.end(),
            [](const Unread& a, const Unread& b) {
              return std::tie(a.root, a.path) < std::tie(b.root, b.path);
            });
  return out;
}

} // namespace query
