// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <string>

namespace pool {

// A folder for the temporary files of a pool's children, removed with all it
// holds. A worker that is killed cannot remove its own: the next pool does. Its
// lock tells whether a folder is still in use, and unlike a process number
// means the same in every container that shares the disk. One thread.
class Scratch {
public:
  // Below `parent`, or below TMPDIR or /tmp if that is "".
  static base::Result<Scratch> make(const std::string& parent);
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  const std::string& path() const { return m_path; }

private:
  Scratch(std::string path, base::Fd lock);

  std::string m_path;
  base::Fd m_lock;
};

// A folder inside, for one child; made empty.
base::Result<std::string> make_folder(const Scratch& scratch);
void remove_folder(const std::string& path);

} // namespace pool
