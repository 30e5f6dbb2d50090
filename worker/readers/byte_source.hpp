// SPDX-License-Identifier: Apache-2.0
//
// Bytes that are read piece by piece: a stream of a compound file, or a file
// of its own, behind one window of 1 MiB.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "worker/readers/compound_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

class ByteSource {
public:
  static constexpr size_t k_window = size_t{1} << 20;

  // `file` is borrowed and outlives this.
  ByteSource(const CompoundFile& file, CompoundFile::Stream stream)
      : m_file(&file), m_stream(std::move(stream)), m_size(m_stream.size) {}
  static base::Result<ByteSource> of_file(const std::string& path);

  uint64_t size() const { return m_size; }
  // Fewer only at the end. Valid until the next call.
  // REQUIRES: length <= k_window.
  base::Result<std::string_view> at(uint64_t offset, size_t length);
  // Where in the file on disk `offset` is.
  uint64_t place_of(uint64_t offset) const;

private:
  ByteSource(base::Fd fd, uint64_t size) : m_fd(std::move(fd)), m_size(size) {}

  const CompoundFile* m_file = nullptr;
  CompoundFile::Stream m_stream;
  base::Fd m_fd;
  uint64_t m_size = 0;
  uint64_t m_begin = 0;
  std::string m_bytes;
};

} // namespace readers
