// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_pam.hpp"

#include "core/geodata/crs.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <libxml/xmlreader.h>

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
constexpr int k_deepest = 64;

struct FreeReader {
  void operator()(xmlTextReaderPtr reader) const { xmlFreeTextReader(reader); }
};

std::string_view view_of(const xmlChar* text) {
  return text == nullptr ? std::string_view()
                         : reinterpret_cast<const char*>(text);
}

std::string attribute(xmlTextReaderPtr reader, const char* name) {
  xmlChar* value =
      xmlTextReaderGetAttribute(reader, reinterpret_cast<const xmlChar*>(name));
  std::string out(view_of(value).substr(0, k_longest_text));
  xmlFree(value);
  return out;
}

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

class Pam {
public:
  PamContent take(xmlTextReaderPtr reader) {
    int more = 0;
    while ((more = xmlTextReaderRead(reader)) == 1) {
      if (xmlTextReaderDepth(reader) > k_deepest) {
        m_out.damage = "elements too deep within each other";
        break;
      }
      node(reader);
    }
    if (more < 0) {
      m_out.damage = "the XML is damaged at line " +
                     std::to_string(xmlTextReaderGetParserLineNumber(reader));
    }
    auto& raster = m_out.raster;
    raster.band_count = std::max<uint64_t>(m_bands, raster.bands.size());
    return std::move(m_out);
  }

private:
  void node(xmlTextReaderPtr reader) {
    switch (xmlTextReaderNodeType(reader)) {
    case XML_READER_TYPE_ELEMENT:
      m_text.clear();
      start(reader, view_of(xmlTextReaderConstLocalName(reader)));
      if (xmlTextReaderIsEmptyElement(reader) != 0) {
        end(view_of(xmlTextReaderConstLocalName(reader)));
      }
      break;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
      if (m_text.size() < k_longest_text) {
        m_text +=
            clip(view_of(xmlTextReaderConstValue(reader)), k_longest_text);
      }
      break;
    case XML_READER_TYPE_END_ELEMENT:
      end(view_of(xmlTextReaderConstLocalName(reader)));
      m_text.clear();
      break;
    default:
      break;
    }
  }

  void start(xmlTextReaderPtr reader, std::string_view name) {
    auto& raster = m_out.raster;
    if (name == "VRTDataset") {
      raster.driver = "VRT";
      raster.width = whole(attribute(reader, "rasterXSize"));
      raster.height = whole(attribute(reader, "rasterYSize"));
    } else if (name == "VRTRasterBand" || name == "PAMRasterBand") {
      open_band(reader);
    } else if (name == "MDI") {
      m_key = attribute(reader, "key");
    } else if (name == "Metadata") {
      m_domain = attribute(reader, "domain");
    } else if (name == "GCPList") {
      m_points_crs = attribute(reader, "Projection");
    } else if (name == "GCP") {
      ++raster.control_points;
    } else if (name == "Row" && m_band != nullptr) {
      open_row();
    }
  }

  void open_band(xmlTextReaderPtr reader) {
    ++m_bands;
    const auto number = whole(attribute(reader, "band"));
    auto& bands = m_out.raster.bands;
    const size_t at =
        number > 0 ? static_cast<size_t>(number - 1) : bands.size();
    if (at >= k_most_bands) {
      m_band = nullptr;
      return;
    }
    bands.resize(std::max(bands.size(), at + 1));
    m_band = &bands[at];
    m_band->type = attribute(reader, "dataType");
  }

  void open_row() {
    auto& table = m_band->table;
    ++table.row_count;
    if (table.rows.size() < k_most_rows) {
      table.rows.emplace_back();
    }
  }

  void end(std::string_view name) {
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

  std::string text() const { return std::string(trim(m_text)); }

  void value(std::string_view name) {
    auto& raster = m_out.raster;
    if (name == "SRS") {
      raster.crs = definition(text());
    } else if (name == "GCPList" && raster.crs.empty()) {
      raster.crs = definition(m_points_crs);
    } else if (name == "GeoTransform") {
      raster.transform = transform_of(text());
    }
  }

  static std::string definition(const std::string& said) {
    if (!said.starts_with("EPSG:")) {
      return said;
    }
    const auto code = whole(std::string_view(said).substr(5));
    auto wkt = geodata::wkt_of_epsg(
        static_cast<int>(std::min<int64_t>(code, 1'000'000'000)));
    return wkt.empty() ? said : wkt;
  }

  void band_value(std::string_view name) {
    auto& band = *m_band;
    if (name == "NoDataValue") {
      band.nodata = plain_number(text());
    } else if (name == "ColorInterp") {
      band.color = text() == "Undefined" ? "" : text();
    } else if (name == "Description") {
      band.description = text();
    } else if (name == "UnitType") {
      band.unit = text();
    } else if (name == "Scale") {
      band.scale = plain_number(text()).value_or(1);
    } else if (name == "Offset") {
      band.offset = plain_number(text()).value_or(0);
    } else if (name == "Category" && band.categories.size() < 1000) {
      band.categories.push_back(text());
    } else if (name == "Name" && band.table.columns.size() < k_most_columns) {
      band.table.columns.push_back(text());
    } else if (name == "F" && !band.table.rows.empty() &&
               band.table.row_count == band.table.rows.size() &&
               band.table.rows.back().size() < k_most_columns) {
      band.table.rows.back().push_back(text());
    }
  }

  void item() {
    auto& items = m_band != nullptr               ? m_band->metadata
                  : m_domain == "IMAGE_STRUCTURE" ? m_out.raster.structure
                                                  : m_out.raster.metadata;
    const bool told = m_domain.empty() || m_domain == "IMAGE_STRUCTURE";
    if (!m_key.empty() && told && items.size() < k_most_items) {
      items.emplace_back(m_key, text());
    }
  }

  void source() {
    ++m_out.source_count;
    auto& all = m_out.sources;
    const auto name = text();
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
  const std::unique_ptr<xmlTextReader, FreeReader> reader(xmlReaderForMemory(
      xml.data(), static_cast<int>(xml.size()), nullptr, nullptr,
      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
  if (!reader) {
    out.damage = "the XML cannot be read";
    return out;
  }
  return Pam().take(reader.get());
}

} // namespace readers
