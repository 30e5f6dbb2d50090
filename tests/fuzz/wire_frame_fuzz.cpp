// SPDX-License-Identifier: Apache-2.0
#include "proto/wire/codec.hpp"

#include <cstdint>
#include <cstdlib>

// Whatever decodes must encode to something that decodes to the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto message = wire::decode({reinterpret_cast<const char*>(data), size});
  if (message) {
    auto again = wire::decode(wire::encode(*message));
    if (!again || *again != *message) {
      std::abort();
    }
  }
  return 0;
}
