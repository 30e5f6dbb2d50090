// SPDX-License-Identifier: Apache-2.0
#include "store/segment_file.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

namespace store {
namespace {

static_assert(std::endian::native == std::endian::little,
              "segments hold little-endian floats");

// Header, 64 bytes: magic 8, version 4, dims 4, rows 8, documents 8, zeros;
// numbers big endian. Then rows × dims f32, then 20 bytes a document, then 24
// bytes a row, then the checksum of all after the header and then the header.
constexpr std::string_view k_magic = "KEYBEDVS";
constexpr uint32_t k_version = 1;
constexpr size_t k_header = 64;
constexpr size_t k_row = 24;
constexpr size_t k_checksum = 16;
constexpr size_t k_flush = 1 << 20;

std::string header_of(uint32_t dims, uint64_t rows, uint64_t documents) {
  std::string out(k_magic);
  base::append_be32(out, k_version);
  base::append_be32(out, dims);
  base::append_be64(out, rows);
  base::append_be64(out, documents);
  out.resize(k_header, '\0');
  return out;
}

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
      ::open(temp.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) {
    return base::fail_errno(errno, "create " + temp);
  }
  SegmentWriter writer(std::move(path), std::move(fd), dims);
  writer.m_buffer = std::string(k_header, '\0');
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

base::Result<void> SegmentWriter::finish() {
  for (const DocumentVersion& document : m_documents) {
    TRY(write(version_key(document)));
  }
  for (const SegmentRow& row : m_rows) {
    TRY(write(row_bytes(row)));
  }
  const std::string header =
      header_of(m_dims, m_rows.size(), m_documents.size());
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

base::Result<Segment> Segment::open(const std::string& path) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  const auto size = static_cast<size_t>(info.st_size);
  if (size < k_header + k_checksum) {
    return base::fail(base::Errc::corrupt, path + ": too short for a segment");
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (data == MAP_FAILED) {
    return base::fail_errno(errno, "map " + path);
  }
  Segment out;
  out.m_path = path;
  out.m_data = static_cast<const char*>(data);
  out.m_size = size;
  const std::string_view header(out.m_data, k_header);
  if (header.substr(0, 8) != k_magic ||
      base::load_be32(header.substr(8)) != k_version) {
    return base::fail(base::Errc::corrupt, path + ": not a vector segment");
  }
  out.m_dims = base::load_be32(header.substr(12));
  out.m_rows = base::load_be64(header.substr(16));
  out.m_documents = base::load_be64(header.substr(24));
  const bool sane = out.m_dims > 0 && out.m_dims <= 65536 &&
                    out.m_rows < (uint64_t{1} << 32) &&
                    out.m_documents <= out.m_rows;
  if (!sane || size != k_header + out.m_rows * (out.m_dims * 4ULL + k_row) +
                           out.m_documents * k_version_bytes + k_checksum) {
    return base::fail(base::Errc::corrupt,
                      path + ": size does not fit its header");
  }
  return out;
}

Segment::Segment(Segment&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_data(std::exchange(other.m_data, nullptr)), m_size(other.m_size),
      m_dims(other.m_dims), m_rows(other.m_rows),
      m_documents(other.m_documents) {}

Segment::~Segment() {
  if (m_data != nullptr) {
    ::munmap(const_cast<char*>(m_data), m_size);
  }
}

std::span<const float> Segment::vectors() const {
  return {reinterpret_cast<const float*>(m_data + k_header), m_rows * m_dims};
}

SegmentRow Segment::row(uint64_t row) const {
  ASSERT(row < m_rows);
  const char* at = m_data + k_header + m_rows * m_dims * 4 +
                   m_documents * k_version_bytes + row * k_row;
  SegmentRow out{base::load_be32({at, 4}), base::load_be32({at + 4, 4}), {}};
  std::memcpy(out.text.bytes.data(), at + 8, 16);
  // A damaged table must not lead outside the documents.
  out.document = out.document < m_documents ? out.document : 0;
  return out;
}

DocumentVersion Segment::document(uint32_t index) const {
  ASSERT(index < m_documents);
  const char* at =
      m_data + k_header + m_rows * m_dims * 4 + index * k_version_bytes;
  return *version_at_end({at, k_version_bytes});
}

base::Result<void> Segment::check() const {
  const size_t end = m_size - k_checksum;
  const auto sum = base::Hasher()
                       .update({m_data + k_header, end - k_header})
                       .update({m_data, k_header})
                       .finish();
  if (sum.view() != std::string_view(m_data + end, k_checksum)) {
    return base::fail(base::Errc::corrupt, m_path + ": checksum differs");
  }
  return {};
}

} // namespace store
