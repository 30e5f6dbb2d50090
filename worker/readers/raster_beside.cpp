// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_beside.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/raster_pam.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr size_t k_most_xml = size_t{32} << 20;

// Those that are not said already.
void add_items(const geodata::Items& more, geodata::Items& items) {
  for (const auto& item : more) {
    const bool said =
        std::any_of(items.begin(), items.end(), [&](const auto& known) {
          return known.first == item.first;
        });
    if (!said) {
      items.push_back(item);
    }
  }
}

void merge_band(const geodata::RasterBand& aux, geodata::RasterBand& band) {
  add_items(aux.metadata, band.metadata);
  band.description =
      band.description.empty() ? aux.description : band.description;
  band.unit = band.unit.empty() ? aux.unit : band.unit;
  band.nodata = band.nodata ? band.nodata : aux.nodata;
  if (band.categories.empty()) {
    band.categories = aux.categories;
  }
  if (band.table.rows.empty()) {
    band.table = aux.table;
  }
}

void merge(PamContent aux, geodata::Raster& raster) {
  if (raster.crs.empty()) {
    raster.crs = std::move(aux.raster.crs);
  }
  if (!raster.transform) {
    raster.transform = aux.raster.transform;
  }
  add_items(aux.raster.metadata, raster.metadata);
  const auto& theirs = aux.raster.bands;
  for (size_t i = 0; i < std::min(theirs.size(), raster.bands.size()); ++i) {
    merge_band(theirs[i], raster.bands[i]);
  }
}

domain::Reject reject_of(std::string field, std::string reason) {
  return {{}, std::move(field), "", std::move(reason)};
}

void read_aux(const Input& input, geodata::Raster& raster,
              std::vector<domain::Reject>& rejects) {
  const auto path = member_ending(input, ".aux.xml");
  if (path.empty()) {
    return;
  }
  const auto text = base::read_file(path, k_most_xml);
  if (!text) {
    rejects.push_back(reject_of("aux.xml", text.error().message));
    return;
  }
  auto content = parse_pam(*text);
  if (!content.damage.empty()) {
    rejects.push_back(reject_of("aux.xml", content.damage));
  }
  merge(std::move(content), raster);
}

void read_world_file(const Input& input, geodata::Raster& raster,
                     std::vector<domain::Reject>& rejects) {
  const auto path = world_file_of(input);
  if (path.empty()) {
    return;
  }
  const auto text = base::read_file(path, 4096);
  raster.transform = text ? parse_world_file(*text) : std::nullopt;
  if (!raster.transform) {
    rejects.push_back(
        reject_of("world file", text ? "does not begin with six numbers"
                                     : text.error().message));
  }
}

} // namespace

std::optional<geodata::Transform> parse_world_file(std::string_view text) {
  // The sizes of a cell, the turns, the centre of the first cell.
  std::array<double, 6> n{};
  for (double& number : n) {
    text = trim(text);
    const auto end = std::min(text.find_first_of(" \t\r\n"), text.size());
    const auto value = plain_number(text.substr(0, end));
    if (!value) {
      return std::nullopt;
    }
    number = *value;
    text.remove_prefix(end);
  }
  return geodata::Transform{n[4] - n[0] / 2 - n[2] / 2, n[0], n[2],
                            n[5] - n[1] / 2 - n[3] / 2, n[1], n[3]};
}

void complete_raster(const Input& input, geodata::Raster& raster,
                     std::vector<domain::Reject>& rejects) {
  read_aux(input, raster, rejects);
  if (!raster.transform) {
    read_world_file(input, raster, rejects);
  }
  const auto prj = member_ending(input, ".prj");
  if (!raster.crs.empty() || prj.empty()) {
    return;
  }
  if (const auto text = base::read_file(prj, size_t{64} << 10)) {
    std::string_view wkt = *text;
    if (wkt.starts_with("\xEF\xBB\xBF")) {
      wkt.remove_prefix(3);
    }
    raster.crs = trim(wkt);
  } else {
    rejects.push_back(reject_of("prj", text.error().message));
  }
}

} // namespace readers
