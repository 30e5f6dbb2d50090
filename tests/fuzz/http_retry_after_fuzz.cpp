// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/http/retry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto time =
      http::parse_retry_after(text, std::chrono::seconds(784111777));
  ASSERT(!time || time->count() >= 0);
  return 0;
}
