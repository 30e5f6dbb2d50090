// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "store/segment_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>

namespace store {
namespace {

constexpr size_t k_flush = 1 << 20;

std::string row_bytes(const SegmentRow& row) {
  std::string out;
  base::append_be32(out, row.document);
  base::append_be32(out, row.ordinal);
  return out.append(row.text.view());
}

} // namespace

base::Result<SegmentWriter> SegmentWriter::create(std::string path,
                                                  uint32_t dims) {
  ASSERT(dims > 0);
  const std::string temp = path + ".tmp";
  base::Fd fd(
      ::open(temp.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) {
    return base::fail_errno(errno, "create " + temp);
  }
  SegmentWriter writer(std::move(path), std::move(fd), dims);
  writer.m_buffer = std::string(SegmentLayout::k_header, '\0');
  writer.m_written = SegmentLayout::k_header;
  return writer;
}

SegmentWriter::~SegmentWriter() {
  if (m_fd) {
    ::unlink((m_path + ".tmp").c_str());
  }
}

base::Result<void> SegmentWriter::flush() {
  std::string_view rest = m_buffer;
  while (!rest.empty()) {
    const auto n = ::write(m_fd.get(), rest.data(), rest.size());
    if (n < 0 && errno != EINTR) {
      return base::fail_errno(errno, "write " + m_path);
    }
    rest.remove_prefix(n < 0 ? 0 : static_cast<size_t>(n));
  }
  m_buffer.clear();
  return {};
}

base::Result<void> SegmentWriter::write(std::string_view bytes) {
  m_hasher.update(bytes);
  m_buffer.append(bytes);
  m_written += bytes.size();
  if (m_buffer.size() >= k_flush) {
    return flush();
  }
  return {};
}

base::Result<void> SegmentWriter::add(const DocumentVersion& document,
                                      uint32_t ordinal,
                                      const base::Hash128& text,
                                      std::span<const float> vector) {
  ASSERT(vector.size() == m_dims);
  if (m_documents.empty() || m_documents.back() != document) {
    m_documents.push_back(document);
  }
  m_rows.push_back(
      {static_cast<uint32_t>(m_documents.size() - 1), ordinal, text});
  return write(
      {reinterpret_cast<const char*>(vector.data()), vector.size_bytes()});
}

base::Result<void> SegmentWriter::write_zeros(size_t to) {
  ASSERT(to >= m_written);
  return write(std::string(to - m_written, '\0'));
}

template <typename Value>
base::Result<void>
SegmentWriter::write_array(size_t at, const std::vector<Value>& values) {
  TRY(write_zeros(at));
  return write({reinterpret_cast<const char*>(values.data()),
                values.size() * sizeof(Value)});
}

base::Result<void> SegmentWriter::read_row(const SegmentLayout& layout,
                                           uint64_t row,
                                           std::span<float> out) const {
  const auto bytes = std::as_writable_bytes(out);
  TRY_ASSIGN(const size_t n,
             base::read_at(m_fd, bytes, layout.vectors + row * bytes.size()));
  if (n != bytes.size()) {
    return base::fail(base::Errc::corrupt,
                      m_path + ": rows just written cannot be read back");
  }
  return {};
}

// The f32 rows are read back from the file, so that they need not be held.
base::Result<void> SegmentWriter::write_codes(const SegmentLayout& layout) {
  TRY(write_zeros(layout.codes));
  TRY(flush());
  std::vector<float> row(m_dims);
  std::vector<int8_t> codes(vectors::padded(m_dims));
  std::vector<float> scales;
  std::vector<float> errors;
  std::vector<float> norms;
  for (uint64_t r = 0; r < layout.rows; ++r) {
    TRY(read_row(layout, r, row));
    const auto code = vectors::quantize_row(row, codes);
    TRY(write({reinterpret_cast<const char*>(codes.data()), codes.size()}));
    scales.push_back(code.scale);
    errors.push_back(code.error);
    norms.push_back(code.norm);
  }
  TRY(write_array(layout.scales, scales));
  TRY(write_array(layout.errors, errors));
  return write_array(layout.norms, norms);
}

base::Result<void> SegmentWriter::write_tables(const SegmentLayout& layout) {
  std::vector<uint32_t> first_rows(m_documents.size() + 1,
                                   static_cast<uint32_t>(m_rows.size()));
  for (size_t r = m_rows.size(); r-- > 0;) {
    first_rows[m_rows[r].document] = static_cast<uint32_t>(r);
  }
  std::vector<uint32_t> by_id(m_documents.size());
  std::iota(by_id.begin(), by_id.end(), 0);
  std::stable_sort(by_id.begin(), by_id.end(), [&](uint32_t a, uint32_t b) {
    return m_documents[a] < m_documents[b];
  });
  TRY(write_array(layout.first_rows, first_rows));
  TRY(write_array(layout.by_id, by_id));
  TRY(write_zeros(layout.versions));
  for (const DocumentVersion& document : m_documents) {
    TRY(write(version_key(document)));
  }
  for (const SegmentRow& row : m_rows) {
    TRY(write(row_bytes(row)));
  }
  return {};
}

base::Result<void> SegmentWriter::finish() {
  const SegmentLayout layout(m_dims, m_rows.size(), m_documents.size());
  TRY(write_codes(layout));
  TRY(write_tables(layout));
  ASSERT(m_written == layout.checksum);
  return seal(layout);
}

base::Result<void> SegmentWriter::seal(const SegmentLayout& layout) {
  const std::string header = layout.header();
  m_hasher.update(header);
  m_buffer.append(m_hasher.finish().view());
  TRY(flush());
  if (::pwrite(m_fd.get(), header.data(), header.size(), 0) !=
      static_cast<ssize_t>(header.size())) {
    return base::fail_errno(errno, "write " + m_path);
  }
  const std::string temp = m_path + ".tmp";
  if (::fsync(m_fd.get()) != 0 || ::rename(temp.c_str(), m_path.c_str()) != 0) {
    return base::fail_errno(errno, "finish " + m_path);
  }
  m_fd.reset();
  return base::sync_directory(m_path.substr(0, m_path.rfind('/')));
}

} // namespace store
