// SPDX-License-Identifier: Apache-2.0
#include "store/database.hpp"

#include "core/base/assert.hpp"
#include "store/spare_iterators.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>
#include <rocksdb/write_batch.h>
#include <rocksdb/write_buffer_manager.h>

#include <array>
#include <iterator>

namespace store {
namespace {

using rocksdb::Slice;

constexpr size_t k_write_memory = 64 << 20;
constexpr size_t k_cache_memory = 32 << 20;

Slice slice(std::string_view text) {
  return {text.data(), text.size()};
}

std::string_view view(const Slice& text) {
  return {text.data(), text.size()};
}

// Concatenation: for protobuf, the union of repeated fields.
class Append : public rocksdb::AssociativeMergeOperator {
public:
  bool Merge(const Slice&, const Slice* existing, const Slice& value,
             std::string* out, rocksdb::Logger*) const override {
    out->assign(existing ? existing->ToString() : std::string());
    out->append(value.data(), value.size());
    return true;
  }
  const char* Name() const override { return "keybed.append"; }
};

bool merges(Family family) {
  return family == Family::keys || family == Family::terms;
}

base::Error error_of(const rocksdb::Status& status, std::string_view action) {
  const std::string message = std::string(action) + ": " + status.ToString();
  if (status.IsCorruption()) {
    return {base::Errc::corrupt, message};
  }
  return {base::Errc::io, message};
}

// RocksDB has no code for a lock that is held, only these texts.
bool is_held_elsewhere(const rocksdb::Status& status, const std::string& path) {
  const std::string text = status.ToString();
  const bool held =
      text.find("While lock file: " + path + "/LOCK") != std::string::npos ||
      text.find("lock hold by current process") != std::string::npos;
  return status.IsIOError() && held;
}

base::Result<void> checked(const rocksdb::Status& status,
                           std::string_view action) {
  if (!status.ok()) {
    return base::fail(error_of(status, action));
  }
  return {};
}

rocksdb::ColumnFamilyOptions
family_options(Family family, const rocksdb::BlockBasedTableOptions& table) {
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.write_buffer_size = 16 << 20;
  options.compression = family == Family::embedding_cache
                            ? rocksdb::kNoCompression
                            : rocksdb::kLZ4Compression;
  if (merges(family)) {
    options.merge_operator = std::make_shared<Append>();
  }
  return options;
}

rocksdb::BlockBasedTableOptions table_options() {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(k_cache_memory);
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  return table;
}

// The family called "default" is ours too: RocksDB always makes it.
std::vector<rocksdb::ColumnFamilyDescriptor>
descriptors(const std::vector<Family>& families) {
  const auto table = table_options();
  std::vector<rocksdb::ColumnFamilyDescriptor> out = {
      {rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions()}};
  for (const Family family : families) {
    out.emplace_back(std::string(family_name(family)),
                     family_options(family, table));
  }
  return out;
}

std::vector<Family> all_families() {
  std::vector<Family> out;
  for (size_t i = 0; i < k_families; ++i) {
    out.push_back(static_cast<Family>(i));
  }
  return out;
}

rocksdb::DBOptions live_options(unsigned threads) {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.max_background_jobs = static_cast<int>(threads) + 1;
  options.write_buffer_manager =
      std::make_shared<rocksdb::WriteBufferManager>(k_write_memory);
  options.max_total_wal_size = 128 << 20;
  options.keep_log_file_num = 2;
  options.max_log_file_size = 1 << 20;
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.max_open_files = 256;
  return options;
}

// The first key behind all that start with `prefix`; "" if there is none.
std::string after(std::string_view prefix) {
  std::string out(prefix);
  while (!out.empty() && static_cast<unsigned char>(out.back()) == 0xff) {
    out.pop_back();
  }
  if (!out.empty()) {
    out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) + 1);
  }
  return out;
}

} // namespace

struct Batch::State {
  struct Write {
    enum class Kind { put, merge, remove };
    Kind kind;
    Family family;
    std::string key;
    std::string value;
  };
  std::vector<Write> writes;
  size_t bytes = 0;

  void add(Write::Kind kind, Family family, std::string_view key,
           std::string_view value) {
    writes.push_back({kind, family, std::string(key), std::string(value)});
    bytes += key.size() + value.size() + 32;
  }
};

Batch::Batch() : m_state(std::make_unique<State>()) {}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

void Batch::put(Family family, std::string_view key, std::string_view value) {
  m_state->add(State::Write::Kind::put, family, key, value);
}

void Batch::merge(Family family, std::string_view key, std::string_view value) {
  ASSERT(merges(family));
  m_state->add(State::Write::Kind::merge, family, key, value);
}

void Batch::remove(Family family, std::string_view key) {
  m_state->add(State::Write::Kind::remove, family, key, {});
}

void Batch::append(Batch& other) {
  auto& from = other.m_state->writes;
  m_state->writes.insert(m_state->writes.end(),
                         std::make_move_iterator(from.begin()),
                         std::make_move_iterator(from.end()));
  m_state->bytes += other.m_state->bytes;
  other.clear();
}

size_t Batch::bytes() const {
  return m_state->bytes;
}

void Batch::clear() {
  m_state->writes.clear();
  m_state->bytes = 0;
}

struct Database::State {
  std::unique_ptr<rocksdb::DB> db;
  std::array<rocksdb::ColumnFamilyHandle*, k_families> handles{};
  rocksdb::ColumnFamilyHandle* unnamed = nullptr;
  bool is_checkpoint = false;
  mutable SpareIterators spare; // of a checkpoint

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    spare.clear();
    for (auto* handle : handles) {
      if (handle != nullptr) {
        db->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
      }
    }
    if (unnamed != nullptr) {
      db->DestroyColumnFamilyHandle(unnamed).PermitUncheckedError();
    }
  }

  void take(rocksdb::DB* opened, const std::vector<Family>& families,
            const std::vector<rocksdb::ColumnFamilyHandle*>& opened_handles) {
    db.reset(opened);
    unnamed = opened_handles[0];
    for (size_t i = 0; i < families.size(); ++i) {
      handles[static_cast<size_t>(families[i])] = opened_handles[i + 1];
    }
  }

  rocksdb::ColumnFamilyHandle* at(Family family) const {
    auto* handle = handles[static_cast<size_t>(family)];
    ASSERT(handle != nullptr); // this family was not asked for when opening
    return handle;
  }

  // By an iterator of its own, which looks at nothing behind `prefix`.
  base::Result<void>
  scan_to_end(Family family, std::string_view prefix, std::string_view first,
              const std::function<bool(std::string_view, std::string_view)>&
                  visit) const {
    const std::string end = after(prefix);
    const Slice upper = slice(end);
    rocksdb::ReadOptions options;
    if (!end.empty()) {
      options.iterate_upper_bound = &upper;
    }
    const std::unique_ptr<rocksdb::Iterator> iterator(
        db->NewIterator(options, at(family)));
    for (iterator->Seek(slice(first)); iterator->Valid(); iterator->Next()) {
      if (!visit(view(iterator->key()), view(iterator->value()))) {
        break;
      }
    }
    return checked(iterator->status(),
                   "scan " + std::string(family_name(family)));
  }
};

Database::Database(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

base::Result<Database> Database::open_live(const std::string& path,
                                           unsigned threads) {
  const auto families = all_families();
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::Open(live_options(threads), path,
                                        descriptors(families), &handles, &db);
  if (is_held_elsewhere(status, path)) {
    return base::fail(base::Errc::conflict,
                      path +
                          " is held by another process: " + status.ToString());
  }
  TRY(checked(status, "open " + path));
  auto state = std::make_unique<State>();
  state->take(db, families, handles);
  return Database(std::move(state));
}

base::Result<Database>
Database::open_checkpoint(const std::string& path,
                          const std::vector<Family>& families) {
  rocksdb::DBOptions options;
  options.max_open_files = -1;
  options.max_file_opening_threads = 4;
  options.info_log_level = rocksdb::FATAL_LEVEL;
  options.skip_stats_update_on_db_open = true;
  options.skip_checking_sst_file_sizes_on_db_open = true;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  TRY(checked(rocksdb::DB::OpenForReadOnly(options, path, descriptors(families),
                                           &handles, &db),
              "open " + path));
  auto state = std::make_unique<State>();
  state->is_checkpoint = true;
  state->take(db, families, handles);
  return Database(std::move(state));
}

base::Result<std::optional<std::string>>
Database::get(Family family, std::string_view key) const {
  std::string value;
  const auto status = m_state->db->Get(rocksdb::ReadOptions(),
                                       m_state->at(family), slice(key), &value);
  if (status.IsNotFound()) {
    return std::optional<std::string>();
  }
  TRY(checked(status, "read " + std::string(family_name(family))));
  return std::optional(std::move(value));
}

uint64_t Database::bytes_between(Family family, std::string_view first,
                                 std::string_view last) const {
  const rocksdb::Range range(slice(first), slice(last));
  uint64_t out = 0;
  m_state->db->GetApproximateSizes(m_state->at(family), &range, 1, &out);
  return out;
}

base::Result<void>
Database::scan(Family family, std::string_view prefix, std::string_view first,
               const std::function<bool(std::string_view, std::string_view)>&
                   visit) const {
  if (!m_state->is_checkpoint) {
    return m_state->scan_to_end(family, prefix, first, visit);
  }
  const Slice start = slice(prefix);
  auto at = m_state->spare.take(*m_state->db, family, *m_state->at(family));
  std::string behind; // what was visited
  for (at->Seek(slice(first)); at->Valid() && at->key().starts_with(start);
       at->Next()) {
    if (!visit(view(at->key()), view(at->value()))) {
      m_state->spare.give_back(family, std::move(at));
      return {};
    }
    behind.assign(at->key().data(), at->key().size());
  }
  const rocksdb::Status status = at->status();
  m_state->spare.give_back(family, std::move(at));
  if (status.IsIncomplete()) { // many removed rows
    behind.empty() ? behind.assign(first) : behind.append(1, '\0');
    return m_state->scan_to_end(family, prefix, behind, visit);
  }
  return checked(status, "scan " + std::string(family_name(family)));
}

base::Result<void> Database::write(Batch& batch) {
  using Kind = Batch::State::Write::Kind;
  rocksdb::WriteBatch out;
  for (const auto& write : batch.m_state->writes) {
    auto* family = m_state->at(write.family);
    rocksdb::Status status;
    switch (write.kind) {
    case Kind::put:
      status = out.Put(family, slice(write.key), slice(write.value));
      break;
    case Kind::merge:
      status = out.Merge(family, slice(write.key), slice(write.value));
      break;
    case Kind::remove:
      status = out.Delete(family, slice(write.key));
      break;
    }
    TRY(checked(status, "build a batch"));
  }
  TRY(checked(m_state->db->Write(rocksdb::WriteOptions(), &out),
              "write a batch"));
  batch.clear();
  return {};
}

base::Result<void> Database::sync_wal() {
  return checked(m_state->db->SyncWAL(), "sync the log");
}

base::Result<void> Database::checkpoint(const std::string& path) {
  rocksdb::Checkpoint* raw = nullptr;
  TRY(checked(rocksdb::Checkpoint::Create(m_state->db.get(), &raw),
              "checkpoint"));
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
  return checked(checkpoint->CreateCheckpoint(path), "checkpoint " + path);
}

} // namespace store
