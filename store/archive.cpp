// SPDX-License-Identifier: Apache-2.0
#include "store/archive.hpp"

#include "core/base/fd.hpp"
#include "proto/text.hpp"
#include "store/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace store {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_config_name = "/keybed.textproto";
constexpr const char* k_banner = "# What this Keybed archive is. Paths of "
                                 "roots may be edited when a source\n"
                                 "# tree has moved; shards never.\n";

bool is_empty_or_missing(const std::string& path) {
  std::error_code error;
  return !fs::exists(path, error) || fs::is_empty(path, error);
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

base::Result<void> check(const pb::ArchiveConfig& config,
                         const std::string& path) {
  if (config.format_version() != k_format_version) {
    return base::fail(
        base::Errc::unsupported,
        fmt::format("{} has archive format {}, this program reads {}: use the "
                    "Keybed that made it, or ingest into a new archive",
                    path, config.format_version(), k_format_version));
  }
  if (config.shards() == 0 || config.shards() > k_max_shards) {
    return base::fail(base::Errc::corrupt,
                      fmt::format("{}{}: shards must be 1 to {}", path,
                                  k_config_name, k_max_shards));
  }
  return {};
}

} // namespace

base::Result<Archive> Archive::create(const std::string& path, uint32_t shards,
                                      pb::EmbedderConfig embedder) {
  if (shards == 0 || shards > k_max_shards) {
    return base::fail(base::Errc::invalid,
                      fmt::format("shards must be 1 to {}", k_max_shards));
  }
  if (exists(path + k_config_name)) {
    return base::fail(base::Errc::conflict, path + " is an archive already");
  }
  if (!is_empty_or_missing(path)) {
    return base::fail(base::Errc::invalid,
                      path + " is not empty and not an archive: name a new "
                             "folder");
  }
  pb::ArchiveConfig config;
  config.set_format_version(k_format_version);
  config.set_shards(shards);
  *config.mutable_embedder() = std::move(embedder);
  Archive archive(path, std::move(config));
  TRY(make_folder(archive.reports_path()));
  for (uint32_t shard = 0; shard < shards; ++shard) {
    TRY(make_folder(archive.shard_path(shard)));
  }
  // Last, so that a folder with this file is a whole archive.
  TRY(archive.save());
  return archive;
}

base::Result<Archive> Archive::open(const std::string& path) {
  auto text = base::read_file(path + k_config_name, 1 << 20);
  if (!text) {
    if (text.error().code == base::Errc::not_found) {
      return base::fail(base::Errc::not_found,
                        path +
                            " is not a Keybed archive (it has no "
                            "keybed.textproto); make one with: keybed "
                            "ingest FOLDER --into " +
                            path);
    }
    return base::fail(std::move(text.error()));
  }
  auto config = proto::archive_config_of(*text);
  if (!config) {
    return base::fail(std::move(config.error()).within(path + k_config_name));
  }
  TRY(check(*config, path));
  return Archive(path, std::move(*config));
}

std::string Archive::shard_path(uint32_t shard) const {
  return fmt::format("{}/shard-{:03}", m_path, shard);
}

base::Result<void> Archive::set_root(const std::string& name,
                                     const std::string& path) {
  for (pb::ArchiveRoot& root : *m_config.mutable_roots()) {
    if (root.name() == name) {
      if (root.path() == path) {
        return {};
      }
      root.set_path(path);
      return save();
    }
  }
  pb::ArchiveRoot* root = m_config.add_roots();
  root->set_name(name);
  root->set_path(path);
  return save();
}

base::Result<void> Archive::set_embedder(pb::EmbedderConfig embedder) {
  *m_config.mutable_embedder() = std::move(embedder);
  return save();
}

base::Result<void> Archive::save() const {
  TRY_ASSIGN(const std::string text, proto::to_text(m_config));
  return base::write_file_atomic(m_path + k_config_name, k_banner + text);
}

} // namespace store
