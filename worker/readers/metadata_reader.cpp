// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/metadata_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/office_xml.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_facts.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/xml_root.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_xml = size_t{64} << 20;
constexpr size_t k_most_layers = 2000;
constexpr size_t k_longest_text = 20000;

// Everything from "password=" to the end of its value.
std::string without_password(std::string text) {
  for (size_t at = 0; (at = text.find("password=", at)) != std::string::npos;) {
    const auto value = at + std::string_view("password=").size();
    const char quote = value < text.size() ? text[value] : '\0';
    const bool quoted = quote == '\'' || quote == '"';
    const auto end =
        quoted ? text.find(quote, value + 1) : text.find_first_of(" &", value);
    text.erase(at, end == std::string::npos ? std::string::npos
                                            : end + (quoted ? 1 : 0) - at);
  }
  return text;
}

class Project final : public XmlEvents {
public:
  MapProject take(std::string_view xml) {
    m_out.damage = parse_whole_xml(xml, *this);
    return std::move(m_out);
  }

  void start(std::string_view name,
             const XmlAttributes& /*attributes*/) override {
    m_text.clear();
    if (name == "maplayer" && !m_inside) {
      m_layer = ProjectLayer{};
      m_layer_depth = m_depth;
      m_inside = true;
    }
    ++m_depth;
  }
  void text(std::string_view piece) override {
    if (m_text.size() < k_longest_text) {
      m_text += clip(piece, k_longest_text);
    }
  }
  void end(std::string_view name) override {
    end_at(name, --m_depth);
    m_text.clear();
  }

private:
  void end_at(std::string_view name, int depth) {
    const auto text = squeeze(clean_utf8(m_text));
    if (!m_inside) {
      if (name == "title" && depth == 1 && m_out.title.empty()) {
        m_out.title = clip(text, 300);
      }
      return;
    }
    const bool own = depth == m_layer_depth + 1;
    if (name == "maplayer" && depth == m_layer_depth) {
      m_inside = false;
      const bool said = !m_layer.name.empty() || !m_layer.source.empty();
      if (said && m_out.layers.size() < k_most_layers) {
        m_out.layers.push_back(std::move(m_layer));
      }
    } else if (own && name == "layername") {
      m_layer.name = text;
    } else if (own && name == "datasource") {
      m_layer.source = without_password(text);
    } else if (own && name == "provider") {
      m_layer.provider = text;
    } else if (own && name == "abstract") {
      m_layer.abstract = text;
    } else if (name == "authid" && m_layer.crs.empty()) {
      m_layer.crs = text;
    }
  }

  MapProject m_out;
  ProjectLayer m_layer;
  bool m_inside = false; // of a layer
  int m_depth = 0, m_layer_depth = 0;
  std::string m_text;
};

std::string_view kind_of(std::string_view head) {
  const auto root = xml_root(head);
  const auto name = root.name;
  const auto has = [&](std::string_view part) { return root.has(part); };
  if (name == "MD_Metadata" || name == "MI_Metadata") {
    return "iso-metadata";
  }
  if (name == "metadata") {
    return has("<idinfo>") || has("<metainfo>") ? "fgdc-metadata"
           : has("<Esri>") || has("<dataIdInfo") || has("<mdStanName>") ||
                   has("<mdFileID>")
               ? "esri-metadata"
               : "";
  }
  if (name != "qgis") {
    return "";
  }
  return has("projectname=") || has("<projectlayers") ? "qgis-project"
         : has("<parentidentifier") || has("<resourceMetadata")
             ? "qgis-metadata"
             : "";
}

base::Result<void> put_project(const MapProject& project,
                               const LayerFacts& facts) {
  TRY(facts.count("layer_count", project.layers.size()));
  PassagePacker packer(facts.sink());
  TRY(packer.line(
      "QGIS project" +
          (project.title.empty() ? std::string() : " " + project.title) + ", " +
          std::to_string(project.layers.size()) + " layers",
      facts.locator()));
  for (const auto& layer : project.layers) {
    TRY(facts.text("layer", layer.name));
    TRY(facts.text("source", layer.source));
    TRY(facts.text("crs_name", layer.crs));
    std::string line = layer.name + ": " + layer.source;
    line += layer.provider.empty() ? "" : " (" + layer.provider + ")";
    line += layer.crs.empty() ? "" : ", " + layer.crs;
    line += layer.abstract.empty() ? "" : ". " + layer.abstract;
    TRY(packer.line(clip(line, 2000), facts.locator()));
  }
  TRY(packer.flush());
  return project.damage.empty() ? base::Result<void>()
                                : facts.reject("project", "", project.damage);
}

base::Result<void> put_alone(const LayerMetadata& metadata,
                             const LayerFacts& facts) {
  std::vector<std::string> lines{
      "Metadata of a map" +
      (metadata.title.empty() ? std::string() : ": " + metadata.title)};
  std::string keywords;
  for (const auto& [key, text] : metadata.facts) {
    if (key == "keyword" || key == "place_keyword" || key == "topic") {
      keywords += (keywords.empty() ? "Keywords: " : ", ") + text;
    } else {
      lines.push_back(key + ": " + text);
    }
  }
  lines.push_back(keywords);
  if (metadata.box) {
    const auto& box = *metadata.box;
    TRY(facts.number("min_longitude", box.min_x, "degree"));
    TRY(facts.number("min_latitude", box.min_y, "degree"));
    TRY(facts.number("max_longitude", box.max_x, "degree"));
    TRY(facts.number("max_latitude", box.max_y, "degree"));
    lines.push_back("Extent: longitude " + number_text(box.min_x) + " to " +
                    number_text(box.max_x) + ", latitude " +
                    number_text(box.min_y) + " to " + number_text(box.max_y));
  }
  TRY(put_layer_header(facts, lines));
  LayerMetadata rest = metadata;
  rest.box.reset(); // said above: nothing else bounds the map
  TRY(put_layer_metadata(facts, rest));
  return metadata.damage.empty()
             ? base::Result<void>()
             : facts.reject("metadata", "", metadata.damage);
}

class MetadataReader final : public Reader {
public:
  std::string_view name() const override { return "metadata"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.sniff().is_text) {
      return {};
    }
    constexpr size_t k_looked_at = 16384;
    const auto head = decode_head(input.head.substr(0, k_looked_at));
    const auto first = head.find_first_not_of(" \t\r\n");
    const bool xml = first != std::string::npos && head[first] == '<';
    const auto kind = xml ? kind_of(head) : std::string_view();
    return kind.empty() ? Detection{}
                        : Detection{Match::magic, std::string(kind)};
  }

  std::vector<FormatNote> notes() const override {
    constexpr std::string_view facts =
        "Title, originator, contacts, keywords, topics, dates by their role, "
        "box in longitude and latitude, coordinate system, scale.";
    constexpr std::string_view passages =
        "Abstract, purpose, lineage and processing, constraints of use.";
    return {{"iso-metadata", "ISO 19115/19139 metadata", "`.xml`",
             "The root MD_Metadata or MI_Metadata.", facts, passages,
             "Titles and dates of thesauri and of related data."},
            {"fgdc-metadata", "FGDC metadata", "`.xml`",
             "The root metadata with idinfo.", facts, passages,
             "Titles and dates of sources and of related data."},
            {"esri-metadata", "ArcGIS metadata", "`.xml`",
             "The root metadata with Esri or dataIdInfo.", facts, passages,
             "Thumbnails."},
            {"qgis-metadata", "QGIS layer metadata", "`.qmd`",
             "The root qgis with its identifiers.", facts, passages, ""},
            {"qgis-project", "QGIS project", "`.qgs`",
             "The root qgis with a project.",
             "Title; layers with source and coordinate system.",
             "A line for each layer.",
             "Styles, layouts; passwords in sources."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto found = detect(input);
    if (found.match == Match::no) {
      return base::fail(base::Errc::corrupt, "no metadata that is known");
    }
    TRY_ASSIGN(const auto xml, base::read_file(input.path, k_most_xml));
    const LayerFacts facts(sink, "");
    domain::DocumentHead head;
    head.format = found.format;
    if (found.format == "qgis-project") {
      const auto project = parse_project(xml);
      head.title = project.title;
      TRY(sink.begin(head));
      TRY(put_project(project, facts));
      return sink.end();
    }
    const auto metadata = parse_layer_metadata(xml);
    head.title = metadata.title;
    TRY(sink.begin(head));
    TRY(put_alone(metadata, facts));
    return sink.end();
  }
};

} // namespace

MapProject parse_project(std::string_view xml) {
  MapProject out;
  if (xml.size() > k_most_xml) {
    out.damage = "larger than 64 MiB";
    return out;
  }
  return Project().take(xml);
}

std::unique_ptr<Reader> make_metadata_reader() {
  return std::make_unique<MetadataReader>();
}

} // namespace readers
