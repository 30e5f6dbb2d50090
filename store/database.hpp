// SPDX-License-Identifier: Apache-2.0
//
// RocksDB with the families of a shard. The only files of the store that know
// its options. Statuses become errors here.
#pragma once

#include "core/base/result.hpp"
#include "store/families.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// Writes that are applied together or not at all.
class Batch {
public:
  Batch();
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  void put(Family family, std::string_view key, std::string_view value);
  // Concatenates to what the key has (keys and terms only).
  void merge(Family family, std::string_view key, std::string_view value);
  void remove(Family family, std::string_view key);
  // All of `other` behind what this has; `other` is empty afterwards.
  void append(Batch& other);
  size_t bytes() const;
  void clear();

private:
  friend class Database;
  struct State;
  std::unique_ptr<State> m_state;
};

class Database {
public:
  // Opens or makes the live database: one process at a time (Errc::conflict,
  // naming the folder). Background work uses at most `threads` threads.
  static base::Result<Database> open_live(const std::string& path,
                                          unsigned threads);
  // Opens a checkpoint for reading, with only `families`.
  static base::Result<Database>
  open_checkpoint(const std::string& path, const std::vector<Family>& families);

  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  base::Result<std::optional<std::string>> get(Family family,
                                               std::string_view key) const;
  // Calls `visit` for each key from `first` on that starts with `prefix`, in
  // order, until it returns false. Views are valid during the call only.
  base::Result<void>
  scan(Family family, std::string_view prefix, std::string_view first,
       const std::function<bool(std::string_view, std::string_view)>& visit)
      const;
  base::Result<void>
  scan_all(Family family, std::string_view prefix,
           const std::function<bool(std::string_view, std::string_view)>& visit)
      const {
    return scan(family, prefix, prefix, visit);
  }

  // About how many bytes the files hold of the keys in [first, last): to the
  // size of a block, and nothing of what is not in a file yet.
  uint64_t bytes_between(Family family, std::string_view first,
                         std::string_view last) const;

  // Durable against a crash of the process at once; against power loss after
  // sync_wal().
  base::Result<void> write(Batch& batch);
  base::Result<void> sync_wal();
  // Flushed copy by hard links at `path`, which must not exist.
  base::Result<void> checkpoint(const std::string& path);

private:
  struct State;
  explicit Database(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace store
