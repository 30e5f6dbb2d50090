// SPDX-License-Identifier: Apache-2.0
#include "query/node/resident.hpp"

#include "core/base/log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace node {
namespace {

// Of authority files; more are not read either (query/core/companies.cpp).
constexpr size_t k_most_files = 1000;

// Another text for another file, or another state of it.
void add_state(const std::string& path, std::string& out) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    out += "-;";
    return;
  }
  fmt::format_to(std::back_inserter(out), "{}:{}:{}:{}.{};", info.st_dev,
                 info.st_ino, info.st_size, info.st_mtim.tv_sec,
                 info.st_mtim.tv_nsec);
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  while (!error && entries != std::filesystem::directory_iterator() &&
         out.size() < k_most_files) {
    out.push_back(entries->path().string());
    entries.increment(error);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Where graphs of segments are put.
std::string state_of_generations(const query::ArchiveView& view) {
  std::string out;
  for (const store::Generation& shard : view.shards()) {
    add_state(shard.path(), out);
  }
  return out;
}

std::string state_of(const store::Archive& archive) {
  std::string out;
  add_state(archive.path() + "/keybed.textproto", out);
  for (uint32_t shard = 0; shard < archive.shards(); ++shard) {
    add_state(archive.shard_path(shard) + "/CURRENT", out);
  }
  const std::string authority = archive.path() + "/authority";
  add_state(authority, out);
  for (const std::string& file : files_in(authority)) {
    add_state(file, out);
  }
  return out;
}

} // namespace

Resident::Resident(std::string archive, std::vector<store::Family> families,
                   Prepare prepare)
    : m_archive(std::move(archive)), m_families(std::move(families)),
      m_prepare(std::move(prepare)) {}

base::Result<View> Resident::view() {
  const std::lock_guard lock(m_mutex);
  if (m_view) {
    const std::string now =
        state_of(m_view->archive()) + state_of_generations(*m_view);
    if (now == m_stamp) {
      return m_view;
    }
  }
  // The state is taken before: what changes meanwhile is seen next time.
  TRY_ASSIGN(const auto archive, store::Archive::open(m_archive));
  std::string stamp = state_of(archive);
  TRY_ASSIGN(auto opened, query::ArchiveView::open(m_archive, m_families));
  auto view = std::make_shared<const query::ArchiveView>(std::move(opened));
  stamp += state_of_generations(*view);
  TRY(m_prepare(*view));
  base::logger("node").info("opened {}", m_archive);
  m_view = std::move(view);
  m_stamp = std::move(stamp);
  return m_view;
}

} // namespace node
