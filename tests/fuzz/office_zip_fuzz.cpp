// SPDX-License-Identifier: Apache-2.0
// The bytes are the file: the directory of its parts, and what is salvaged.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/office.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto reader = readers::make_office_reader();
  return readers_test::check_reader(*reader, data, size);
}
