// SPDX-License-Identifier: Apache-2.0
#include "store/fact_bitmaps.hpp"

#include "core/base/bytes.hpp"
#include "core/base/mapped_file.hpp"

#include <algorithm>
#include <map>

namespace store {
namespace {

constexpr std::string_view k_magic = "KEYBEDFB";
constexpr uint32_t k_version = 1;
constexpr size_t k_header = 32;
constexpr size_t k_checksum = 16;

std::string name_of(std::string_view key, std::string_view value) {
  return std::string(key) + '\0' + std::string(value);
}

// Documents of one name while its postings pass by.
class Gathered {
public:
  explicit Gathered(uint32_t documents) : m_bits(documents) {}

  void add(uint32_t document) {
    m_bits.add(document);
    ++m_count; // an upper bound: of a key one document may come often
  }
  // Its bitmap if at least `least` documents have it; starts anew.
  std::optional<std::string> finish(uint64_t least) {
    std::optional<std::string> out;
    if (m_count >= least) {
      const bitmap::Bitmap all = m_bits.finish();
      if (all.size() >= least) {
        out = all.to_bytes();
      }
    }
    if (m_count > 0) {
      m_bits.clear();
    }
    m_count = 0;
    return out;
  }

private:
  bitmap::Bits m_bits;
  uint64_t m_count = 0;
};

class Counter {
public:
  Counter(const Database& shard, const DocumentTable& table)
      : m_shard(shard), m_table(table), m_value_bits(table.documents()),
        m_key_bits(table.documents()),
        m_least(FactBitmaps::common(table.documents())) {}

  base::Result<std::map<std::string, std::string>> run() {
    if (m_table.documents() >= m_least) {
      TRY(m_shard.scan_all(Family::fact_index, "", [&](auto row, auto) {
        if (const auto posting = parse_fact_index_key(row)) {
          add(*posting);
        }
        return true;
      }));
      finish_value();
      finish_key();
    }
    return std::move(m_out);
  }

private:
  void add(const FactPosting& posting) {
    const bool other_key = posting.key != m_key;
    if (other_key || posting.value != m_value) {
      finish_value();
      m_value = posting.value;
    }
    if (other_key) {
      finish_key();
      m_key = posting.key;
    }
    const auto number = m_table.number_of(posting.document.id);
    if (number && m_table.version(*number) == posting.document.version) {
      m_value_bits.add(*number);
      m_key_bits.add(*number);
    }
  }

  void finish_value() {
    if (auto bits = m_value_bits.finish(m_least)) {
      m_out.emplace(name_of(m_key, m_value), std::move(*bits));
    }
  }
  void finish_key() {
    if (auto bits = m_key_bits.finish(m_least)) {
      m_out.emplace(name_of(m_key, ""), std::move(*bits));
    }
  }

  const Database& m_shard;
  const DocumentTable& m_table;
  Gathered m_value_bits;
  Gathered m_key_bits;
  uint64_t m_least;
  std::string m_key;
  std::string m_value;
  std::map<std::string, std::string> m_out;
};

} // namespace

uint64_t FactBitmaps::common(uint64_t documents) {
  constexpr uint64_t k_share = 100;
  constexpr uint64_t k_few = 256;
  return std::max(k_few, documents / k_share);
}

base::Result<std::string> FactBitmaps::bytes_of(const Database& shard,
                                                const DocumentTable& table) {
  TRY_ASSIGN(const auto bitmaps, Counter(shard, table).run());
  std::string out(k_magic);
  base::append_be32(out, k_version);
  base::append_be32(out, table.documents());
  base::append_be32(out, static_cast<uint32_t>(bitmaps.size()));
  out.resize(k_header, '\0');
  uint64_t at = k_header + bitmaps.size() * 16;
  for (const auto& [name, bits] : bitmaps) {
    base::append_be64(out, at += name.size());
    base::append_be64(out, at += bits.size());
  }
  for (const auto& [name, bits] : bitmaps) {
    out += name + bits;
  }
  out.append(base::hash_of(out).view());
  return out;
}

base::Result<FactBitmaps> FactBitmaps::open(const std::string& path,
                                            uint32_t documents) {
  TRY_ASSIGN(base::MappedFile file, base::MappedFile::open(path));
  auto owner = std::make_shared<const base::MappedFile>(std::move(file));
  FactBitmaps out;
  const std::string_view all = owner->bytes();
  const bool whole = all.size() >= k_header + k_checksum &&
                     all.starts_with(k_magic) &&
                     base::load_be32(all.substr(8)) == k_version &&
                     base::load_be32(all.substr(12)) == documents;
  const uint32_t count = whole ? base::load_be32(all.substr(16)) : 0;
  if (!whole || (all.size() - k_header - k_checksum) / 16 < count) {
    return base::fail(base::Errc::corrupt,
                      path + ": no bitmaps of this generation");
  }
  out.m_bytes = all.substr(0, all.size() - k_checksum);
  out.m_owner = std::move(owner);
  out.m_count = count;
  return out;
}

// Empty where a damaged file says what cannot be.
FactBitmaps::Entry FactBitmaps::entry(uint32_t i) const {
  const auto end = [&](size_t n) {
    return base::load_be64(m_bytes.substr(k_header + n * 8));
  };
  const uint64_t first = k_header + uint64_t{m_count} * 16;
  const uint64_t from = i == 0 ? first : end(size_t{i} * 2 - 1);
  const uint64_t name = end(size_t{i} * 2);
  const uint64_t to = end(size_t{i} * 2 + 1);
  if (from > name || name > to || to > m_bytes.size()) {
    return {};
  }
  return {m_bytes.substr(from, name - from), m_bytes.substr(name, to - name)};
}

base::Result<std::optional<bitmap::Bitmap>>
FactBitmaps::find(std::string_view key, std::string_view value) const {
  const std::string wanted = name_of(key, value);
  uint32_t from = 0;
  uint32_t to = m_count;
  while (from < to) {
    const uint32_t middle = from + (to - from) / 2;
    entry(middle).name < wanted ? from = middle + 1 : to = middle;
  }
  if (from == m_count || entry(from).name != wanted) {
    return std::optional<bitmap::Bitmap>();
  }
  TRY_ASSIGN(auto bits, bitmap::Bitmap::from_bytes(entry(from).bitmap));
  return std::optional(std::move(bits));
}

} // namespace store
