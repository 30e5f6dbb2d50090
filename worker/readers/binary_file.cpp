// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/binary_file.hpp"

#include "core/base/assert.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <span>

namespace readers {
namespace {

constexpr size_t k_window = size_t{64} << 10;

template <typename T>
T load(std::string_view bytes, size_t at, Endian order) {
  ASSERT(at <= bytes.size() && bytes.size() - at >= sizeof(T));
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    const size_t from = order == Endian::big ? i : sizeof(T) - 1 - i;
    value = static_cast<T>(value << 8) | static_cast<uint8_t>(bytes[at + from]);
  }
  return value;
}

} // namespace

base::Result<BinaryFile> BinaryFile::open(const std::string& path) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  return BinaryFile(std::move(fd), static_cast<uint64_t>(info.st_size));
}

base::Result<std::string_view> BinaryFile::at(uint64_t offset, size_t bytes) {
  ASSERT(bytes <= k_most);
  const bool held = offset >= m_begin && offset - m_begin <= m_bytes.size() &&
                    m_bytes.size() - (offset - m_begin) >= bytes;
  if (!held) {
    const uint64_t left = offset < m_size ? m_size - offset : 0;
    m_bytes.resize(static_cast<size_t>(
        std::min<uint64_t>(left, std::max(bytes, k_window))));
    m_begin = offset;
    TRY_ASSIGN(const size_t n,
               base::read_at(m_fd, std::as_writable_bytes(std::span(m_bytes)),
                             offset));
    m_bytes.resize(n);
  }
  return std::string_view(m_bytes).substr(static_cast<size_t>(offset - m_begin),
                                          bytes);
}

base::Result<std::string_view> BinaryFile::whole(uint64_t offset, size_t bytes,
                                                 std::string_view what) {
  TRY_ASSIGN(const auto found, at(offset, bytes));
  if (found.size() < bytes) {
    return base::fail(base::Errc::corrupt,
                      "ends at byte " + std::to_string(m_size) + ", within " +
                          std::string(what) + " that begins at byte " +
                          std::to_string(offset));
  }
  return found;
}

uint16_t load_u16(std::string_view bytes, size_t at, Endian order) {
  return load<uint16_t>(bytes, at, order);
}

uint32_t load_u32(std::string_view bytes, size_t at, Endian order) {
  return load<uint32_t>(bytes, at, order);
}

int32_t load_i32(std::string_view bytes, size_t at, Endian order) {
  return std::bit_cast<int32_t>(load<uint32_t>(bytes, at, order));
}

uint64_t load_u64(std::string_view bytes, size_t at, Endian order) {
  return load<uint64_t>(bytes, at, order);
}

float load_f32(std::string_view bytes, size_t at, Endian order) {
  return std::bit_cast<float>(load<uint32_t>(bytes, at, order));
}

double load_f64(std::string_view bytes, size_t at, Endian order) {
  return std::bit_cast<double>(load<uint64_t>(bytes, at, order));
}

} // namespace readers
