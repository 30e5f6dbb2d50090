// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <string>

namespace readers {

// A shapefile without its index (.shx) can be read, but GDAL makes the index
// beside it, where a reader must not write. So its files are linked into a
// folder of their own below the temporary folder, gone with this object.
class IndexScratch {
public:
  IndexScratch(const Input& input, bool shapefile);
  IndexScratch(const IndexScratch&) = delete;
  IndexScratch& operator=(const IndexScratch&) = delete;
  ~IndexScratch();

  // What to open: the file itself, or its link.
  const std::string& path() const { return m_path; }
  bool used() const { return !m_folder.empty(); }

private:
  std::string m_path;
  std::string m_folder; // "" if none was needed or could be made
};

} // namespace readers
