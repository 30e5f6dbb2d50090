// SPDX-License-Identifier: Apache-2.0
//
// Reads bytes as the worker would: through a file, detection and a reader.
#pragma once

#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace readers::test {

class Folder {
public:
  Folder() {
    std::string name = ::testing::TempDir() + "readersXXXXXX";
    m_path = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(m_path / name, std::ios::binary) << bytes;
    return m_path / name;
  }

private:
  std::filesystem::path m_path;
};

struct Reading {
  std::string reader; // "" if none knows the file
  std::string error;  // "" if it was read
  domain::CollectedDocument document;

  // The text of the fact, or of all of them joined by "|".
  std::string fact(const std::string& key) const {
    std::string out;
    for (const auto& fact : document.facts) {
      if (fact.key == key) {
        out += (out.empty() ? "" : "|") + fact.text;
      }
    }
    return out;
  }
  std::string text() const {
    std::string out;
    for (const auto& passage : document.passages) {
      out += passage.text + "\n";
    }
    return out;
  }
  std::string reasons() const {
    std::string out;
    for (const auto& reject : document.rejects) {
      out += reject.reason + "\n";
    }
    return out;
  }
  bool has_key(const std::string& verbatim) const {
    for (const auto& key : document.keys) {
      if (key.verbatim == verbatim) {
        return true;
      }
    }
    return false;
  }
};

inline Reading read_bytes(const std::string& name, const std::string& bytes) {
  const Folder folder;
  Reading reading;
  auto input = open_input(folder.file(name, bytes), {});
  if (!input) {
    reading.error = input.error().message;
    return reading;
  }
  const auto choice = choose_reader(*input);
  if (choice.reader == nullptr) {
    return reading;
  }
  reading.reader = choice.reader->name();
  domain::Collector collector(1000000);
  const auto result = choice.reader->read(*input, collector);
  if (!result) {
    reading.error = result.error().message;
  } else if (collector.documents().size() == 1) {
    reading.document = collector.documents().front();
    EXPECT_TRUE(reading.document.ended);
  }
  return reading;
}

} // namespace readers::test
