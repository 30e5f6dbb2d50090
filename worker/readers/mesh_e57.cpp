// SPDX-License-Identifier: Apache-2.0
//
// ASTM E2807 (E57): a header of 48 bytes says where the XML section stands; it
// lies in pages that end with a checksum of four bytes.
#include "worker/readers/binary_file.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/mesh.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xml_leaves.hpp"

#include <algorithm>
#include <array>

namespace readers::mesh {
namespace {

constexpr size_t k_head = 48;
constexpr size_t k_checksum = 4;
constexpr uint64_t k_most_xml = uint64_t{32} << 20;

base::Result<std::string> xml_of(BinaryFile& file) {
  TRY_ASSIGN(const auto head, file.whole(0, k_head, "the header of 48 bytes"));
  uint64_t at = load_u64(head, 24, Endian::little);
  const uint64_t length = load_u64(head, 32, Endian::little);
  const uint64_t page = load_u64(head, 40, Endian::little);
  if (page <= k_checksum || page > BinaryFile::k_most || length > k_most_xml ||
      at > file.size()) {
    return base::fail(base::Errc::corrupt,
                      "the header puts the XML section where none can be: "
                      "byte " +
                          std::to_string(at) + ", " + std::to_string(length) +
                          " bytes");
  }
  std::string xml;
  while (xml.size() < length && at < file.size()) {
    const uint64_t left = page - at % page;
    if (left > k_checksum) {
      const auto n = std::min<uint64_t>(left - k_checksum, length - xml.size());
      TRY_ASSIGN(const auto bytes, file.at(at, static_cast<size_t>(n)));
      xml += bytes;
    }
    at += left;
  }
  return xml;
}

void take(const XmlElement& element, Findings& out) {
  const auto where = at_line(element.line, "XML section");
  const auto say = [&](const char* key) {
    out.say(key, clip(clean_utf8(element.text), 500), where);
  };
  const auto& name = element.name();
  const auto parent = element.parent();
  const auto records = element.attributes.find("recordCount");
  if (name == "points" && records != element.attributes.end()) {
    if (const auto count = model_count(records->second)) {
      out.count("point_count", *count, where);
    }
  } else if (!element.leaf) {
    return;
  } else if (name == "coordinateMetadata") {
    say("crs_wkt");
  } else if (name == "e57LibraryVersion") {
    say("software");
  } else if (name == "name" && parent == "vectorChild") {
    say("scan_name");
  } else if (name == "description" && parent == "vectorChild") {
    say("description");
  } else if (name == "sensorVendor" || name == "sensorModel") {
    say(name == "sensorVendor" ? "sensor_vendor" : "sensor_model");
  } else if (parent == "cartesianBounds" && model_number(element.text)) {
    static constexpr std::array<std::array<const char*, 2>, 6> k_names{
        {{"xMinimum", "min_x"},
         {"xMaximum", "max_x"},
         {"yMinimum", "min_y"},
         {"yMaximum", "max_y"},
         {"zMinimum", "min_z"},
         {"zMaximum", "max_z"}}};
    for (const auto& [from, to] : k_names) {
      if (name == from) {
        out.measure(to, *model_number(element.text), "m", where);
      }
    }
  }
}

} // namespace

base::Result<Mesh> read_e57(const Input& input) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
  TRY_ASSIGN(const auto xml, xml_of(file));
  Mesh mesh;
  auto done = xml_elements(xml, [&](const XmlElement& element) {
    take(element, mesh.out);
    return mesh.out.facts.size() < 10000;
  });
  if (!done && mesh.out.facts.empty()) {
    return base::fail(std::move(done.error()));
  }
  if (!done) {
    mesh.out.refuse("XML section", "", done.error().message);
  }
  std::vector<std::string> lines{"Point cloud (E57)"};
  for (const auto& fact : mesh.out.facts) {
    lines.push_back(fact.key + ": " + fact.text);
  }
  put_header(lines, mesh.out);
  return mesh;
}

} // namespace readers::mesh
