// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_file.hpp"

#include "core/base/fd.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace query {

GraphLayout::GraphLayout(const GraphHeader& header) {
  constexpr size_t k_number = sizeof(uint32_t);
  point_bytes = k_number * (1 + 2 * size_t{header.links}) +
                PointTail::k_scale_bytes + PointTail::k_row_bytes;
  list_bytes = k_number * (1 + size_t{header.links});
  points = GraphHeader::k_bytes;
  upper = points + header.points * point_bytes;
  lists = upper + header.upper_points * 2 * k_number;
  copies = lists + header.upper_lists * list_bytes;
  checksum = copies + header.copies * 2 * k_number;
  size = checksum + base::Hash128().bytes.size();
}

base::Result<GraphFile> GraphFile::open(const std::string& path) {
  TRY_ASSIGN(base::MappedFile file, base::MappedFile::open(path));
  const std::string_view bytes = file.bytes();
  if (bytes.size() < GraphHeader::k_bytes) {
    return base::fail(base::Errc::corrupt, path + ": too short for a graph");
  }
  auto header = GraphHeader::parse(bytes.substr(0, GraphHeader::k_bytes));
  if (!header) {
    return base::fail(std::move(header.error()).within(path));
  }
  GraphFile out(path, std::move(file), std::move(*header));
  if (bytes.size() != out.m_layout.size) {
    return base::fail(base::Errc::corrupt,
                      path + ": size does not fit its header");
  }
  return out;
}

uint32_t GraphFile::number_at(size_t offset) const {
  uint32_t out = 0;
  std::memcpy(&out, data() + offset, sizeof out);
  return out;
}

base::Result<void> GraphFile::check() const {
  const auto sum = base::hash_of({data(), m_layout.checksum});
  if (sum.view() !=
      std::string_view(data() + m_layout.checksum, sum.bytes.size())) {
    return base::fail(base::Errc::corrupt, m_path + ": checksum differs");
  }
  return {};
}

} // namespace query
