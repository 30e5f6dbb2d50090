// SPDX-License-Identifier: Apache-2.0
#include "core/domain/curves.hpp"

#include <gtest/gtest.h>

using domain::curve_families_named;
using domain::curve_family;
using Names = std::vector<std::string_view>;

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
