// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_header.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"

#include <algorithm>
#include <cmath>

namespace query {
namespace {

constexpr std::string_view k_magic = "KEYBEDGR";
constexpr uint32_t k_version = 1;
constexpr size_t k_sum_at = GraphHeader::k_bytes - 16;
constexpr double k_millionths = 1e6;

// Reads numbers one behind the other. REQUIRES: enough bytes.
class Numbers {
public:
  explicit Numbers(std::string_view bytes) : m_rest(bytes) {}
  uint32_t next32() { return base::load_be32(take(4)); }
  uint64_t next64() { return base::load_be64(take(8)); }
  std::string_view take(size_t size) {
    const std::string_view out = m_rest.substr(0, size);
    m_rest.remove_prefix(size);
    return out;
  }

private:
  std::string_view m_rest;
};

std::vector<GraphRecall> take_recalls(Numbers& numbers) {
  const uint32_t count = numbers.next32();
  std::vector<GraphRecall> out;
  for (uint32_t i = 0; i < std::min<size_t>(count, GraphHeader::k_most_recalls);
       ++i) {
    GraphRecall one;
    one.ef = numbers.next32();
    one.recall = numbers.next32() / k_millionths;
    one.distances = numbers.next32();
    out.push_back(one);
  }
  return out;
}

bool is_table(const std::vector<GraphRecall>& recalls) {
  uint32_t before = 0;
  return std::all_of(recalls.begin(), recalls.end(), [&](const auto& one) {
    const bool fits = one.ef > before && one.recall <= 1;
    before = one.ef;
    return fits;
  });
}

bool is_possible(const GraphHeader& header) {
  constexpr uint64_t k_most_rows = (uint64_t{1} << 31) - 1; // ids are int
  return header.dims > 0 && header.dims <= 65536 && header.links >= 2 &&
         header.links <= GraphHeader::k_most_links &&
         header.levels < GraphHeader::k_most_levels &&
         header.rows <= k_most_rows && header.points <= header.rows &&
         header.copies <= header.rows - header.points &&
         header.upper_points <= header.points &&
         header.upper_lists >= header.upper_points &&
         header.upper_lists <=
             header.upper_points * GraphHeader::k_most_levels &&
         (header.points == 0 || header.entry < header.points) &&
         is_table(header.recalls);
}

} // namespace

std::string GraphHeader::bytes() const {
  ASSERT(recalls.size() <= k_most_recalls);
  std::string out(k_magic);
  for (const uint32_t number :
       {k_version, dims, links, ef_construction, entry, levels, queries}) {
    base::append_be32(out, number);
  }
  for (const uint64_t number :
       {rows, points, upper_points, upper_lists, copies}) {
    base::append_be64(out, number);
  }
  out.append(segment.view());
  base::append_be32(out, static_cast<uint32_t>(recalls.size()));
  for (const GraphRecall& one : recalls) {
    base::append_be32(out, one.ef);
    base::append_be32(
        out, static_cast<uint32_t>(std::lround(one.recall * k_millionths)));
    base::append_be32(out, one.distances);
  }
  ASSERT(out.size() <= k_sum_at);
  out.resize(k_sum_at, '\0');
  out.append(base::hash_of(out).view());
  return out;
}

base::Result<GraphHeader> GraphHeader::parse(std::string_view bytes) {
  if (bytes.size() < k_bytes || !bytes.starts_with(k_magic)) {
    return base::fail(base::Errc::corrupt, "not a graph of Keybed");
  }
  Numbers numbers(bytes.substr(k_magic.size()));
  if (const uint32_t version = numbers.next32(); version != k_version) {
    return base::fail(base::Errc::corrupt,
                      "a graph of version " + std::to_string(version) +
                          ", this program reads " + std::to_string(k_version));
  }
  if (base::hash_of(bytes.substr(0, k_sum_at)).view() !=
      bytes.substr(k_sum_at, 16)) {
    return base::fail(base::Errc::corrupt, "the header is damaged");
  }
  GraphHeader out;
  for (uint32_t* number : {&out.dims, &out.links, &out.ef_construction,
                           &out.entry, &out.levels, &out.queries}) {
    *number = numbers.next32();
  }
  for (uint64_t* number : {&out.rows, &out.points, &out.upper_points,
                           &out.upper_lists, &out.copies}) {
    *number = numbers.next64();
  }
  const std::string_view segment = numbers.take(out.segment.bytes.size());
  std::copy(segment.begin(), segment.end(), out.segment.bytes.begin());
  out.recalls = take_recalls(numbers);
  if (!is_possible(out)) {
    return base::fail(base::Errc::corrupt,
                      "the header has numbers that cannot be");
  }
  return out;
}

} // namespace query
