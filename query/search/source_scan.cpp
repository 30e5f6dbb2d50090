// SPDX-License-Identifier: Apache-2.0
#include "query/search/source_scan.hpp"

#include "core/base/fd.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

namespace query {
namespace {

constexpr size_t k_window = size_t{4} << 20;

std::map<std::string, std::string> roots_of(const ArchiveView& view) {
  std::map<std::string, std::string> out;
  for (const pb::ArchiveRoot& root : view.archive().config().roots()) {
    out[root.name()] = root.path();
  }
  return out;
}

bool is_packed(std::string_view start) {
  static const std::array<std::string_view, 7> signs = {
      "PK\x03\x04",
      "%PDF",
      "\x1f\x8b",
      "7z\xbc\xaf",
      "BZh",
      std::string_view("\xfd"
                       "7zXZ"),
      "Rar!"};
  return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
    return start.starts_with(sign);
  });
}

std::string reason_of(const pb::ManifestEntry& entry) {
  return entry.reason().empty() ? entry.failure() : entry.reason();
}

} // namespace

base::Result<void>
each_source(const ArchiveView& view,
            const std::function<base::Result<void>(const Source&)>& visit) {
  const auto roots = roots_of(view);
  for (const auto& shard : view.shards()) {
    base::Result<void> inner;
    TRY(shard.scan_manifest(
        [&](const store::BundleId& bundle, const pb::ManifestEntry& entry) {
          const auto root = roots.find(bundle.root);
          for (const pb::FileStamp& file : entry.files()) {
            Source source{bundle.root, file.path(), "",
                          !entry.document().empty(), reason_of(entry)};
            if (root != roots.end()) {
              source.absolute = root->second + "/" + file.path();
            }
            inner = visit(source);
            if (!inner) {
              return false;
            }
          }
          return true;
        }));
    TRY(inner);
  }
  return {};
}

SourceRead read_source(const Source& source, size_t overlap, size_t margin,
                       const std::function<void(const Window&)>& use) {
  SourceRead out;
  const auto file = base::open_regular(source.absolute);
  if (!file) {
    return out;
  }
  out.opened = true;
  std::vector<char> window(overlap + k_window);
  size_t kept = 0;
  bool ended = false;
  while (!ended) {
    const auto got = base::read_at(
        *file,
        std::as_writable_bytes(std::span(window).subspan(kept, k_window)),
        out.bytes);
    const size_t size = kept + got.value_or(0);
    const bool first = out.bytes == 0;
    ended = !got || *got < k_window;
    out.bytes += got.value_or(0);
    const std::string_view bytes(window.data(), size);
    out.packed = out.packed || (first && is_packed(bytes));
    use({bytes, first ? 0 : margin, ended ? size : size - overlap + margin});
    kept = std::min(overlap, size);
    std::copy_n(window.begin() + static_cast<ptrdiff_t>(size - kept), kept,
                window.begin());
  }
  return out;
}

} // namespace query
