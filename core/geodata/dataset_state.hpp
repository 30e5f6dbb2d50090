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

struct Dataset::State {
  std::optional<AliasFolder> alias; // outlives the handle
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
