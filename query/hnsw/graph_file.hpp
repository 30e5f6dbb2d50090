// SPDX-License-Identifier: Apache-2.0
//
// A graph file, mapped into memory. docs/format/graphs.md.
#pragma once

#include "core/base/mapped_file.hpp"
#include "query/hnsw/graph_header.hpp"

#include <cstddef>
#include <span>

namespace query {

// Where the parts lie, in bytes from the beginning of the file.
struct GraphLayout {
  GraphLayout() = default;
  // REQUIRES: a header that parse() takes.
  explicit GraphLayout(const GraphHeader& header);

  size_t point_bytes = 0; // of a point on the lowest level
  size_t list_bytes = 0;  // of a list above it
  size_t points = 0;      // from here, points × point_bytes
  size_t upper = 0;       // points with upper lists: number, levels; 8 bytes
  size_t lists = 0;       // their lists
  size_t copies = 0;      // row of a point, row equal to it; 8 bytes
  size_t checksum = 0;    // 16 bytes
  size_t size = 0;
};

// What stands in a point behind its links: what hnswlib calls data and label.
struct PointTail {
  static constexpr size_t k_scale_bytes = 4; // f32: of the row's int8 form
  static constexpr size_t k_row_bytes = 8;
};

// Immutable. Views are valid while the file lives. Safe from any thread.
class GraphFile {
public:
  // Checks the header and the size, no more: see check_lists() and check().
  static base::Result<GraphFile> open(const std::string& path);

  const GraphHeader& header() const { return m_header; }
  const GraphLayout& layout() const { return m_layout; }
  const char* data() const { return m_file.bytes().data(); }
  const std::string& path() const { return m_path; }
  uint32_t number_at(size_t offset) const;
  // Reads every byte. Errc::corrupt if the checksum differs.
  base::Result<void> check() const;

private:
  GraphFile(std::string path, base::MappedFile file, GraphHeader header)
      : m_path(std::move(path)), m_file(std::move(file)),
        m_header(std::move(header)), m_layout(m_header) {}
  std::string m_path;
  base::MappedFile m_file;
  GraphHeader m_header;
  GraphLayout m_layout;
};

// Errc::corrupt if any list names what is not there, so that no search can
// leave the file or the segment. Reads all of the file but once, in about the
// time of a scan of a third of the segment's int8 rows.
base::Result<void> check_lists(const GraphFile& file);

} // namespace query
