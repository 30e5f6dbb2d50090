// SPDX-License-Identifier: Apache-2.0
#include "store/generation_tables.hpp"

#include "core/base/log.hpp"

namespace store {
namespace {

// Nothing of a published file is lost if it cannot be used: it is made of what
// the rows say.
template <typename File>
std::optional<File> usable(base::Result<File> file) {
  if (file) {
    return std::move(*file);
  }
  if (file.error().code != base::Errc::not_found) {
    base::logger("store").warn("{}; reading the rows instead",
                               file.error().message);
  }
  return std::nullopt;
}

} // namespace

base::Result<void> write_tables(const std::string& folder) {
  TRY_ASSIGN(const Database shard,
             Database::open_checkpoint(
                 folder + "/db", {Family::documents, Family::fact_index}));
  TRY_ASSIGN(const std::string table, DocumentTable::bytes_of(shard));
  TRY(base::write_file_atomic(folder + "/" + k_document_table, table));
  TRY_ASSIGN(const auto documents, DocumentTable::from_bytes(table));
  TRY_ASSIGN(const std::string facts, FactBitmaps::bytes_of(shard, documents));
  return base::write_file_atomic(folder + "/" + k_fact_bitmaps, facts);
}

base::Result<const Generation::Tables*> Generation::tables() const {
  Tables& out = *m_tables;
  const auto open = [&]() -> base::Result<void> {
    out.documents =
        usable(DocumentTable::open(m_path + "/" + k_document_table));
    if (!out.documents) {
      TRY_ASSIGN(std::string bytes, DocumentTable::bytes_of(m_db));
      TRY_ASSIGN(out.documents, DocumentTable::from_bytes(std::move(bytes)));
    }
    out.facts = usable(FactBitmaps::open(m_path + "/" + k_fact_bitmaps,
                                         out.documents->documents()))
                    .value_or(FactBitmaps());
    return {};
  };
  std::call_once(out.once, [&] { out.opened = open(); });
  TRY(out.opened);
  return &out;
}

base::Result<const DocumentTable*> Generation::table() const {
  TRY_ASSIGN(const Tables* all, tables());
  return &*all->documents;
}

base::Result<bitmap::Bitmap>
Generation::documents_with(std::string_view key, std::string_view from,
                           std::string_view to) const {
  TRY_ASSIGN(const Tables* all, tables());
  const DocumentTable& table = *all->documents;
  if (from.empty() && to == k_behind_values) {
    TRY_ASSIGN(auto any, all->facts.find(key, ""));
    if (any) {
      return std::move(*any);
    }
  }
  bitmap::Bits bits(table.documents());
  bitmap::Bitmap common;
  const std::string prefix = fact_prefix(key);
  std::string first = prefix + std::string(from);
  std::string value;
  base::Result<void> inner;
  bool more = true;
  // False: go on from `first`, or not at all.
  const auto add = [&](const FactPosting& posting) -> base::Result<bool> {
    if (posting.value < from || posting.value >= to) {
      return posting.value < from;
    }
    if (posting.value != value) {
      value = posting.value;
      TRY_ASSIGN(const auto held, all->facts.find(key, value));
      if (held) {
        common |= *held;
        first = prefix + value + '\x01'; // behind every posting of it
        more = true;
        return false;
      }
    }
    const auto number = table.number_of(posting.document.id);
    if (number && table.version(*number) == posting.document.version) {
      bits.add(*number);
    }
    return true;
  };
  while (more) {
    more = false;
    TRY(m_db.scan(Family::fact_index, prefix, first, [&](auto row, auto) {
      const auto posting = parse_fact_index_key(row);
      const auto on = posting ? add(*posting) : base::Result<bool>(true);
      inner = on ? base::Result<void>() : base::fail(on.error());
      return on && *on;
    }));
    TRY(inner);
  }
  common |= bits.finish();
  return common;
}

// A single value that has a bitmap costs nothing.
base::Result<uint64_t> Generation::fact_bytes(std::string_view key,
                                              std::string_view from,
                                              std::string_view to) const {
  TRY_ASSIGN(const Tables* all, tables());
  const bool one = to.size() == from.size() + 1 && to.starts_with(from);
  const bool any = from.empty() && to == k_behind_values;
  if (one || any) {
    TRY_ASSIGN(const auto held, all->facts.find(key, from));
    if (held) {
      return uint64_t{0};
    }
  }
  const std::string prefix = fact_prefix(key);
  return m_db.bytes_between(Family::fact_index, prefix + std::string(from),
                            prefix + std::string(to));
}

uint64_t Generation::term_bytes(std::string_view term) const {
  const std::string prefix = term_prefix(term);
  return m_db.bytes_between(Family::terms, prefix, prefix + '\xff');
}

} // namespace store
