// SPDX-License-Identifier: Apache-2.0
//
// A file mapped for reading. Safe from any thread.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace base {

class MappedFile {
public:
  // A file of no bytes is Errc::corrupt.
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  // Aligned to a page; valid while this lives, also where it moves to.
  std::string_view bytes() const { return {m_data, m_size}; }

private:
  MappedFile(const char* data, size_t size) : m_data(data), m_size(size) {}
  const char* m_data;
  size_t m_size;
};

} // namespace base
