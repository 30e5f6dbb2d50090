// SPDX-License-Identifier: Apache-2.0
//
// Prints one line for everything that the published generations of an archive
// hold: documents with their paths, passages, facts, identifiers and terms.
// Sorted, so that two archives hold the same exactly if the lines are equal;
// what versions, times and attempts are does not show. For tests: holds all in
// memory.
#include "core/base/bytes.hpp"
#include "store/archive.hpp"
#include "store/generation.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

std::string hex(std::string_view bytes) {
  return base::hex_of(bytes);
}

base::Result<void> add_document(const store::Generation& shard,
                                const store::DocumentId& id,
                                const pb::Document& document, Lines& lines) {
  std::string name = id.hex();
  std::string head = "document " + name + " " + document.head().format() + " " +
                     hex(document.head().title()) + " content " +
                     hex(document.content()) + " rejects " +
                     std::to_string(document.rejected());
  std::vector<std::string> paths;
  for (const pb::PathRef& path : document.paths()) {
    paths.push_back(" " + hex(path.root()) + ":" + hex(path.path()));
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    head += path;
  }
  lines.push_back(head);
  store::DocumentVersion version{id, document.version()};
  for (uint32_t i = 0; i < document.passages(); ++i) {
    TRY_ASSIGN(auto passage, shard.passage(version, i));
    lines.push_back("passage " + name + " " + std::to_string(i) + " " +
                    (passage ? hex(passage->SerializeAsString()) : "MISSING"));
  }
  TRY_ASSIGN(auto facts, shard.facts(version));
  for (const domain::Fact& fact : facts) {
    lines.push_back("fact " + name + " " + fact.key + "=" + hex(fact.text));
  }
  return {};
}

base::Result<void> add_postings(const store::Generation& shard, Lines& lines) {
  base::Result<void> inner;
  for (store::Family family :
       {store::Family::keys, store::Family::terms, store::Family::fact_index}) {
    TRY(shard.database().scan_all(family, "", [&](auto key, auto value) {
      auto version = store::version_at_end(key);
      if (!version) {
        return true;
      }
      auto live = shard.live(*version);
      if (!live) {
        inner = base::fail(live.error());
        return false;
      }
      if (*live) {
        std::string_view what =
            key.substr(0, key.size() - store::k_version_bytes);
        lines.push_back("posting " + std::string(family_name(family)) + " " +
                        hex(what) + " " + version->id.hex() + " " +
                        (family == store::Family::keys
                             ? std::to_string(value.size())
                             : hex(value)));
      }
      return true;
    }));
  }
  TRY(shard.database().scan_all(store::Family::keys_suffix, "",
                                [&](auto key, auto) {
                                  lines.push_back("suffix " + hex(key));
                                  return true;
                                }));
  return inner;
}

base::Result<void> add_shard(const std::string& path, Lines& lines) {
  TRY_ASSIGN(auto shard,
             store::Generation::open(path, store::Generation::all_families()));
  base::Result<void> inner;
  TRY(shard.scan_documents([&](const auto& id, const auto& document) {
    inner = add_document(shard, id, document, lines);
    return inner.has_value();
  }));
  TRY(std::move(inner));
  return add_postings(shard, lines);
}

base::Result<void> print(const char* path) {
  TRY_ASSIGN(auto archive, store::Archive::open(path));
  Lines lines;
  for (uint32_t i = 0; i < archive.shards(); ++i) {
    TRY(add_shard(archive.shard_path(i), lines));
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) {
    std::printf("%s\n", line.c_str());
  }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: archive_digest ARCHIVE\n");
    return 2;
  }
  auto done = print(argv[1]);
  if (!done) {
    std::fprintf(stderr, "archive_digest: %s\n", done.error().message.c_str());
    return 1;
  }
  return 0;
}
