// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/raster_facts.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/vector_metadata.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace readers {
namespace {

constexpr size_t k_most_table_rows = 2000;
constexpr size_t k_longest_value = 2000;

using geodata::Raster;

struct Known {
  std::string_view item;
  std::string_view fact;
};
constexpr std::array<Known, 29> k_known = {{
    {"TIFFTAG_SOFTWARE", "software"},
    {"TIFFTAG_IMAGEDESCRIPTION", "description"},
    {"TIFFTAG_DOCUMENTNAME", "title"},
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
    {"EXIF_DateTimeOriginal", "recorded_date"},
    {"Software", "software"},
    {"Title", "title"},
    {"Description", "description"},
    {"Comment", "comment"},
    {"Author", "author"},
    {"Copyright", "copyright"},
    {"NC_GLOBAL#title", "title"},
    {"NC_GLOBAL#summary", "description"},
    {"NC_GLOBAL#institution", "institution"},
    {"NC_GLOBAL#Conventions", "conventions"},
    {"NC_GLOBAL#date_created", "created_date"},
    {"DTED_SecurityCode_UHL", "security"},
    {"DTED_OriginalDate", "original_date"},
    {"DTED_DataEdition", "edition"},
    {"NITF_FTITLE", "title"},
}};

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

// What a photograph was taken with, and where.
base::Result<void> put_camera(const LayerFacts& facts,
                              const geodata::Items& items) {
  TRY(facts.text("camera",
                 squeeze(clean_utf8(item_of(items, "EXIF_Make") + " " +
                                    item_of(items, "EXIF_Model")))));
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
         key.starts_with("STATISTICS_") ||
         (key.starts_with("EXIF_") && !known && key != "EXIF_Make" &&
          key != "EXIF_Model");
}

base::Result<void> put_item(const LayerFacts& facts, const std::string& key,
                            const std::string& value) {
  const auto known =
      std::find_if(k_known.begin(), k_known.end(),
                   [&](const Known& k) { return k.item == key; });
  if (known == k_known.end()) {
    return {};
  }
  if (known->fact.ends_with("_date") && known->fact != "original_date") {
    return put_dates(
        dates_of(known->fact, key, dashed_date(value), facts.locator()),
        facts.sink());
  }
  return facts.text(std::string(known->fact), value, 500);
}

} // namespace

LayerFacts facts_of_band(const LayerFacts& facts, const Raster& raster,
                         size_t band) {
  if (raster.band_count == 1) {
    return facts;
  }
  const auto& layer = facts.layer();
  return {facts.sink(), layer + (layer.empty() ? "" : ", ") + "band " +
                            std::to_string(band + 1)};
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
  TRY(put_camera(facts, raster.metadata));
  for (size_t i = 0; i < std::min(raster.bands.size(), k_most_raster_bands);
       ++i) {
    for (const auto& [key, value] : raster.bands[i].metadata) {
      TRY(put(facts_of_band(facts, raster, i), key, value));
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
    const auto where = facts_of_band(facts, raster, b);
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
