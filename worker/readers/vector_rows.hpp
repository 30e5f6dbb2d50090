// SPDX-License-Identifier: Apache-2.0
//
// The rows of one layer, wherever they come from.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace readers {

struct VectorColumn {
  std::string name; // UTF-8
  std::string alias;
  std::string form;    // type and width as the format writes them: "C80"
  bool text = true;    // declared as text: digits in it are names, not numbers
  bool hidden = false; // how to draw, not what it is: no text, no facts
  std::vector<std::pair<std::string, std::string>> codes; // code → meaning
};

struct VectorRow {
  uint64_t number = 0;             // from 1
  std::vector<std::string> values; // one a column, UTF-8; "" for null
};

class VectorRows {
public:
  VectorRows() = default;
  VectorRows(const VectorRows&) = delete;
  VectorRows& operator=(const VectorRows&) = delete;
  virtual ~VectorRows() = default;

  virtual base::Result<void> rewind() = 0;
  // False behind the last row.
  virtual base::Result<bool> next(VectorRow& row) = 0;
};

} // namespace readers
