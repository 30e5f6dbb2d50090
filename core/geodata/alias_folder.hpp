// SPDX-License-Identifier: Apache-2.0
//
// A temporary folder with symbolic links to a data set's files, under the
// names that GDAL expects: a driver that goes by the extension finds it, and
// a driver that writes beside its source writes there. Private to the room.
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace geodata {

class AliasFolder {
public:
  // "data.EXTENSION" for `path`, and "data.x" for every file "STEM.x" of
  // `siblings`. In TMPDIR, else /tmp; removed with the object.
  static base::Result<AliasFolder>
  make(const std::string& path, std::string_view extension,
       const std::vector<std::string>& siblings);

  AliasFolder(AliasFolder&& other) noexcept;
  AliasFolder& operator=(AliasFolder&&) = delete;
  ~AliasFolder();

  const std::string& main() const { return m_main; }

private:
  explicit AliasFolder(std::string folder) : m_folder(std::move(folder)) {}
  std::string m_folder;
  std::string m_main;
};

} // namespace geodata
