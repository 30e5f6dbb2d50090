// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/environment.hpp"

#include "core/geodata/dataset.hpp"
#include "core/geodata/raster.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <mutex>

namespace geodata {
namespace {

constexpr size_t k_most_complaints = 20;
constexpr size_t k_longest_complaint = 300;

std::vector<std::string>& complaints() {
  thread_local std::vector<std::string> all;
  return all;
}

void CPL_STDCALL on_error(CPLErr level, CPLErrorNum, const char* text) {
  if (level >= CE_Warning && complaints().size() < k_most_complaints) {
    complaints().push_back(std::string(text).substr(0, k_longest_complaint));
  }
}

void configure() {
  static constexpr const char* options[][2] = {
      {"GDAL_PAM_ENABLED", "NO"},      // no .aux.xml
      {"GDAL_DRIVER_PATH", "disable"}, // no plugins
      {"GML_DOWNLOAD_SCHEMA", "NO"},
      {"GML_SKIP_RESOLVE_ELEMS", "ALL"},
      {"GML_SKIP_CORRUPTED_FEATURES", "YES"},
      {"GDAL_HTTP_MAX_RETRY", "0"},
      {"OGR_SQLITE_LOAD_EXTENSIONS", ""},
      {"LIBKML_RESOLVE_STYLE", "NO"},
      {"CPL_LOG_ERRORS", "OFF"},
      {"OGR_INTERLEAVED_READING", "NO"},
  };
  for (const auto& [name, value] : options) {
    CPLSetConfigOption(name, *value == '\0' ? nullptr : value);
  }
  OSRSetPROJEnableNetwork(0);
}

// A driver that is not in the list cannot be reached from inside a file
// either: no virtual data sets, no databases of the network.
void keep_only_allowed() {
  const auto in = [](const std::vector<std::string>& allowed,
                     const std::string& name) {
    return std::find(allowed.begin(), allowed.end(), name) != allowed.end();
  };
  for (int i = GDALGetDriverCount() - 1; i >= 0; --i) {
    GDALDriverH driver = GDALGetDriver(i);
    const std::string name = GDALGetDriverShortName(driver);
    if (!in(drivers(), name) && !in(raster_drivers(), name)) {
      GDALDeregisterDriver(driver);
      GDALDestroyDriver(driver);
    }
  }
}

} // namespace

void prepare() {
  static std::once_flag once;
  std::call_once(once, [] {
    configure();
    CPLSetErrorHandler(on_error);
    GDALAllRegister();
    keep_only_allowed();
  });
}

std::vector<std::string> take_complaints() {
  return std::exchange(complaints(), {});
}

} // namespace geodata
