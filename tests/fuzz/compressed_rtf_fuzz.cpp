// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "worker/readers/compressed_rtf.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t k_limit = 100'000;
  const auto out = readers::unpack_compressed_rtf(
      {reinterpret_cast<const char*>(data), size}, k_limit);
  ASSERT(!out || out->size() <= k_limit);
  return 0;
}
