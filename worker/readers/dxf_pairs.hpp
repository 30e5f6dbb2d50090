// SPDX-License-Identifier: Apache-2.0
//
// Group codes and values of a DXF file, text or binary. Linear; the memory of
// one value is bounded.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace readers {

struct DxfPair {
  int code = 0;
  std::string value; // UTF-8 and, of numbers, as text
};

class DxfPairs {
public:
  static base::Result<std::unique_ptr<DxfPairs>> open(const std::string& path);
  DxfPairs() = default;
  DxfPairs(const DxfPairs&) = delete;
  DxfPairs& operator=(const DxfPairs&) = delete;
  virtual ~DxfPairs() = default;

  // False at the end. Errc::corrupt for what is no pair.
  virtual base::Result<bool> next(DxfPair& pair) = 0;
  virtual uint64_t position() const = 0; // line, or byte of a binary one
};

} // namespace readers
