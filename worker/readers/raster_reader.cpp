// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/raster_beside.hpp"
#include "worker/readers/raster_facts.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/raster_pam.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/vector_dbf.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>
#include <set>

namespace readers {
namespace {

constexpr size_t k_most_xml = size_t{32} << 20;
constexpr size_t k_most_parts = 32; // subdatasets that are looked at
constexpr size_t k_most_listed = 300;

class RasterReading {
public:
  RasterReading(const Input& input, domain::DocumentSink& sink)
      : m_input(input), m_sink(sink), m_facts(sink, "") {}

  base::Result<void> run() {
    const auto found = detect_raster(m_input);
    if (found.match == Match::no) {
      return base::fail(base::Errc::corrupt, "no raster format that is known");
    }
    m_format = &raster_format(found.format);
    if (m_format->name == "tiff") {
      m_tiff = tiff_of(m_input);
    }
    TRY(open());
    complete_raster(m_input, m_raster, m_early);
    TRY(m_sink.begin(head()));
    for (auto& reject : m_early) {
      TRY(m_sink.reject(std::move(reject)));
    }
    return put();
  }

private:
  void early(std::string field, std::string reason,
             std::optional<uint64_t> byte = {}) {
    auto where = m_facts.locator();
    where.byte = byte;
    m_early.push_back({where, std::move(field), "", std::move(reason)});
  }

  // What GDAL says, without where the file is.
  std::string tidy(std::string text) const {
    const auto folder = m_input.path.substr(0, m_input.path.rfind('/') + 1);
    for (size_t at = 0; (at = text.find(folder)) != std::string::npos;) {
      text.erase(at, folder.size());
    }
    return clean_utf8(text);
  }

  base::Result<void> open() {
    if (m_format->name == "vrt") {
      return open_virtual();
    }
    geodata::RasterOptions options;
    options.drivers = m_format->drivers;
    options.parts = m_format->picture ? 0 : k_most_parts;
    options.progress = [this] { return m_sink.progress(); };
    for (const auto& member : m_input.members) {
      options.siblings.push_back(member.path);
    }
    auto raster = geodata::read_raster(m_input.path, options);
    if (raster) {
      m_raster = std::move(*raster);
      return {};
    }
    auto error = raster.error();
    error.message = tidy(error.message);
    if (error.code != base::Errc::corrupt || !m_tiff ||
        m_tiff->first.width == 0) {
      return base::fail(std::move(error));
    }
    salvage(error.message);
    return {};
  }

  base::Result<void> open_virtual() {
    TRY_ASSIGN(const auto xml, base::read_file(m_input.path, k_most_xml));
    auto content = parse_pam(xml);
    if (content.raster.width == 0 || content.raster.height == 0) {
      return base::fail(
          base::Errc::corrupt,
          "a virtual raster that gives no size" +
              (content.damage.empty() ? "" : ": " + content.damage));
    }
    if (!content.damage.empty()) {
      early("vrt", content.damage);
    }
    m_raster = std::move(content.raster);
    m_sources = std::move(content.sources);
    return {};
  }

  // The directories of a TIFF say what it is even where GDAL cannot read it.
  void salvage(const std::string& why) {
    const auto& page = m_tiff->first;
    m_raster.driver = "TIFF";
    m_raster.width = static_cast<int64_t>(page.width & INT32_MAX);
    m_raster.height = static_cast<int64_t>(page.height & INT32_MAX);
    m_raster.band_count = page.samples;
    early("raster", why, page.offset);
  }

  std::string shown() const {
    return m_format->name == "tiff" && !m_raster.transform &&
                   m_raster.control_points == 0 && m_raster.crs.empty()
               ? "tiff"
               : std::string(m_format->shown);
  }

  domain::DocumentHead head() {
    const auto xml = metadata_file();
    if (!xml.empty()) {
      auto text = base::read_file(xml, k_most_xml);
      if (text) {
        m_metadata = parse_layer_metadata(*text);
      } else {
        early("metadata", text.error().message);
      }
      if (!m_metadata.damage.empty()) {
        early("metadata", m_metadata.damage);
      }
    }
    domain::DocumentHead out;
    out.format = shown();
    out.title = m_metadata.title;
    for (const auto& [key, value] : m_raster.metadata) {
      const bool title = key == "NC_GLOBAL#title" || key == "Title" ||
                         key == "TIFFTAG_DOCUMENTNAME";
      if (title && out.title.empty()) {
        out.title = clip(squeeze(clean_utf8(value)), 300);
      }
    }
    return out;
  }

  std::string metadata_file() const {
    for (const auto& member : m_input.members) {
      const bool xml = ends_folded(member.path, ".xml") &&
                       !ends_folded(member.path, ".aux.xml");
      if (xml || ends_folded(member.path, ".qmd")) {
        return member.path;
      }
    }
    return "";
  }

  base::Result<void> put() {
    std::vector<std::string> lines;
    if (!m_metadata.title.empty()) {
      lines.push_back(m_metadata.title);
    }
    lines.push_back(what_raster(m_raster, shown()));
    TRY(m_facts.text("driver", m_raster.driver));
    TRY(put_raster(m_facts, m_raster, lines));
    TRY(put_tiff(lines));
    TRY(put_sources(lines));
    TRY(put_list(lines));
    TRY(put_layer_header(m_facts, lines));
    TRY(put_raster_metadata(m_facts, m_raster));
    TRY(put_layer_metadata(m_facts, m_metadata));
    TRY(put_raster_tables(m_facts, m_raster));
    TRY(put_value_table());
    TRY(put_parts());
    TRY(put_complaints());
    return m_sink.end();
  }

  base::Result<void> put_tiff(std::vector<std::string>& lines) {
    if (!m_tiff) {
      return {};
    }
    TRY(m_facts.count("page_count", m_tiff->pages));
    if (m_tiff->pages > 1) {
      lines.push_back("Pages: " + std::to_string(m_tiff->pages));
    }
    if (!m_tiff->damage.empty()) {
      TRY(m_facts.reject("tiff", "", m_tiff->damage, {}, m_tiff->damaged_at));
    }
    if (!m_raster.bands.empty()) {
      return {}; // GDAL told the rest
    }
    for (const auto& [name, text] : m_tiff->first.texts) {
      TRY(m_facts.text(name, text));
      lines.push_back(name + ": " + clip(text, 2000));
    }
    return {};
  }

  base::Result<void> put_sources(std::vector<std::string>& lines) const {
    for (size_t i = 0; i < m_sources.size(); ++i) {
      const auto name = squeeze(clean_utf8(m_sources[i]));
      TRY(m_facts.text("source", name));
      if (i < k_most_listed) {
        lines.push_back("Made of: " + name);
      }
    }
    return {};
  }

  base::Result<void> put_list(std::vector<std::string>& lines) const {
    const auto& all = m_raster.subdatasets;
    if (all.empty() || m_format->picture) {
      return {};
    }
    TRY(m_facts.count("subdataset_count", all.size()));
    for (size_t i = 0; i < std::min(all.size(), k_most_listed); ++i) {
      TRY(m_facts.text("subdataset", clean_utf8(all[i].first)));
      lines.push_back("Part: " + clean_utf8(all[i].second.empty()
                                                ? all[i].first
                                                : all[i].second));
    }
    return {};
  }

  // Esri's table of a classified raster: "x.tif.vat.dbf".
  base::Result<void> put_value_table() const {
    const auto path = member_ending(m_input, ".vat.dbf");
    if (path.empty()) {
      return {};
    }
    const LayerFacts facts(m_sink, "value attribute table");
    auto opened = DbfRows::open(path, "", "", m_sink);
    if (!opened) {
      return opened.error().code == base::Errc::corrupt
                 ? facts.reject("vat.dbf", "", opened.error().message)
                 : base::Result<void>(base::fail(opened.error()));
    }
    VectorTable table((*opened)->columns(), **opened, facts);
    TRY(table.learn());
    TRY(facts.count("attribute_rows", table.rows()));
    TRY(table.put_facts());
    TRY(put_layer_header(facts, table.describe()));
    return table.put_rows();
  }

  base::Result<void> put_parts() const {
    TRY(put_raster_parts(m_raster, shown(), m_sink));
    if (m_raster.subdatasets.size() > m_raster.parts.size() &&
        !m_format->picture) {
      return m_facts.reject(
          "subdatasets", std::to_string(m_raster.subdatasets.size()),
          std::to_string(m_raster.parts.size()) +
              " of them were looked at, the others are listed only");
    }
    return {};
  }

  base::Result<void> put_complaints() const {
    std::set<std::string> said;
    for (const auto& line : m_raster.complaints) {
      auto text = tidy(line);
      if (said.insert(text).second) {
        TRY(m_facts.reject("raster", "", std::move(text)));
      }
    }
    return {};
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  LayerFacts m_facts;
  const RasterFormat* m_format = nullptr;
  std::optional<TiffSummary> m_tiff;
  geodata::Raster m_raster;
  std::vector<std::string> m_sources;
  LayerMetadata m_metadata;
  std::vector<domain::Reject> m_early;
};

class RasterReader final : public Reader {
public:
  std::string_view name() const override { return "raster"; }
  uint32_t version() const override { return 3; }

  Detection detect(const Input& input) const override {
    auto found = detect_raster(input);
    if (found.match == Match::no) {
      return found;
    }
    const auto& format = raster_format(found.format);
    if (format.picture && found.match == Match::content) {
      return {}; // nothing places it: a picture, which is read by image.hpp
    }
    found.format = format.shown;
    return found;
  }

  std::vector<FormatNote> notes() const override { return raster_notes(); }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    return RasterReading(input, sink).run();
  }
};

} // namespace

std::unique_ptr<Reader> make_raster_reader() {
  return std::make_unique<RasterReader>();
}

} // namespace readers
