// SPDX-License-Identifier: Apache-2.0
//
// The header of a graph file. Bytes with a right checksum get further, so each
// input is also tried with one.
#include "core/base/assert.hpp"
#include "query/hnsw/graph_file.hpp"

#include <cstdint>
#include <string>

namespace {

void try_header(std::string_view bytes) {
  const auto header = query::GraphHeader::parse(bytes);
  if (!header) {
    ASSERT(!header.error().message.empty());
    return;
  }
  const query::GraphLayout layout(*header);
  ASSERT(layout.points <= layout.upper && layout.upper <= layout.lists &&
         layout.lists <= layout.copies && layout.copies <= layout.checksum &&
         layout.checksum < layout.size);
  const auto again = query::GraphHeader::parse(header->bytes());
  ASSERT(again && *again == *header);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  try_header(bytes);
  constexpr size_t k_sum_at = query::GraphHeader::k_bytes - 16;
  bytes.resize(k_sum_at, '\0');
  bytes.append(base::hash_of(bytes).view());
  try_header(bytes);
  return 0;
}
