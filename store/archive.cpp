// SPDX-License-Identifier: Apache-2.0
#include "store/archive.hpp"

#include "core/base/fd.hpp"
#include "proto/text.hpp"
#include "store/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace store {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_config_name = "/keybed.textproto";
constexpr const char* k_banner = "# What this Keybed archive is. Paths of "
                                 "roots may be edited when a source\n"
                                 "# tree has moved; shards never. key_families "
                                 "are yours: docs/keys/codes.md;\n"
                                 "# so is ranking: docs/search.md.\n";

constexpr size_t k_max_config = 1 << 20;

base::Result<domain::KeyFamilies> families_of(const pb::ArchiveConfig& config) {
  std::vector<domain::KeyFamily> families;
  for (const pb::KeyFamily& one : config.key_families()) {
    auto normaliser = domain::parse_normaliser(
        one.normaliser().empty() ? "code" : one.normaliser());
    if (!normaliser) {
      return base::fail(std::move(normaliser.error())
                            .within("key family '" + one.name() + "'"));
    }
    families.push_back(
        {one.name(), one.expression(), *normaliser, one.description()});
  }
  return domain::KeyFamilies::make(std::move(families));
}

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
  auto text = base::read_file(path + k_config_name, k_max_config);
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

uint32_t Archive::space_number() const {
  return std::max(1U, m_config.embedder().space_number());
}

base::Result<void> Archive::set_basis(const std::string& name,
                                      std::string_view bytes,
                                      uint32_t dimensions,
                                      const std::string& space) {
  TRY(make_folder(m_path + "/embedder"));
  TRY(base::write_file_atomic(basis_path(name), bytes));
  pb::EmbedderConfig next = m_config.embedder();
  if (next.space() == space) {
    return {};
  }
  const bool first = next.space().empty();
  const std::string before = basis_path(next.model());
  next.set_model(name);
  next.set_dimensions(dimensions);
  next.set_space(space);
  next.set_space_number(first ? space_number() : space_number() + 1);
  TRY(set_embedder(std::move(next)));
  return first ? base::Result<void>() : remove_tree(before);
}

base::Result<void> Archive::set_hnsw(pb::HnswConfig hnsw) {
  *m_config.mutable_hnsw() = std::move(hnsw);
  return save();
}

base::Result<domain::KeyFamilies> Archive::key_families() const {
  auto families = families_of(m_config);
  if (!families) {
    return base::fail(
        std::move(families.error()).within(m_path + k_config_name));
  }
  return families;
}

base::Result<void> Archive::add_key_family(const domain::KeyFamily& family) {
  pb::ArchiveConfig only;
  pb::KeyFamily& added = *only.add_key_families();
  added.set_name(family.name);
  added.set_expression(family.expression);
  added.set_normaliser(std::string(domain::name_of(family.normaliser)));
  added.set_description(family.description);
  const std::string path = m_path + k_config_name;
  TRY_ASSIGN(std::string text, base::read_file(path, k_max_config));
  TRY_ASSIGN(const std::string stanza, proto::to_text(only));
  text += text.empty() || text.ends_with('\n') ? stanza : "\n" + stanza;
  TRY_ASSIGN(auto config, proto::archive_config_of(text));
  TRY(families_of(config));
  TRY(base::write_file_atomic(path, text));
  m_config = std::move(config);
  return {};
}

base::Result<domain::CurveFamilies>
Archive::curves(std::vector<domain::CurveProblem>& problems) const {
  auto text = base::read_file(curves_path(), domain::k_max_curve_file);
  if (!text && text.error().code == base::Errc::not_found) {
    return domain::CurveFamilies();
  }
  if (!text) {
    return base::fail(std::move(text.error()));
  }
  return domain::CurveFamilies::parse(*text, problems);
}

base::Result<void> Archive::save() const {
  TRY_ASSIGN(const std::string text, proto::to_text(m_config));
  return base::write_file_atomic(m_path + k_config_name, k_banner + text);
}

} // namespace store
