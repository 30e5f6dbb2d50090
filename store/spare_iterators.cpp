// SPDX-License-Identifier: Apache-2.0
#include "store/spare_iterators.hpp"

#include <rocksdb/db.h>

#include <utility>

namespace store {
namespace {

// Of a family; each holds a block of every file that it stands in.
constexpr size_t k_most_held = 8;
constexpr uint64_t k_most_skipped = 64;

} // namespace

SpareIterators::SpareIterators() = default;
SpareIterators::~SpareIterators() = default;

std::unique_ptr<rocksdb::Iterator>
SpareIterators::take(rocksdb::DB& db, Family number,
                     rocksdb::ColumnFamilyHandle& family) {
  {
    const std::lock_guard lock(m_mutex);
    auto& held = m_held[static_cast<size_t>(number)];
    if (!held.empty()) {
      auto out = std::move(held.back());
      held.pop_back();
      return out;
    }
  }
  rocksdb::ReadOptions options;
  options.max_skippable_internal_keys = k_most_skipped;
  return std::unique_ptr<rocksdb::Iterator>(db.NewIterator(options, &family));
}

void SpareIterators::give_back(Family number,
                               std::unique_ptr<rocksdb::Iterator> iterator) {
  if (!iterator->status().ok()) {
    return;
  }
  const std::lock_guard lock(m_mutex);
  auto& held = m_held[static_cast<size_t>(number)];
  if (held.size() < k_most_held) {
    held.push_back(std::move(iterator));
  }
}

void SpareIterators::clear() {
  const std::lock_guard lock(m_mutex);
  for (auto& iterators : m_held) {
    iterators.clear();
  }
}

} // namespace store
