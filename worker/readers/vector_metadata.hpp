// SPDX-License-Identifier: Apache-2.0
//
// Descriptions that stand beside or inside a data set: .shp.xml and its
// relatives (FGDC, ISO 19139, Esri), and markup inside attributes.
#pragma once

#include "core/domain/document.hpp"
#include "core/geodata/box.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct LayerMetadata {
  std::string title;
  // Key of a fact and its text: "metadata_date", "keyword", "originator" …
  std::vector<std::pair<std::string, std::string>> facts;
  // Running text: abstract, purpose, conditions of use.
  std::vector<std::string> prose;
  // Role of the date (domain/date.hpp) and its text: "published_date".
  std::vector<std::pair<std::string, std::string>> dates;
  // West, south, east and north in degrees, as it says; nothing unless all
  // four are said and lie on the earth.
  std::optional<geodata::Box> box;
  std::string damage; // why it is not read to its end; "" if it is
};

// Never fails: what can be read of it is taken. No network, no entities.
LayerMetadata parse_layer_metadata(std::string_view xml);

// Text of a value that holds HTML ("NAME: value; …" of a table of two
// columns); as it is if it holds none.
std::string without_markup(std::string_view text);

} // namespace readers
