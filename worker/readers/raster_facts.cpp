// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_facts.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/vector_crs.hpp"
#include "worker/readers/vector_metadata.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace readers {
namespace {

constexpr size_t k_most_band_facts = 64; // bands
constexpr size_t k_most_table_rows = 2000;
constexpr size_t k_longest_value = 2000;

using geodata::Raster;
using geodata::RasterBand;

LayerFacts of_band(const LayerFacts& facts, const Raster& raster, size_t band) {
  if (raster.band_count == 1) {
    return facts;
  }
  const auto& layer = facts.layer();
  return {facts.sink(), layer + (layer.empty() ? "" : ", ") + "band " +
                            std::to_string(band + 1)};
}

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

base::Result<void> put_statistics(const LayerFacts& facts,
                                  const RasterBand& band, std::string& line) {
  static constexpr std::array<std::array<std::string_view, 3>, 4> all = {
      {{"STATISTICS_MINIMUM", "statistics_minimum", "minimum"},
       {"STATISTICS_MAXIMUM", "statistics_maximum", "maximum"},
       {"STATISTICS_MEAN", "statistics_mean", "mean"},
       {"STATISTICS_STDDEV", "statistics_stddev", "standard deviation"}}};
  for (const auto& [item, key, word] : all) {
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

base::Result<void> put_band(const LayerFacts& facts, const Raster& raster,
                            size_t at, std::vector<std::string>& lines) {
  const auto& band = raster.bands[at];
  const auto name = squeeze(clean_utf8(band.description));
  const auto unit = squeeze(clean_utf8(band.unit));
  std::string line = "Band " + std::to_string(at + 1);
  line += name.empty() ? "" : " " + clip(name, 200);
  line += ": " + band.type + (band.color.empty() ? "" : ", " + band.color);
  line += unit.empty() ? "" : ", in " + clip(unit, 40);
  const auto nodata = nodata_text(band);
  line += nodata.empty() ? "" : ", no data " + nodata;
  TRY(facts.text("band", name, 200));
  TRY(facts.text("unit", unit, 40));
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
  lines.push_back(std::move(line));
  return {};
}

struct Known {
  std::string_view item;
  std::string_view fact;
};
constexpr std::array<Known, 31> k_known = {{
    {"TIFFTAG_SOFTWARE", "software"},
    {"TIFFTAG_IMAGEDESCRIPTION", "description"},
    {"TIFFTAG_DOCUMENTNAME", "document_name"},
    {"TIFFTAG_ARTIST", "author"},
    {"TIFFTAG_COPYRIGHT", "copyright"},
    {"TIFFTAG_DATETIME", "created_date"},
    {"AREA_OR_POINT", "area_or_point"},
    {"LAYER_TYPE", "layer_type"},
    {"EXIF_Software", "software"},
    {"EXIF_ImageDescription", "description"},
    {"EXIF_UserComment", "description"},
    {"EXIF_Artist", "author"},
    {"EXIF_Copyright", "copyright"},
    {"EXIF_DateTimeOriginal", "created_date"},
    {"EXIF_Make", "maker"},
    {"EXIF_Model", "model"},
    {"Software", "software"},
    {"Title", "description"},
    {"Description", "description"},
    {"Comment", "description"},
    {"Author", "author"},
    {"Copyright", "copyright"},
    {"NC_GLOBAL#title", "description"},
    {"NC_GLOBAL#summary", "description"},
    {"NC_GLOBAL#institution", "institution"},
    {"NC_GLOBAL#Conventions", "conventions"},
    {"NC_GLOBAL#date_created", "created_date"},
    {"DTED_SecurityCode_UHL", "security"},
    {"DTED_OriginalDate", "original_date"},
    {"DTED_DataEdition", "edition"},
    {"NITF_FTITLE", "description"},
}};

// "2011:03:04 10:20:30" → "2011-03-04 10:20:30".
std::string iso_date(std::string text) {
  if (text.size() >= 10 && text[4] == ':' && text[7] == ':') {
    text[4] = text[7] = '-';
  }
  return text;
}

// Cells of EXIF as "0x01 0x02", maker's notes, thumbnails: nothing to read.
bool is_bytes(std::string_view value) {
  return value.starts_with("0x") && value.size() > 8;
}

std::string item_of(const geodata::Items& items, std::string_view name) {
  for (const auto& [key, value] : items) {
    if (key == name) {
      return value;
    }
  }
  return "";
}

// "(51) (30) (12.3)" → 51.503…
std::optional<double> exif_degrees(std::string text) {
  std::replace(text.begin(), text.end(), '(', ' ');
  std::replace(text.begin(), text.end(), ')', ' ');
  double out = 0;
  double unit = 1;
  std::string_view rest = trim(text);
  if (rest.empty()) {
    return std::nullopt;
  }
  for (; !rest.empty() && unit <= 3600; unit *= 60) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto part = plain_number(rest.substr(0, end));
    if (!part || *part < 0) {
      return std::nullopt;
    }
    out += *part / unit;
    rest = trim(rest.substr(end));
  }
  return out;
}

// Where a photograph was taken.
base::Result<void> put_camera_place(const LayerFacts& facts,
                                    const geodata::Items& items) {
  const auto latitude = exif_degrees(item_of(items, "EXIF_GPSLatitude"));
  const auto longitude = exif_degrees(item_of(items, "EXIF_GPSLongitude"));
  if (!latitude || !longitude) {
    return {};
  }
  if (*latitude > 90 || *longitude > 180) {
    return facts.reject("gps", item_of(items, "EXIF_GPSLatitude"),
                        "the position is not on the earth");
  }
  const bool south = item_of(items, "EXIF_GPSLatitudeRef").starts_with('S');
  const bool west = item_of(items, "EXIF_GPSLongitudeRef").starts_with('W');
  TRY(facts.number("latitude", south ? -*latitude : *latitude, "degree"));
  return facts.number("longitude", west ? -*longitude : *longitude, "degree");
}

// How the camera was set, how large the picture is: no words.
bool is_technical(std::string_view key) {
  static constexpr std::array<std::string_view, 7> all = {
      "AREA_OR_POINT",          "TIFFTAG_XRESOLUTION",
      "TIFFTAG_YRESOLUTION",    "TIFFTAG_RESOLUTIONUNIT",
      "TIFFTAG_MINSAMPLEVALUE", "TIFFTAG_MAXSAMPLEVALUE",
      "STATISTICS_APPROXIMATE"};
  const bool known = std::any_of(k_known.begin(), k_known.end(),
                                 [&](const Known& k) { return k.item == key; });
  return std::find(all.begin(), all.end(), key) != all.end() ||
         key.starts_with("STATISTICS_") || (key.starts_with("EXIF_") && !known);
}

base::Result<void> put_item(const LayerFacts& facts, const std::string& key,
                            const std::string& value) {
  const auto known =
      std::find_if(k_known.begin(), k_known.end(),
                   [&](const Known& k) { return k.item == key; });
  if (known == k_known.end()) {
    return {};
  }
  if (known->fact == "created_date") {
    return put_dates(
        dates_of(known->fact, key, iso_date(value), facts.locator()),
        facts.sink());
  }
  return facts.text(std::string(known->fact), value, 500);
}

} // namespace

base::Result<void> put_raster(const LayerFacts& facts, const Raster& raster,
                              bool map, std::vector<std::string>& lines) {
  if (raster.band_count == 0 && !raster.transform) {
    return {}; // only what holds others
  }
  TRY(put_shape(facts, raster));
  if (map) {
    std::optional<geodata::Box> extent;
    if (raster.transform) {
      extent =
          geodata::extent_of(*raster.transform, raster.width, raster.height);
    }
    if (extent || !raster.crs.empty()) {
      TRY_ASSIGN(const auto place, put_crs(facts, raster.crs, extent));
      lines.insert(lines.end(), place.begin(), place.end());
    }
    TRY(put_cells(facts, raster, lines));
    if (raster.control_points > 0) {
      TRY(facts.count("control_points", raster.control_points));
      lines.push_back("Placed by " + std::to_string(raster.control_points) +
                      " control points");
    }
  }
  const size_t bands = std::min(raster.bands.size(), k_most_band_facts);
  for (size_t i = 0; i < bands; ++i) {
    TRY(put_band(of_band(facts, raster, i), raster, i, lines));
  }
  return {};
}

base::Result<void> put_raster_metadata(const LayerFacts& facts,
                                       const Raster& raster) {
  PassagePacker packer(facts.sink());
  std::set<std::string> said;
  const auto put = [&](const LayerFacts& where, const std::string& key,
                       std::string value) -> base::Result<void> {
    value = squeeze(without_markup(clean_utf8(value)));
    if (value.empty() || is_bytes(value)) {
      return {};
    }
    TRY(put_item(where, key, value));
    if (is_technical(key)) {
      return {};
    }
    auto line = clean_utf8(key) + ": " + clip(value, k_longest_value);
    return said.insert(line).second
               ? packer.line(std::move(line), where.locator())
               : base::Result<void>();
  };
  for (const auto& [key, value] : raster.metadata) {
    TRY(put(facts, key, value));
  }
  TRY(put_camera_place(facts, raster.metadata));
  for (size_t i = 0; i < std::min(raster.bands.size(), k_most_band_facts);
       ++i) {
    for (const auto& [key, value] : raster.bands[i].metadata) {
      TRY(put(of_band(facts, raster, i), key, value));
    }
  }
  return packer.flush();
}

base::Result<void> put_raster_tables(const LayerFacts& facts,
                                     const Raster& raster) {
  for (size_t b = 0; b < raster.bands.size(); ++b) {
    const auto& table = raster.bands[b].table;
    if (table.rows.empty()) {
      continue;
    }
    const auto where = of_band(facts, raster, b);
    TRY(where.count("attribute_rows", table.row_count));
    PassagePacker packer(facts.sink());
    for (size_t r = 0; r < std::min(table.rows.size(), k_most_table_rows);
         ++r) {
      std::string text;
      const auto& row = table.rows[r];
      for (size_t c = 0; c < std::min(row.size(), table.columns.size()); ++c) {
        const auto value = squeeze(clean_utf8(row[c]));
        text += value.empty() ? ""
                              : (text.empty() ? "" : "; ") +
                                    clean_utf8(table.columns[c]) + ": " + value;
      }
      TRY(packer.unit(clip(text, k_longest_value), where.locator(r + 1),
                      domain::PassageKind::record));
    }
    TRY(packer.flush());
    if (table.row_count > k_most_table_rows) {
      TRY(where.reject("attribute_table", std::to_string(table.row_count),
                       "rows behind the first " +
                           std::to_string(k_most_table_rows) +
                           " are not read"));
    }
  }
  return {};
}

} // namespace readers
