// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_file.hpp"

#include "core/base/fd.hpp"

#include <sys/mman.h>

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
  uint64_t size = 0;
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path, &size));
  if (size < GraphHeader::k_bytes) {
    return base::fail(base::Errc::corrupt, path + ": too short for a graph");
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (data == MAP_FAILED) {
    return base::fail_errno(errno, "map " + path);
  }
  GraphFile out;
  out.m_path = path;
  out.m_data = static_cast<const char*>(data);
  out.m_size = size;
  auto header = GraphHeader::parse({out.m_data, GraphHeader::k_bytes});
  if (!header) {
    return base::fail(std::move(header.error()).within(path));
  }
  out.m_header = std::move(*header);
  out.m_layout = GraphLayout(out.m_header);
  if (size != out.m_layout.size) {
    return base::fail(base::Errc::corrupt,
                      path + ": size does not fit its header");
  }
  return out;
}

GraphFile::GraphFile(GraphFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_data(std::exchange(other.m_data, nullptr)), m_size(other.m_size),
      m_header(std::move(other.m_header)), m_layout(other.m_layout) {}

GraphFile::~GraphFile() {
  if (m_data != nullptr) {
    ::munmap(const_cast<char*>(m_data), m_size);
  }
}

uint32_t GraphFile::number_at(size_t offset) const {
  uint32_t out = 0;
  std::memcpy(&out, m_data + offset, sizeof out);
  return out;
}

base::Result<void> GraphFile::check() const {
  const auto sum = base::hash_of({m_data, m_layout.checksum});
  if (sum.view() !=
      std::string_view(m_data + m_layout.checksum, sum.bytes.size())) {
    return base::fail(base::Errc::corrupt, m_path + ": checksum differs");
  }
  return {};
}

} // namespace query
