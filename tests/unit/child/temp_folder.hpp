// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

// A folder of a test, removed with it.
class TempFolder {
public:
  TempFolder() {
    std::string name = ::testing::TempDir() + "childXXXXXX";
    m_path = ::mkdtemp(name.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() { std::filesystem::remove_all(m_path); }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((m_path / name).parent_path());
    std::ofstream(m_path / name, std::ios::binary) << bytes;
    return m_path / name;
  }
  const std::filesystem::path& path() const { return m_path; }

private:
  std::filesystem::path m_path;
};
