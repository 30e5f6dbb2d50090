// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/well_reader.hpp"

// The first byte chooses what the file is called.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto reader = readers::make_well_reader();
  if (size == 0) {
    return 0;
  }
  static constexpr const char* k_extensions[] = {"txt", "dev", "tops"};
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1),
                               size - 1);
  return readers_test::check_outcome(
      readers_test::run(*reader, bytes, k_extensions[data[0] % 3]));
}
