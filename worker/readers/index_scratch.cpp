// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/index_scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace readers {
namespace {

namespace fs = std::filesystem;

std::string lower_extension(const std::string& path) {
  std::string out = fs::path(path).extension().string();
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool has_index(const Input& input) {
  return std::any_of(
      input.members.begin(), input.members.end(),
      [](const Member& m) { return lower_extension(m.path) == ".shx"; });
}

} // namespace

IndexScratch::IndexScratch(const Input& input, bool shapefile)
    : m_path(input.path) {
  if (!shapefile || has_index(input)) {
    return;
  }
  std::error_code error;
  std::string name =
      (fs::temp_directory_path(error) / "keybed-shx-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) {
    return; // GDAL then says what is missing
  }
  m_folder = name;
  // One stem for all, so that the parts find each other; it names the layer.
  const std::string stem =
      m_folder + "/" + fs::path(input.path).stem().string();
  fs::create_symlink(input.path, stem + ".shp", error);
  for (const Member& member : input.members) {
    const std::string extension = lower_extension(member.path);
    if (extension == ".dbf" || extension == ".prj" || extension == ".cpg") {
      fs::create_symlink(member.path, stem + extension, error);
    }
  }
  m_path = stem + ".shp";
}

IndexScratch::~IndexScratch() {
  if (!m_folder.empty()) {
    std::error_code ignored; // the pool clears what a reader leaves behind
    fs::remove_all(m_folder, ignored);
  }
}

} // namespace readers
