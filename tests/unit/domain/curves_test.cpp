// SPDX-License-Identifier: Apache-2.0
#include "core/domain/curves.hpp"

#include <gtest/gtest.h>

using domain::CurveFamilies;
using Names = std::vector<std::string_view>;

namespace {

std::optional<std::string_view> curve_family(std::string_view mnemonic,
                                             std::string_view unit,
                                             std::string_view description) {
  return CurveFamilies().of(mnemonic, unit, description);
}

std::vector<std::string_view> curve_families_named(std::string_view question) {
  return CurveFamilies().named(question);
}

} // namespace

TEST(Curves, BelongToAFamilyByTheirDescription) {
  EXPECT_EQ(curve_family("CDTF", "us/ft", "Compensated Sonic Delta Time"),
            "sonic");
  EXPECT_EQ(curve_family("X1", "", "Borehole compensated transit time"),
            "sonic");
  EXPECT_EQ(curve_family("DPLS", "%", "Lithology Density Porosity"), "density");
  EXPECT_EQ(curve_family("NPLS", "%", "Compensated Neutron Porosity"),
            "neutron");
  EXPECT_EQ(curve_family("CALN", "in", "Compensated Neutron Caliper"),
            "caliper");
  EXPECT_EQ(curve_family("CILD", "mMHO", "Deep Induction Conductivity"),
            "resistivity");
}

TEST(Curves, BelongToAFamilyByTheirMnemonic) {
  for (const char* name :
       {"DT", "dt", "DTCO", "AC", "CDTF", "DT_EDTC", "DT:1"}) {
    EXPECT_EQ(curve_family(name, "us/ft", ""), "sonic") << name;
  }
  EXPECT_EQ(curve_family("GR1", "GAPI", ""), "gamma ray");
  EXPECT_EQ(curve_family("RHOB", "G/CC", "RHOB"), "density");
  EXPECT_EQ(curve_family("AHT90", "OHMM", ""), "resistivity");
  EXPECT_EQ(curve_family("NPHI", "V/V", "PHIN"), "neutron");
  EXPECT_EQ(curve_family("SP", "MV", "SP"), "spontaneous potential");
}

TEST(Curves, BelongToNoneWhereNothingSaysSo) {
  for (const char* name : {"", "DEPT", "TIME", "X", "LWTLB", "GRAVEL", "1"}) {
    EXPECT_EQ(curve_family(name, "", ""), std::nullopt) << name;
  }
  EXPECT_EQ(curve_family("DT", "d/m/y", ""), std::nullopt) << "a date";
}

TEST(Curves, AreNamedByAQuestion) {
  EXPECT_EQ(curve_families_named("sonic logs near Casper"), Names{"sonic"});
  EXPECT_EQ(curve_families_named("wells with a gamma ray curve"),
            Names{"gamma ray"});
  EXPECT_EQ(curve_families_named("Which log has density curves?"),
            Names{"density"});
  EXPECT_EQ(curve_families_named("population density of Ohio"), Names{});
  EXPECT_EQ(curve_families_named("the temperature of the sea"), Names{});
}

TEST(Curves, OfAnArchiveComeBeforeTheBuiltInOnes) {
  std::vector<domain::CurveProblem> problems;
  const auto curves = CurveFamilies::parse("# ours\n"
                                           "family: Sonic\n"
                                           "mnemonics: XDT Y#* RHOB\n"
                                           "family: nmr\n"
                                           "words: nuclear magnetic, \"t2\"\n"
                                           "unit-mnemonics: MPHI\n"
                                           "units: v/v\n"
                                           "asked: magnetic resonance\n",
                                           problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(curves.of("xdt", "", ""), "sonic");
  EXPECT_EQ(curves.of("Y7Z", "", ""), "sonic");
  EXPECT_EQ(curves.of("RHOB", "G/CC", "Bulk density"), "sonic")
      << "what the archive says of a mnemonic decides";
  EXPECT_EQ(curves.of("A", "", "Nuclear-Magnetic porosity"), "nmr");
  EXPECT_EQ(curves.of("A", "", "T2 mean"), "nmr");
  EXPECT_EQ(curves.of("A", "", "T2X"), std::nullopt) << "a whole word";
  EXPECT_EQ(curves.of("MPHI", "V/V", ""), "nmr");
  EXPECT_EQ(curves.of("MPHI", "", ""), "nmr");
  EXPECT_EQ(curves.of("MPHI", "ft", ""), std::nullopt) << "another unit";
  EXPECT_EQ(curves.of("GR", "", ""), "gamma ray") << "built in";
  EXPECT_EQ(curves.named("magnetic resonance logs"), Names{"nmr"});
  EXPECT_EQ(curves.named("NMR logs and sonic logs"), (Names{"sonic", "nmr"}));
  EXPECT_NE(curves.hash(), 0U);
  EXPECT_EQ(CurveFamilies().hash(), 0U);
  EXPECT_EQ(CurveFamilies::parse("# nothing\n", problems).hash(), 0U);
}

TEST(Curves, OfABadFileAreSaidLineByLine) {
  std::vector<domain::CurveProblem> problems;
  const auto curves = CurveFamilies::parse("mnemonics: X\n"
                                           "family: a\n"
                                           "mnemonic: Y\n"
                                           "nothing here\n"
                                           "family:\n"
                                           "mnemonics: Z\n"
                                           "family: \xff\n"
                                           "family: b\r\n"
                                           "mnemonics: **, OK\r\n",
                                           problems);
  std::vector<size_t> lines;
  for (const auto& problem : problems) {
    EXPECT_FALSE(problem.what.empty());
    lines.push_back(problem.line);
  }
  EXPECT_EQ(lines, (std::vector<size_t>{1, 3, 4, 5, 6, 7, 9}));
  EXPECT_EQ(curves.of("OK", "", ""), "b") << "what is good counts";
  EXPECT_EQ(curves.of("Z", "", ""), std::nullopt);
}

TEST(Curves, OfAHostileFileStayBounded) {
  std::string text = "family: a\nmnemonics:";
  for (int i = 0; i < 50'000; ++i) {
    text += " *?#M" + std::to_string(i);
  }
  for (int i = 0; i < 500; ++i) {
    text += "\nfamily: f" + std::to_string(i);
  }
  std::vector<domain::CurveProblem> problems;
  const auto curves = CurveFamilies::parse(text, problems);
  EXPECT_FALSE(problems.empty());
  EXPECT_LT(problems.size(), 500U);
  const std::string endless(1'000'000, 'a');
  curves.of(endless, endless, endless);
  curves.named(endless);
}
