// SPDX-License-Identifier: Apache-2.0
#include "core/domain/kinds.hpp"

#include <gtest/gtest.h>

using domain::formats_named;
using Formats = std::set<std::string>;

TEST(Kinds, AreNamedByWholeWordsInEitherNumber) {
  EXPECT_EQ(formats_named("Which well log belongs to 15-115-21454?"),
            (Formats{"dlis", "las", "lis"}));
  EXPECT_EQ(formats_named("sonic logs near Casper"),
            (Formats{"dlis", "las", "lis"}));
  EXPECT_EQ(formats_named("DLIS of run 2"), Formats{"dlis"});
  EXPECT_EQ(formats_named("LAS files of Natrona"), Formats{"las"});
  EXPECT_EQ(formats_named("LAS in Natrona county"), Formats{"las"});
  EXPECT_EQ(formats_named("which SEG-Y line is 93D"), Formats{"segy"});
  EXPECT_EQ(formats_named("the Shapefiles of Ohio"), Formats{"shapefile"});
  EXPECT_TRUE(formats_named("Which map layer holds it?").contains("kml"));
  EXPECT_TRUE(formats_named("GIS of pipelines").contains("geopackage"));
}

TEST(Kinds, OfRastersSeismicAndModelsAreAllThatAreRead) {
  EXPECT_EQ(formats_named("seismic of 1984"), (Formats{"segy", "segd", "su"}));
  EXPECT_TRUE(formats_named("rasters of heights").contains("srtm-hgt"));
  EXPECT_TRUE(formats_named("the reservoir model").contains("resqml"));
  EXPECT_TRUE(formats_named("map of parcels").contains("personal-gdb"));
}

TEST(Kinds, OfOfficeAndMailAreNamedToo) {
  EXPECT_TRUE(formats_named("which spreadsheets list it").contains("xls"));
  EXPECT_TRUE(formats_named("the e-mail from Ada").contains("eml"));
  EXPECT_EQ(formats_named("PowerPoint of the review"),
            (Formats{"pptx", "ppt"}));
  EXPECT_TRUE(formats_named("Word documents about casing").contains("doc"));
}

TEST(Kinds, AFileMayBeWhatItsNamePromises) {
  EXPECT_TRUE(domain::name_fits("las", "lidar"));
  EXPECT_TRUE(domain::name_fits("tif", "geotiff"));
  EXPECT_FALSE(domain::name_fits("sgy", "tiff"));
  EXPECT_FALSE(domain::name_fits("doc", "rtf"));
  EXPECT_TRUE(domain::name_fits("dat", "anything"));
}

TEST(Kinds, AreNotNamedByOtherWords) {
  for (const char* text :
       {"", "the catalogue of Las Vegas", "logical analysis", "players",
        "who repairs the pump", "mapping", "ATLAS"}) {
    EXPECT_EQ(formats_named(text), Formats{}) << text;
  }
}

TEST(Kinds, SayWhichWordsNameThem) {
  EXPECT_EQ(domain::kind_words("Which map layer contains 043?"),
            (std::set<std::string>{"map", "layer"}));
  EXPECT_EQ(domain::kind_words("spreadsheets about orphan wells"),
            (std::set<std::string>{"spreadsheet"}));
  EXPECT_TRUE(domain::kind_words("warranty on the pump").empty());
}

namespace {

std::string excluded(const char* question) {
  const auto kinds = domain::kinds_excluded(question);
  std::string out;
  for (const std::string& format : kinds.formats) {
    out += format + " ";
  }
  return out + "(" + kinds.words + ")";
}

} // namespace

TEST(Kinds, BehindAWordOfNegationAreNotWanted) {
  EXPECT_EQ(excluded("reports of drilling, not PDFs"), "pdf (not PDFs)");
  EXPECT_EQ(excluded("parcels except shapefiles or KML"),
            "kml shapefile (except shapefiles or KML)");
  EXPECT_EQ(excluded("curves of well 7 but not in LAS files"),
            "las (not in LAS files)");
  EXPECT_EQ(excluded("everything other than Word documents and PDF files"),
            "doc docx pdf (other than Word documents and PDF)");
  EXPECT_EQ(excluded("seismic excluding SEG-Y"), "segy (excluding SEG-Y)");
  EXPECT_EQ(excluded("non-PDF reports"), "pdf (non-PDF)");
}

TEST(Kinds, AreWantedWhereNothingRightBeforeThemNegates) {
  for (const char* question :
       {"", "wells without a log", "no logs", "is it not known which PDF it is",
        "logs that are not plotted", "not in Wyoming", "not the last well",
        "a log not operated by Amoco", "not"}) {
    EXPECT_EQ(excluded(question), "()") << question;
  }
}
