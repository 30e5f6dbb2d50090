// SPDX-License-Identifier: Apache-2.0
//
// Removing what a walk did not find. What guards it: the shard must have seen
// as many rows as the walk sent, folders that could not be listed are left
// alone, and a root that seems mostly gone is not believed.
#include "store/shard_writer.hpp"

#include <algorithm>

namespace store {
namespace {

// Fewer rows than this may go whatever their share: a small root changes.
constexpr size_t k_always_allowed = 10;

bool is_kept(const SweepRequest& request, const std::string& path) {
  return std::any_of(
      request.kept_prefixes.begin(), request.kept_prefixes.end(),
      [&](const auto& prefix) { return path.starts_with(prefix); });
}

} // namespace

base::Result<SweepResult> ShardWriter::sweep(const SweepRequest& request) {
  TRY_ASSIGN(const uint64_t seen, count_seen(request.root, request.walk_id));
  if (seen != request.expected) {
    return base::fail(base::Errc::conflict,
                      m_path + ": " + std::to_string(seen) +
                          " rows bear this walk, it sent " +
                          std::to_string(request.expected) +
                          "; nothing was swept, run ingest again");
  }
  SweepResult result;
  uint64_t rows = 0;
  std::vector<BundleId> gone;
  TRY(scan_entries([&](const BundleId& bundle, const auto&, uint64_t walk) {
    if (bundle.root != request.root) {
      return true;
    }
    ++rows;
    if (walk != request.walk_id && is_kept(request, bundle.path)) {
      ++result.kept;
    } else if (walk != request.walk_id) {
      gone.push_back(bundle);
    }
    return true;
  }));
  result.gone = gone.size();
  if (!request.prune && gone.size() > k_always_allowed &&
      gone.size() * 2 > rows) {
    result.refused = true;
    return result;
  }
  for (const BundleId& bundle : gone) {
    const std::lock_guard lock(m_write);
    TRY(check_epoch());
    TRY(remove_bundle(bundle));
    ++result.removed;
  }
  return result;
}

} // namespace store
