// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of maps that stand alone: metadata in XML (FGDC, ISO 19139 and
// 19115-3, Esri, QGIS) and QGIS projects, which name layers and where they are.
#pragma once

#include "worker/readers/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

std::unique_ptr<Reader> make_metadata_reader();

struct ProjectLayer {
  std::string name, source, provider, crs; // crs: "EPSG:4326"
  std::string abstract;
};
struct MapProject {
  std::string title;
  std::vector<ProjectLayer> layers; // at most 2,000
  std::string damage; // why it is not read to its end; "" if it is
};
// A .qgs file. Passwords of databases are left out. Never fails.
MapProject parse_project(std::string_view xml);

} // namespace readers
