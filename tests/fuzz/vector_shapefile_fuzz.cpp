// SPDX-License-Identifier: Apache-2.0
//
// Bytes as a .shp, as a .dbf, as metadata and as a first look at JSON.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/vector_json.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/vector_shapefile.hpp"

namespace {

using Read = base::Result<void> (*)(const readers::Input&,
                                    domain::DocumentSink&);

void check(std::string_view bytes, Read read) {
  const readers_test::MemoryFile file(bytes);
  const auto input = readers::open_input(file.path(), {});
  ASSERT(input);
  domain::Collector sink(100000);
  readers_test::Outcome found;
  const auto done = read(*input, sink);
  found.read = done.has_value();
  found.error = done ? "" : done.error().message;
  if (!sink.documents().empty()) {
    found.document = sink.documents().front();
  }
  readers_test::check_outcome(found);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes, readers::read_shapefile);
  check(bytes, readers::read_dbf);
  const auto metadata = readers::parse_layer_metadata(bytes);
  ASSERT(base::is_utf8(metadata.title));
  (void)readers::without_markup(bytes);
  (void)readers::json_kind_of(bytes);
  return 0;
}
