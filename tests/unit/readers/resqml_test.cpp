// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/model_bytes.hpp"
#include "tests/unit/readers/read_support.hpp"

#include <vector>

namespace readers::test {
namespace {

using Parts = std::vector<std::pair<std::string, std::string>>;

uint32_t crc_of(const std::string& bytes) {
  uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes) {
    crc ^= static_cast<uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
    }
  }
  return ~crc;
}

// Of parts that are stored as they are.
std::string zip_of(const Parts& parts) {
  std::string out, directory;
  for (const auto& [name, text] : parts) {
    const auto size = little(static_cast<uint32_t>(text.size()));
    const std::string common = little<uint16_t>(20) + std::string(8, '\0') +
                               little(crc_of(text)) + size + size +
                               little(static_cast<uint16_t>(name.size())) +
                               std::string(2, '\0');
    directory += "PK\x01\x02" + little<uint16_t>(20) + common +
                 std::string(10, '\0') +
                 little(static_cast<uint32_t>(out.size())) + name;
    out += "PK\x03\x04" + common + name + text;
  }
  const auto count = little(static_cast<uint16_t>(parts.size()));
  const auto at = little(static_cast<uint32_t>(out.size()));
  const auto size = little(static_cast<uint32_t>(directory.size()));
  return out + directory + "PK\x05\x06" + std::string(4, '\0') + count + count +
         size + at + std::string(2, '\0');
}

std::string thing(const std::string& kind, const std::string& title,
                  const std::string& more = "") {
  return "<r:" + kind +
         " xmlns:r=\"http://www.energistics.org/energyml/data/resqmlv2\" "
         "xmlns:e=\"http://www.energistics.org/energyml/data/commonv2\">"
         "<e:Citation><e:Title>" +
         title +
         "</e:Title><e:Originator>Ada Moss</e:Originator><e:Creation>"
         "2021-06-09T10:17:38Z</e:Creation></e:Citation>" +
         more + "</r:" + kind + ">";
}

Parts model() {
  return {
      {"[Content_Types].xml", "<Types/>"},
      {"obj_IjkGridRepresentation_1.xml",
       thing("IjkGridRepresentation", "Quartz Hill",
             "<r:Ni>15</r:Ni><r:Nj>20</r:Nj><r:Nk>10</r:Nk>")},
      {"obj_LocalDepth3dCrs_2.xml",
       thing("LocalDepth3dCrs", "local",
             "<r:VerticalUom>ft</r:VerticalUom><r:ProjectedCrs><e:EpsgCode>"
             "32613</e:EpsgCode></r:ProjectedCrs>")},
      {"obj_WellboreFeature_3.xml", thing("WellboreFeature", "Sooner Unit 4")},
      {"obj_TectonicBoundaryFeature_4.xml",
       thing("TectonicBoundaryFeature", "Tindal fault")},
      {"_rels/obj_EpcExternalPartReference_5.xml.rels",
       "<Relationships><Relationship TargetMode=\"External\" "
       "Target=\"model.h5\"/></Relationships>"},
  };
}

TEST(Resqml, ObjectsOfAPackageAreRowsAndFacts) {
  const auto found = read_bytes("model.epc", zip_of(model()));
  EXPECT_EQ(found.reader, "resqml");
  EXPECT_EQ(found.fact("object_count"), "4");
  EXPECT_EQ(found.fact("cell_count"), "3000");
  EXPECT_EQ(found.fact("z_unit"), "ft");
  EXPECT_EQ(found.fact("stated_epsg"), "32613");
  EXPECT_EQ(found.fact("fault"), "Tindal fault");
  EXPECT_EQ(found.fact("originator"), "Ada Moss");
  EXPECT_EQ(found.fact("created_date"), "2021-06-09");
  EXPECT_EQ(found.fact("external_file"), "model.h5");
  EXPECT_TRUE(found.has_key("Sooner Unit 4"));
  EXPECT_NE(found.text().find("IjkGridRepresentation: Quartz Hill; Ni: 15"),
            std::string::npos);
  EXPECT_EQ(found.reasons(), "");
}

TEST(Resqml, ADamagedPartIsNamedAndTheOthersAreRead) {
  auto parts = model();
  parts[1].second = "<r:IjkGridRepresentation><open>";
  const auto found = read_bytes("model.epc", zip_of(parts));
  EXPECT_EQ(found.fact("object_count"), "3");
  EXPECT_NE(found.reasons().find("no well-formed XML at line 1"),
            std::string::npos);
}

TEST(Resqml, APackageOfNothingSaysSo) {
  const auto found = read_bytes("a.epc", zip_of({{"a.xml", "<a/>"}}));
  EXPECT_NE(found.error.find("none of its parts"), std::string::npos);
}

} // namespace
} // namespace readers::test
