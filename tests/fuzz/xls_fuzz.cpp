// SPDX-License-Identifier: Apache-2.0
//
// The records of a workbook without a compound file around them.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/xls.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const readers_test::MemoryFile file(
      std::string_view(reinterpret_cast<const char*>(data), size));
  auto source = readers::ByteSource::of_file(file.path());
  ASSERT(source);
  domain::Collector sink(100000);
  return readers_test::check_collected(readers::put_xls(*source, {}, sink),
                                       sink);
}
