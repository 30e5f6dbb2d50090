// SPDX-License-Identifier: Apache-2.0
//
// A vector segment: immutable rows in f32 and in int8 with their errors,
// aligned and mapped into memory, with the table of what each row is.
// docs/format/segments.md has the bytes.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/mapped_file.hpp"
#include "core/base/result.hpp"
#include "core/vectors/quantize.hpp"
#include "core/vectors/row_range.hpp"
#include "store/families.hpp"
#include "store/segment_layout.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace store {

struct SegmentRow {
  uint32_t document = 0; // index into the segment's documents
  uint32_t ordinal = 0;  // of the passage
  base::Hash128 text;    // of the text that was embedded
};

// Writes beside `path` and renames when finished; abandoned otherwise. Rows of
// one document must be added together. One thread.
class SegmentWriter {
public:
  static base::Result<SegmentWriter> create(std::string path, uint32_t dims);
  SegmentWriter(SegmentWriter&&) noexcept = default;
  SegmentWriter& operator=(SegmentWriter&&) = delete;
  ~SegmentWriter();

  // REQUIRES: vector.size() == dims.
  base::Result<void> add(const DocumentVersion& document, uint32_t ordinal,
                         const base::Hash128& text,
                         std::span<const float> vector);
  uint64_t rows() const { return m_rows.size(); }
  // Synced to disk when this returns.
  base::Result<void> finish();

private:
  SegmentWriter(std::string path, base::Fd fd, uint32_t dims)
      : m_path(std::move(path)), m_fd(std::move(fd)), m_dims(dims) {}
  base::Result<void> write(std::string_view bytes);
  base::Result<void> flush();
  base::Result<void> write_zeros(size_t to);
  template <typename Value>
  base::Result<void> write_array(size_t at, const std::vector<Value>& values);
  base::Result<void> write_codes(const SegmentLayout& layout);
  base::Result<void> write_tables(const SegmentLayout& layout);
  base::Result<void> read_row(const SegmentLayout& layout, uint64_t row,
                              std::span<float> out) const;
  base::Result<void> seal(const SegmentLayout& layout);

  std::string m_path;
  base::Fd m_fd;
  uint32_t m_dims;
  std::string m_buffer;
  size_t m_written = 0; // bytes, buffered ones included
  std::vector<DocumentVersion> m_documents;
  std::vector<SegmentRow> m_rows;
  base::Hasher m_hasher;
};

// Borrowed views are valid while the segment lives. Safe from any thread.
class Segment {
public:
  // Checks sizes, not the checksum. Errc::corrupt says what does not fit.
  static base::Result<Segment> open(const std::string& path);

  uint32_t dims() const { return m_layout.dims; }
  uint64_t rows() const { return m_layout.rows; }
  std::span<const float> vectors() const; // rows × dims
  std::span<const float> vector(uint64_t row) const {
    return vectors().subspan(row * dims(), dims());
  }
  vectors::CodedRows coded() const; // the same rows
  std::span<const int8_t> codes(uint64_t row) const;
  SegmentRow row(uint64_t row) const;
  // Documents are numbered densely in the order of their rows. One may stand
  // under two numbers, if it was added twice.
  uint64_t documents() const { return m_layout.documents; }
  DocumentVersion document(uint32_t index) const;
  vectors::RowRange rows_of(uint32_t document) const;
  // Numbers of a document, of any version; takes log(documents).
  std::vector<uint32_t> numbers_of(const DocumentId& id) const;
  // As written; tells this segment from any other.
  base::Hash128 checksum() const;
  // Reads every byte. Errc::corrupt if the checksum differs.
  base::Result<void> check() const;
  const std::string& path() const { return m_path; }

private:
  Segment(std::string path, base::MappedFile file, SegmentLayout layout)
      : m_path(std::move(path)), m_file(std::move(file)), m_layout(layout) {}
  const char* data() const { return m_file.bytes().data(); }
  template <typename Value>
  const Value* at(size_t offset) const {
    return reinterpret_cast<const Value*>(data() + offset);
  }
  uint32_t by_id(uint64_t place) const;

  std::string m_path;
  base::MappedFile m_file;
  SegmentLayout m_layout;
};

} // namespace store
