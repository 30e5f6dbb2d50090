// SPDX-License-Identifier: Apache-2.0
//
// Bytes as every map file that is read without GDAL.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/access_tables.hpp"
#include "worker/readers/dxf_drawing.hpp"
#include "worker/readers/metadata_reader.hpp"
#include "worker/readers/raster_beside.hpp"
#include "worker/readers/raster_pam.hpp"
#include "worker/readers/raster_tiff.hpp"
#include "worker/readers/vector_dwg.hpp"
#include "worker/readers/vector_mapinfo.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/zip_salvage.hpp"

namespace {

void check_drawing(const std::string& path) {
  const auto found =
      readers::read_dxf(path, [] { return base::Result<void>(); });
  if (!found) {
    ASSERT(!found.error().message.empty());
    return;
  }
  for (const auto& text : found->texts) {
    ASSERT(!text.text.empty() && base::is_utf8(text.text));
    ASSERT(base::is_utf8(text.layer) && base::is_utf8(text.tag));
  }
  for (const auto& layer : found->layers) {
    ASSERT(!layer.empty() && base::is_utf8(layer));
  }
}

void check_mapinfo(const readers::Input& input) {
  for (const auto read : {readers::read_tab_definition, readers::read_mif}) {
    domain::Collector sink(100000);
    readers_test::Outcome found;
    const auto done = read(input, "not opened", sink);
    found.read = done.has_value();
    found.error = done ? "" : done.error().message;
    if (!sink.documents().empty()) {
      found.document = sink.documents().front();
    }
    readers_test::check_outcome(found);
  }
}

void check_tables(std::string_view bytes) {
  for (const auto& table : readers::parse_access_schema(bytes)) {
    ASSERT(base::is_utf8(table.name));
  }
  readers::AccessRows rows(bytes);
  ASSERT(rows.rewind());
  readers::VectorRow row;
  while (rows.next(row).value()) {
    for (const auto& value : row.values) {
      ASSERT(base::is_utf8(value));
    }
  }
  (void)readers::geodatabase_layers(bytes, bytes);
}

void check_tiff(std::string_view bytes) {
  const auto read = [&](uint64_t at, size_t size) {
    return at < bytes.size() ? std::string(bytes.substr(at, size))
                             : std::string();
  };
  if (const auto found = readers::summarize_tiff(read, 100)) {
    ASSERT(found->first.offset > 0);
    for (const auto& [name, text] : found->first.texts) {
      ASSERT(base::is_utf8(text));
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const readers_test::MemoryFile file(bytes);
  const auto input = readers::open_input(file.path(), {});
  ASSERT(input);
  check_drawing(file.path());
  check_mapinfo(*input);
  check_tables(bytes);
  check_tiff(bytes);
  (void)readers::parse_pam(bytes);
  (void)readers::parse_world_file(bytes);
  for (const char* version : {"AC1018", "AC1032"}) {
    if (const auto found = readers::parse_dwg_summary(bytes, version)) {
      ASSERT(base::is_utf8(found->title) && base::is_utf8(found->comments));
    }
  }
  (void)readers::salvage_zip_member(bytes, ".kml", 100000);
  (void)readers::parse_project(bytes);
  const auto metadata = readers::parse_layer_metadata(bytes);
  ASSERT(base::is_utf8(metadata.title));
  ASSERT(base::is_utf8(readers::plain_dxf_text(bytes, true)));
  return 0;
}
