// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_facts.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/vector_crs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace readers {
namespace {

using geodata::Raster;
using geodata::RasterBand;

std::string times(const std::string& a, const std::string& b) {
  return a + " x " + b;
}

std::string joined(const std::vector<std::string>& parts, size_t most) {
  std::string out;
  for (size_t i = 0; i < std::min(parts.size(), most); ++i) {
    out += (out.empty() ? "" : ", ") + parts[i];
  }
  return out + (parts.size() > most ? " …" : "");
}

// What the bands say, each thing once, in their order.
template <typename Say>
std::vector<std::string> distinct(const Raster& raster, Say say) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const auto& band : raster.bands) {
    auto text = say(band);
    if (!text.empty() && seen.insert(text).second) {
      out.push_back(std::move(text));
    }
  }
  return out;
}

std::string nodata_text(const RasterBand& band) {
  return !band.nodata               ? ""
         : std::isnan(*band.nodata) ? "nan"
         : std::isinf(*band.nodata) ? "inf"
                                    : number_text(*band.nodata);
}

base::Result<void> put_shape(const LayerFacts& facts, const Raster& raster) {
  TRY(facts.count("width", static_cast<uint64_t>(raster.width)));
  TRY(facts.count("height", static_cast<uint64_t>(raster.height)));
  TRY(facts.count("band_count", raster.band_count));
  for (const auto& type :
       distinct(raster, [](const RasterBand& b) { return b.type; })) {
    TRY(facts.text("data_type", type));
  }
  for (const auto& color :
       distinct(raster, [](const RasterBand& b) { return b.color; })) {
    TRY(facts.text("color_interpretation", color));
  }
  for (const auto& name : distinct(raster, [](const RasterBand& b) {
         return squeeze(clean_utf8(b.description));
       })) {
    TRY(facts.text("band", name, 200));
  }
  for (const auto& unit : distinct(raster, [](const RasterBand& b) {
         return squeeze(clean_utf8(b.unit));
       })) {
    TRY(facts.text("unit", unit, 40));
  }
  for (const auto& nodata : distinct(raster, nodata_text)) {
    TRY(facts.text("nodata", nodata));
  }
  if (!raster.bands.empty() && raster.bands[0].overviews > 0) {
    TRY(facts.count("overview_count", raster.bands[0].overviews));
  }
  if (!raster.bands.empty() && raster.bands[0].palette > 0) {
    TRY(facts.count("palette_entries", raster.bands[0].palette));
  }
  for (const auto& [key, value] : raster.structure) {
    if (key == "COMPRESSION") {
      TRY(facts.text("compression", clean_utf8(value)));
    }
  }
  return {};
}

base::Result<void> put_cells(const LayerFacts& facts, const Raster& raster,
                             std::vector<std::string>& lines) {
  if (!raster.transform) {
    return {};
  }
  const auto& t = *raster.transform;
  const double across = std::hypot(t[1], t[4]);
  const double down = std::hypot(t[2], t[5]);
  if (!std::isfinite(across) || !std::isfinite(down) || across == 0 ||
      down == 0) {
    return facts.reject("geotransform", number_text(t[1]),
                        "the size of a cell is zero or no number");
  }
  const auto unit = crs_unit(raster.crs);
  TRY(facts.number("cell_size_x", across, unit));
  TRY(facts.number("cell_size_y", down, unit));
  lines.push_back(
      "Cell size: " + times(number_text(across), number_text(down)) +
      (unit.empty() ? "" : " " + unit));
  if (t[2] != 0 || t[4] != 0) {
    constexpr double k_degree = 57.29577951308232;
    const double turn = std::atan2(t[4], t[1]) * k_degree;
    TRY(facts.number("rotation", turn, "degree"));
    lines.push_back("Rotated by " + number_text(turn) + " degrees");
  }
  return {};
}

// Statistics of one cell alone, or such as were never filled in.
bool has_spread(const RasterBand& band) {
  const auto number = [&](std::string_view key) {
    for (const auto& [name, value] : band.metadata) {
      if (name == key) {
        return plain_number(value);
      }
    }
    return std::optional<double>();
  };
  const auto least = number("STATISTICS_MINIMUM");
  const auto most = number("STATISTICS_MAXIMUM");
  const auto spread = number("STATISTICS_STDDEV");
  return !least || !most || !spread || *spread > 0 || *least == *most;
}

base::Result<void> put_statistics(const LayerFacts& facts,
                                  const RasterBand& band, std::string& line) {
  static constexpr std::array<std::array<std::string_view, 3>, 4> all = {
      {{"STATISTICS_MINIMUM", "statistics_minimum", "minimum"},
       {"STATISTICS_MAXIMUM", "statistics_maximum", "maximum"},
       {"STATISTICS_MEAN", "statistics_mean", "mean"},
       {"STATISTICS_STDDEV", "statistics_stddev", "standard deviation"}}};
  for (const auto& [item, key, word] : all) {
    if (!has_spread(band) &&
        (key == "statistics_mean" || key == "statistics_stddev")) {
      continue;
    }
    for (const auto& [name, value] : band.metadata) {
      const auto number = name == item ? plain_number(value) : std::nullopt;
      if (number && std::isfinite(*number)) {
        TRY(facts.number(std::string(key), *number, clean_utf8(band.unit),
                         clean_utf8(value)));
        line += ", " + std::string(word) + " " + clean_utf8(value);
      }
    }
  }
  return {};
}

// What is said of a band, behind its number.
base::Result<std::string> put_band(const LayerFacts& facts,
                                   const RasterBand& band) {
  const auto name = squeeze(clean_utf8(band.description));
  const auto unit = squeeze(clean_utf8(band.unit));
  std::string line = name.empty() ? "" : " " + clip(name, 200);
  line += ": " + band.type + (band.color.empty() ? "" : ", " + band.color);
  line += unit.empty() ? "" : ", in " + clip(unit, 40);
  const auto nodata = nodata_text(band);
  line += nodata.empty() ? "" : ", no data " + nodata;
  if (band.scale != 1 || band.offset != 0) {
    TRY(facts.number("scale", band.scale));
    TRY(facts.number("offset", band.offset));
    line += ", value = cell * " + number_text(band.scale) + " + " +
            number_text(band.offset);
  }
  TRY(put_statistics(facts, band, line));
  for (const auto& category : band.categories) {
    TRY(facts.text("category", clean_utf8(category), 200));
  }
  if (!band.categories.empty()) {
    line += ", classes " + clean_utf8(joined(band.categories, 50));
  }
  return line;
}

// A line for each, or for those in a row of which the same is said.
base::Result<void> put_bands(const LayerFacts& facts, const Raster& raster,
                             std::vector<std::string>& lines) {
  const size_t bands = std::min(raster.bands.size(), k_most_raster_bands);
  std::string last;
  size_t from = 0;
  const auto say = [&](size_t behind) {
    if (behind > from) {
      lines.push_back((behind - from == 1
                           ? "Band " + std::to_string(from + 1)
                           : "Bands " + std::to_string(from + 1) + " to " +
                                 std::to_string(behind)) +
                      last);
    }
  };
  for (size_t i = 0; i < bands; ++i) {
    TRY_ASSIGN(auto line,
               put_band(facts_of_band(facts, raster, i), raster.bands[i]));
    if (line != last) {
      say(i);
      from = i;
      last = std::move(line);
    }
  }
  say(bands);
  return {};
}

// The CF conventions: such units are longitude and latitude, of whatever datum.
bool is_in_degrees(const geodata::Items& items) {
  const auto said = [&](std::string_view unit) {
    return std::any_of(items.begin(), items.end(), [&](const auto& item) {
      return item.first.ends_with("#units") && item.second == unit;
    });
  };
  return said("degrees_north") && said("degrees_east");
}

base::Result<void> put_degrees(const LayerFacts& facts,
                               const geodata::Box& box) {
  if (box.min_x < -360 || box.max_x > 360 || box.min_y < -91 ||
      box.max_y > 91) {
    return {};
  }
  TRY(facts.number("min_longitude", box.min_x, "degree"));
  TRY(facts.number("min_latitude", std::max(box.min_y, -90.0), "degree"));
  TRY(facts.number("max_longitude", box.max_x, "degree"));
  return facts.number("max_latitude", std::min(box.max_y, 90.0), "degree");
}

} // namespace

base::Result<void> put_raster(const LayerFacts& facts, const Raster& raster,
                              std::vector<std::string>& lines) {
  if (raster.band_count == 0 && !raster.transform) {
    return {}; // only what holds others
  }
  TRY(put_shape(facts, raster));
  std::optional<geodata::Box> extent;
  if (raster.transform) {
    extent = geodata::extent_of(*raster.transform, raster.width, raster.height);
  }
  if (extent || !raster.crs.empty()) {
    TRY_ASSIGN(const auto place, put_crs(facts, raster.crs, extent));
    lines.insert(lines.end(), place.begin(), place.end());
  }
  if (extent && raster.crs.empty() && is_in_degrees(raster.metadata)) {
    TRY(put_degrees(facts, *extent));
  }
  TRY(put_cells(facts, raster, lines));
  if (raster.control_points > 0) {
    TRY(facts.count("control_points", raster.control_points));
    lines.push_back("Placed by " + std::to_string(raster.control_points) +
                    " control points");
  }
  return put_bands(facts, raster, lines);
}

std::string what_raster(const Raster& raster, std::string_view format) {
  const auto bands = raster.band_count;
  const std::string name(format);
  if (bands == 0 && !raster.subdatasets.empty()) {
    return "Container of rasters (" + name + "), " +
           std::to_string(raster.subdatasets.size()) + " parts";
  }
  return "Raster map (" + name + "), " + std::to_string(raster.width) + " x " +
         std::to_string(raster.height) + " cells, " + std::to_string(bands) +
         (bands == 1 ? " band" : " bands");
}

base::Result<void> put_raster_parts(const Raster& whole,
                                    std::string_view format,
                                    domain::DocumentSink& sink) {
  const std::set<std::pair<std::string, std::string>> known(
      whole.metadata.begin(), whole.metadata.end());
  for (const auto& part : whole.parts) {
    const LayerFacts facts(sink, clean_utf8(part.name));
    std::vector<std::string> lines{clean_utf8(part.description),
                                   what_raster(part, format)};
    TRY(put_raster(facts, part, lines));
    TRY(put_layer_header(facts, lines));
    Raster own = part; // without what the whole said
    own.metadata.erase(
        std::remove_if(own.metadata.begin(), own.metadata.end(),
                       [&](const auto& item) { return known.count(item) > 0; }),
        own.metadata.end());
    TRY(put_raster_metadata(facts, own));
    TRY(put_raster_tables(facts, part));
  }
  return {};
}

} // namespace readers
