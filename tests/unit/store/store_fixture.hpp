// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/archive.hpp"
#include "store/digest.hpp"
#include "store/generation.hpp"
#include "store/shard_writer.hpp"
#include "store/verify.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace store_test {

namespace fs = std::filesystem;

class TempFolder {
public:
  TempFolder() {
    // In memory where that can be had: the store syncs a lot.
    std::error_code error;
    const fs::path base = ::access("/dev/shm", W_OK) == 0
                              ? fs::path("/dev/shm")
                              : fs::temp_directory_path(error);
    std::string name = base / "keybed-store-XXXXXX";
    m_path = ::mkdtemp(name.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code error;
    fs::remove_all(m_path, error);
  }
  const std::string& path() const { return m_path; }

private:
  std::string m_path;
};

template <typename T>
T take(base::Result<T> result) {
  EXPECT_TRUE(result) << result.error().message;
  return std::move(*result);
}

inline void ok(const base::Result<void>& result) {
  EXPECT_TRUE(result) << result.error().message;
}

inline constexpr uint32_t k_dims = 16;

// What a file of a test holds.
struct File {
  std::string path;
  std::string text = "one passage";
  std::vector<std::string> identifiers = {};
  std::vector<std::string> path_identifiers = {};
  std::vector<domain::Fact> facts = {};
  bool embed = true;
  std::string made_by = "test/1";
  std::string root = "root";
};

inline store::BundleId bundle_of(const File& file) {
  return {file.root, file.path};
}

inline store::DocumentId id_of(const File& file) {
  return store::content_id(base::hash_of(file.text), "text");
}

inline store::TermCounts words_of(const std::string& text) {
  std::map<std::string, uint32_t> counts;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ') {
      word.push_back(c);
    } else if (!word.empty()) {
      ++counts[word];
      word.clear();
    }
  }
  return {counts.begin(), counts.end()};
}

inline std::vector<float> vector_of(const std::string& text) {
  const base::Hash128 hash = base::hash_of(text);
  std::vector<float> out;
  for (const uint8_t byte : hash.bytes) {
    out.push_back(static_cast<float>(byte) / 255.0F);
  }
  return out;
}

inline store::ShardOptions options() {
  store::ShardOptions out;
  out.dims = k_dims;
  return out;
}

// Fills a content document: a passage a line.
inline void fill(store::ShardWriter& shard, store::DocumentWriter& writer,
                 const File& file) {
  size_t from = 0;
  while (from <= file.text.size()) {
    const size_t to = std::min(file.text.find('\n', from), file.text.size());
    domain::Passage passage;
    passage.text = file.text.substr(from, to - from);
    const auto terms = words_of(passage.text);
    const uint32_t ordinal = take(
        writer.passage(passage, terms, static_cast<uint32_t>(terms.size())));
    const base::Hash128 hash = base::hash_of(passage.text);
    if (file.embed) {
      ok(shard.cache_vector(hash, vector_of(passage.text)));
      ok(writer.vector(ordinal, hash));
    } else {
      writer.unembedded();
    }
    from = to + 1;
  }
  for (const std::string& identifier : file.identifiers) {
    ok(writer.key({"code", identifier},
                  {"code", identifier, {}, domain::KeyRole::row}));
  }
  for (const domain::Fact& fact : file.facts) {
    ok(writer.fact(fact));
  }
}

inline pb::ManifestEntry entry_of(const File& file) {
  pb::ManifestEntry entry;
  entry.set_state(file.embed ? pb::BUNDLE_STATE_DONE
                             : pb::BUNDLE_STATE_PARTIAL);
  entry.set_format("text");
  return entry;
}

inline void fill_path(store::BundleCommit& commit, const File& file) {
  store::DocumentWriter* path = take(commit.path());
  domain::Passage name;
  name.text = file.path;
  take(path->passage(name, words_of(file.path), 1));
  for (const std::string& identifier : file.path_identifiers) {
    ok(path->key({"code", identifier},
                 {"code", identifier, {}, domain::KeyRole::row}));
  }
}

// True if the content had to be written, false if the shard held it.
inline bool put(store::ShardWriter& shard, const File& file) {
  const auto commit = take(shard.begin(bundle_of(file)));
  domain::DocumentHead head;
  head.format = "text";
  store::DocumentWriter* writer =
      take(commit->content(id_of(file), head, file.made_by));
  if (writer != nullptr) {
    fill(shard, *writer, file);
  }
  fill_path(*commit, file);
  ok(commit->finish(entry_of(file)));
  return writer != nullptr;
}

class StoreTest : public testing::Test {
protected:
  void SetUp() override { fs::create_directories(shard_path()); }

  std::string shard_path() const { return m_folder.path() + "/shard-000"; }

  store::ShardWriter& writer() {
    if (!m_writer) {
      m_writer = take(store::ShardWriter::open(shard_path(), m_options));
    }
    return *m_writer;
  }
  void close() { m_writer.reset(); }

  store::Generation published() {
    take(writer().publish());
    return open_current();
  }
  store::Generation open_current() const {
    return take(store::Generation::open(shard_path(),
                                        store::Generation::all_families()));
  }

  static std::set<std::string> found(const store::Generation& shard,
                                     const std::string& text,
                                     store::Match match) {
    std::set<std::string> out;
    ok(shard.identifiers(text, match, "", [&](const auto& identifier) {
      out.insert(identifier.canonical);
      return true;
    }));
    return out;
  }

  static std::string problems(const store::Generation& shard) {
    std::string out;
    for (const auto& problem : take(store::verify(shard)).problems) {
      out += problem.where + ": " + problem.what + "\n";
    }
    return out;
  }

  TempFolder m_folder;
  store::ShardOptions m_options = options();
  std::unique_ptr<store::ShardWriter> m_writer;
};

} // namespace store_test
