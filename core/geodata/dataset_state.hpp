// SPDX-License-Identifier: Apache-2.0
//
// What stands behind Dataset and Features. Private to the room.
#pragma once

#include "core/geodata/alias_folder.hpp"
#include "core/geodata/dataset.hpp"

namespace geodata {

struct CloseDataset {
  void operator()(void* handle) const;
};

// Bytes that GDAL sees as a file of its own memory; borrowed.
class MemoryFile {
public:
  MemoryFile(const std::string& content, const std::string& extension);
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();
  const std::string& name() const { return m_name; }

private:
  std::string m_name;
};

struct Dataset::State {
  std::optional<AliasFolder> alias; // outlives the handle
  std::string content;              // outlives `memory`
  std::optional<MemoryFile> memory; // outlives the handle
  std::string opened; // the name that GDAL knows; "" if it is the file's own
  std::unique_ptr<void, CloseDataset> handle;
  std::string driver;
  std::vector<std::string> complaints;

  // Without the folder of the link, which differs from run to run, and with
  // "*.tab" for a link's name, which nobody knows.
  std::vector<std::string> told(std::vector<std::string> lines) const;
};

struct Features::State {
  void* layer = nullptr;                   // borrowed from the data set
  const Dataset::State* dataset = nullptr; // borrowed
  uint64_t taken = 0;
};

} // namespace geodata
