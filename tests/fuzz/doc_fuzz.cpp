// SPDX-License-Identifier: Apache-2.0
//
// The two streams of a Word document: the length of the first in four bytes,
// the first, the second. It is the table whatever the first calls it.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/doc.hpp"
#include "worker/readers/doc_fib.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  domain::Collector sink(100000);
  if (readers::is_write(all)) {
    return readers_test::check_collected(readers::put_write(all, sink), sink);
  }
  const readers::LittleEndian bytes(all);
  const size_t first = std::min<size_t>(bytes.u32(0), size);
  readers::DocStreams streams;
  streams.document = bytes.bytes(4, first);
  streams.table_0 = streams.table_1 = bytes.bytes(4 + first, size);
  return readers_test::check_collected(readers::put_doc(streams, {}, sink),
                                       sink);
}
