// SPDX-License-Identifier: Apache-2.0
#include "cli/ingest_setup.hpp"

#include "cli/embedder_options.hpp"
#include "cli/render.hpp"
#include "core/base/clock.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace cli {
namespace {

base::Result<std::string> resolved(const std::string& folder) {
  std::array<char, PATH_MAX> path{};
  if (realpath(folder.c_str(), path.data()) == nullptr) {
    return base::fail_errno(errno, folder);
  }
  struct stat info {};
  if (stat(path.data(), &info) != 0) {
    return base::fail_errno(errno, folder);
  }
  if (!S_ISDIR(info.st_mode)) {
    return base::fail(base::Errc::invalid,
                      folder +
                          " is not a folder; to look at one file: "
                          "keybed inspect " +
                          folder);
  }
  return std::string(path.data());
}

std::string last_part(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  return name.empty() ? "root" : name;
}

const pb::ArchiveRoot* find_root(const store::Archive* archive,
                                 const std::string& name) {
  if (archive == nullptr) {
    return nullptr;
  }
  const auto& roots = archive->config().roots();
  auto at = std::find_if(roots.begin(), roots.end(),
                         [&](const auto& root) { return root.name() == name; });
  return at == roots.end() ? nullptr : &*at;
}

// 20261130T051234.567Z: names sort as times.
std::string run_name(base::Nanoseconds now) {
  std::string text = base::utc_text(now);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  std::array<char, 8> millis{};
  std::snprintf(millis.data(), millis.size(), ".%03d",
                static_cast<int>(now.count() / 1'000'000 % 1000));
  text.insert(text.size() - 1, millis.data());
  return text;
}

} // namespace

base::Result<std::vector<wire::Root>> roots_of(const IngestOptions& options,
                                               const store::Archive* archive) {
  std::vector<wire::Root> roots;
  if (options.folders.empty() && archive != nullptr) {
    for (const pb::ArchiveRoot& root : archive->config().roots()) {
      roots.push_back({root.name(), root.path()});
    }
  }
  if (!options.root_name.empty() && options.folders.size() != 1) {
    return base::fail(base::Errc::invalid,
                      "--root-name names one folder; give exactly one");
  }
  for (const std::string& folder : options.folders) {
    TRY_ASSIGN(std::string path, resolved(folder));
    std::string name =
        options.root_name.empty() ? last_part(path) : options.root_name;
    const pb::ArchiveRoot* held = find_root(archive, name);
    if (held != nullptr && held->path() != path && options.root_name.empty()) {
      return base::fail(base::Errc::conflict,
                        "the archive has a root " + name + " from " +
                            held->path() +
                            "; if that tree has moved here, "
                            "say --root-name " +
                            name + ", else choose another name with it");
    }
    bool twice =
        std::any_of(roots.begin(), roots.end(),
                    [&](const wire::Root& root) { return root.name == name; });
    if (twice) {
      return base::fail(base::Errc::invalid,
                        "two folders are called " + name +
                            "; ingest them one by one with --root-name");
    }
    roots.push_back({name, path});
  }
  if (roots.empty()) {
    return base::fail(base::Errc::invalid, "no folder to ingest");
  }
  return roots;
}

base::Result<store::Archive> open_or_create(IngestOptions& options) {
  auto archive = store::Archive::open(options.archive);
  if (archive) {
    if (options.shards != 0 && options.shards != archive->shards()) {
      return base::fail(base::Errc::conflict,
                        options.archive + " has " +
                            std::to_string(archive->shards()) +
                            " shards, and keeps them; leave --shards out");
    }
    TRY_ASSIGN(options.embedder, matched(*archive, options.embedder));
    return archive;
  }
  if (archive.error().code != base::Errc::not_found) {
    return archive;
  }
  if (options.embedder.provider.empty()) {
    options.embedder.provider = "local";
  }
  TRY(roots_of(options, nullptr)); // before a folder is made for nothing
  TRY_ASSIGN(pb::EmbedderConfig embedder, recorded(options.embedder));
  return store::Archive::create(options.archive,
                                options.shards == 0 ? store::k_default_shards
                                                    : options.shards,
                                std::move(embedder));
}

base::Result<void> check_tables(const store::Archive& archive) {
  TRY(archive.key_families());
  std::vector<domain::CurveProblem> problems;
  TRY(archive.curves(problems));
  constexpr size_t k_shown = 5;
  for (size_t i = 0; i < std::min(problems.size(), k_shown); ++i) {
    std::fprintf(stderr, "keybed: %s:%zu: %s\n", archive.curves_path().c_str(),
                 problems[i].line, printable(problems[i].what).c_str());
  }
  if (problems.size() > k_shown) {
    std::fprintf(stderr, "keybed: %s: %zu more lines say nothing\n",
                 archive.curves_path().c_str(), problems.size() - k_shown);
  }
  return {};
}

base::Result<coordinator::ServerOptions>
server_options(const IngestOptions& options, store::Archive& archive) {
  coordinator::ServerOptions out;
  TRY_ASSIGN(out.welcome.roots, roots_of(options, &archive));
  struct stat info {};
  if (stat(archive.path().c_str(), &info) != 0) {
    return base::fail_errno(errno, archive.path());
  }
  out.skip = coordinator::Skip{info.st_dev, info.st_ino};
  TRY_ASSIGN(std::string archive_path, resolved(archive.path()));
  for (const wire::Root& root : out.welcome.roots) {
    if ((root.path + "/").starts_with(archive_path + "/")) {
      return base::fail(base::Errc::invalid,
                        root.path + " is inside the archive");
    }
    TRY(archive.set_root(root.name, root.path));
  }
  base::Nanoseconds now = base::wall_time();
  out.welcome.walk_id = static_cast<uint64_t>(now.count());
  out.welcome.only_failed = options.failed;
  out.welcome.reader_older_than = options.reader_older_than;
  out.welcome.retry_quarantined = options.retry_quarantined;
  out.filter = coordinator::Filter(options.only, options.exclude);
  out.run.shards = archive.shards();
  out.run.expected_workers = options.workers;
  out.run.prune = options.prune;
  out.report_path = archive.reports_path() + "/" + run_name(now) + ".jsonl";
  return out;
}

} // namespace cli
