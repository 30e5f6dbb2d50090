// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/rtf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto reader = readers::make_rtf_reader();
  std::string name;
  (void)readers::object_inside({reinterpret_cast<const char*>(data), size},
                               name);
  return readers_test::check_reader(*reader, data, size);
}
