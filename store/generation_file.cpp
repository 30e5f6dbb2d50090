// SPDX-License-Identifier: Apache-2.0
#include "store/generation_file.hpp"

#include "core/base/fd.hpp"
#include "core/base/hash.hpp"
#include "store/archive.hpp"

#include <string_view>

namespace store {
namespace {

constexpr size_t k_limit = 256 << 20;
constexpr size_t k_hash = 16;

} // namespace

base::Result<pb::Generation> read_generation_file(const std::string& folder) {
  const std::string path = folder + "/GENERATION";
  TRY_ASSIGN(const std::string text, base::read_file(path, k_limit));
  const std::string_view bytes = text;
  pb::Generation info;
  const bool whole =
      bytes.size() >= k_hash &&
      base::hash_of(bytes.substr(0, bytes.size() - k_hash)).view() ==
          bytes.substr(bytes.size() - k_hash) &&
      info.ParseFromArray(bytes.data(),
                          static_cast<int>(bytes.size() - k_hash));
  if (!whole) {
    return base::fail(base::Errc::corrupt,
                      path + " is damaged; the next ingest publishes anew");
  }
  if (info.format_version() != k_format_version) {
    return base::fail(
        base::Errc::unsupported,
        path + " has format " + std::to_string(info.format_version()) +
            ", this program reads " + std::to_string(k_format_version));
  }
  return info;
}

base::Result<void> write_generation_file(const std::string& folder,
                                         const pb::Generation& info) {
  std::string bytes = info.SerializeAsString();
  bytes.append(base::hash_of(bytes).view());
  return base::write_file_atomic(folder + "/GENERATION", bytes);
}

} // namespace store
