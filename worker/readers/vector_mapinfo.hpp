// SPDX-License-Identifier: Apache-2.0
//
// The text files of MapInfo: .tab, which says what a table is and where its
// parts are, and .mif/.mid. Read without GDAL where it cannot: a .tab whose
// .dat is missing, a raster that a .tab places, a field type newer than the
// driver. Source: MapInfo Pro's manual, "MapInfo Data Interchange Format" and
// "The TAB file". Bounded: 1 MiB of a .tab; .mif and .mid as streams.
#pragma once

#include "worker/readers/reader.hpp"
#include "worker/readers/vector_rows.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct TabDefinition {
  std::string charset;     // "WindowsLatin1" …
  std::string type;        // NATIVE, RASTER, LINKED …
  std::string file;        // of a raster: what it places
  std::string coordinates; // CoordSys clause
  uint64_t control_points = 0;
  std::vector<VectorColumn> columns;
  std::vector<std::pair<std::string, std::string>> metadata;
};

// Text in UTF-8. Never fails: what can be read is taken.
TabDefinition parse_tab(std::string_view text);

// "WindowsCyrillic" → "windows-1251"; "" if the name says nothing.
std::string encoding_of_charset(std::string_view charset);

// The .tab alone. `why` it is alone becomes a reject. Errc::corrupt if it
// defines nothing.
base::Result<void> read_tab_definition(const Input& input,
                                       const std::string& why,
                                       domain::DocumentSink& sink);

// A .mif with its .mid. `why` GDAL does not read it becomes a reject.
// Errc::corrupt if it has no columns and no objects.
base::Result<void> read_mif(const Input& input, const std::string& why,
                            domain::DocumentSink& sink);

} // namespace readers
