// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/metafile_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto reader = readers::make_metafile_reader();
  return readers_test::check_reader(*reader, data, size);
}
