// SPDX-License-Identifier: Apache-2.0
//
// Iterators of a checkpoint, which never changes: they cost more to make than
// to place, and a question needs hundreds. Private to the store.
#pragma once

#include "store/families.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace rocksdb {
class ColumnFamilyHandle;
class DB;
class Iterator;
} // namespace rocksdb

namespace store {

// Safe from any thread. Goes before the families of its database.
class SpareIterators {
public:
  SpareIterators();
  ~SpareIterators();
  // Has no end. `family` is `number`'s handle. Fails with IsIncomplete where it
  // passes many removed rows, so that it does not look for long behind what it
  // is asked for.
  std::unique_ptr<rocksdb::Iterator> take(rocksdb::DB& db, Family number,
                                          rocksdb::ColumnFamilyHandle& family);
  // One that failed is not used again.
  void give_back(Family number, std::unique_ptr<rocksdb::Iterator> iterator);
  void clear();

private:
  std::mutex m_mutex; // guards m_held
  std::array<std::vector<std::unique_ptr<rocksdb::Iterator>>, k_families>
      m_held;
};

} // namespace store
