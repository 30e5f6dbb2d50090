// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/alias_folder.hpp"

#include "core/geodata/dataset.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace geodata {
namespace {

base::Result<void> link(const std::string& target, const std::string& name) {
  if (::symlink(target.c_str(), name.c_str()) != 0 && errno != EEXIST) {
    return base::fail_errno(errno, "link " + name);
  }
  return {};
}

std::string folded_extension(const std::string& path) {
  std::string text = std::filesystem::path(path).extension().string();
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

} // namespace

base::Result<AliasFolder>
AliasFolder::make(const std::string& path, std::string_view extension,
                  const std::vector<std::string>& siblings) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
  const char* place = ::getenv("TMPDIR");
  std::string name =
      std::string(place == nullptr || *place == '\0' ? "/tmp" : place) +
      "/keybed-aliasXXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    return base::fail_errno(errno, "make a folder in " + name);
  }
  AliasFolder made(name);
  const std::string stem = name + "/" + std::string(k_alias_stem);
  made.m_main = stem + "." + std::string(extension);
  TRY(link(path, made.m_main));
  for (const auto& sibling : siblings) {
    TRY(link(sibling, stem + folded_extension(sibling)));
  }
  return made;
}

AliasFolder::AliasFolder(AliasFolder&& other) noexcept
    : m_folder(std::exchange(other.m_folder, {})),
      m_main(std::move(other.m_main)) {}

AliasFolder::~AliasFolder() {
  if (!m_folder.empty()) {
    std::error_code ignored; // a temporary folder is swept anyway
    std::filesystem::remove_all(m_folder, ignored);
  }
}

} // namespace geodata
