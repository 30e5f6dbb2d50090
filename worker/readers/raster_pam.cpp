// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_pam.hpp"

#include "core/geodata/crs.hpp"
#include "worker/readers/office_xml.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

namespace readers {
namespace {

constexpr size_t k_most_xml = size_t{32} << 20;
constexpr size_t k_longest_text = size_t{64} << 10;
constexpr size_t k_most_bands = 256;
constexpr size_t k_most_sources = 1000;
constexpr size_t k_most_items = 500;
constexpr size_t k_most_rows = 5000;
constexpr size_t k_most_columns = 100;

int64_t whole(std::string_view text) {
  int64_t value = 0;
  text = trim(text);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::max<int64_t>(value, 0);
}

std::optional<geodata::Transform> transform_of(std::string_view text) {
  geodata::Transform out{};
  for (size_t i = 0; i < out.size(); ++i) {
    const auto comma = std::min(text.find(','), text.size());
    const auto number = plain_number(trim(text.substr(0, comma)));
    if (!number) {
      return std::nullopt;
    }
    out[i] = *number;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

class Pam final : public XmlEvents {
public:
  PamContent take(std::string_view xml) {
    m_out.damage = parse_whole_xml(xml, *this);
    auto& raster = m_out.raster;
    raster.band_count = std::max<uint64_t>(m_bands, raster.bands.size());
    return std::move(m_out);
  }

  void start(std::string_view name, const XmlAttributes& attributes) override {
    m_text.clear();
    auto& raster = m_out.raster;
    const auto attribute = [&](std::string_view key) {
      return std::string(attributes.get(key).substr(0, k_longest_text));
    };
    if (name == "VRTDataset") {
      raster.driver = "VRT";
      raster.width = whole(attribute("rasterXSize"));
      raster.height = whole(attribute("rasterYSize"));
    } else if (name == "VRTRasterBand" || name == "PAMRasterBand") {
      open_band(whole(attribute("band")), attribute("dataType"));
    } else if (name == "MDI") {
      m_key = attribute("key");
    } else if (name == "Metadata") {
      m_domain = attribute("domain");
    } else if (name == "GCPList") {
      m_points_crs = attribute("Projection");
    } else if (name == "GCP") {
      ++raster.control_points;
    } else if (name == "Row" && m_band != nullptr) {
      open_row();
    }
  }
  void text(std::string_view piece) override {
    if (m_text.size() < k_longest_text) {
      m_text += clip(piece, k_longest_text);
    }
  }
  void end(std::string_view name) override {
    end_of(name);
    m_text.clear();
  }

private:
  void open_band(int64_t number, std::string type) {
    ++m_bands;
    auto& bands = m_out.raster.bands;
    const size_t at =
        number > 0 ? static_cast<size_t>(number - 1) : bands.size();
    if (at >= k_most_bands) {
      m_band = nullptr;
      return;
    }
    bands.resize(std::max(bands.size(), at + 1));
    m_band = &bands[at];
    m_band->type = std::move(type);
  }

  void open_row() {
    auto& table = m_band->table;
    ++table.row_count;
    if (table.rows.size() < k_most_rows) {
      table.rows.emplace_back();
    }
  }

  void end_of(std::string_view name) {
    if (name == "VRTRasterBand" || name == "PAMRasterBand") {
      m_band = nullptr;
    } else if (name == "MDI") {
      item();
    } else if (name == "SourceFilename") {
      source();
    } else if (m_band != nullptr) {
      band_value(name);
    } else {
      value(name);
    }
  }

  std::string said() const { return std::string(trim(m_text)); }

  void value(std::string_view name) {
    auto& raster = m_out.raster;
    if (name == "SRS") {
      raster.crs = definition(said());
    } else if (name == "GCPList" && raster.crs.empty()) {
      raster.crs = definition(m_points_crs);
    } else if (name == "GeoTransform") {
      raster.transform = transform_of(said());
    }
  }

  static std::string definition(const std::string& system) {
    if (!system.starts_with("EPSG:")) {
      return system;
    }
    const auto code = whole(std::string_view(system).substr(5));
    return geodata::wkt_of_epsg(
               static_cast<int>(std::min<int64_t>(code, 1'000'000'000)))
        .value_or(system);
  }

  void band_value(std::string_view name) {
    auto& band = *m_band;
    if (name == "NoDataValue") {
      band.nodata = plain_number(said());
    } else if (name == "ColorInterp") {
      band.color = said() == "Undefined" ? "" : said();
    } else if (name == "Description") {
      band.description = said();
    } else if (name == "UnitType") {
      band.unit = said();
    } else if (name == "Scale") {
      band.scale = plain_number(said()).value_or(1);
    } else if (name == "Offset") {
      band.offset = plain_number(said()).value_or(0);
    } else if (name == "Category" && band.categories.size() < 1000) {
      band.categories.push_back(said());
    } else if (name == "Name" && band.table.columns.size() < k_most_columns) {
      band.table.columns.push_back(said());
    } else if (name == "F" && !band.table.rows.empty() &&
               band.table.row_count == band.table.rows.size() &&
               band.table.rows.back().size() < k_most_columns) {
      band.table.rows.back().push_back(said());
    }
  }

  void item() {
    auto& items = m_band != nullptr               ? m_band->metadata
                  : m_domain == "IMAGE_STRUCTURE" ? m_out.raster.structure
                                                  : m_out.raster.metadata;
    const bool told = m_domain.empty() || m_domain == "IMAGE_STRUCTURE";
    if (!m_key.empty() && told && items.size() < k_most_items) {
      items.emplace_back(m_key, said());
    }
  }

  void source() {
    ++m_out.source_count;
    auto& all = m_out.sources;
    const auto name = said();
    if (!name.empty() && all.size() < k_most_sources &&
        (all.empty() || all.back() != name) && m_seen.insert(name).second) {
      all.push_back(name);
    }
  }

  PamContent m_out;
  geodata::RasterBand* m_band = nullptr; // the one that is open
  uint64_t m_bands = 0;
  std::string m_text, m_key, m_domain, m_points_crs;
  std::set<std::string> m_seen;
};

} // namespace

PamContent parse_pam(std::string_view xml) {
  PamContent out;
  if (xml.size() > k_most_xml) {
    out.damage = "larger than 32 MiB";
    return out;
  }
  return Pam().take(xml);
}

} // namespace readers
