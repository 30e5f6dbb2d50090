// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped_file.hpp"

#include "core/base/fd.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

namespace base {

Result<MappedFile> MappedFile::open(const std::string& path) {
  uint64_t size = 0;
  TRY_ASSIGN(const Fd fd, open_regular(path, &size));
  if (size == 0) {
    return fail(Errc::corrupt, path + ": empty");
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (data == MAP_FAILED) {
    return fail_errno(errno, "map " + path);
  }
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(other.m_size) {}

MappedFile::~MappedFile() {
  if (m_data != nullptr) {
    ::munmap(const_cast<char*>(m_data), m_size);
  }
}

} // namespace base
