// SPDX-License-Identifier: Apache-2.0
#include "core/domain/attributes.hpp"

#include <gtest/gtest.h>

TEST(Attributes, HeadingsOfManyTablesMeanOneThing) {
  for (const char* heading :
       {"WELL_NAME", "well_name", "Well Name", "wlbWellName", "WELL-NAME"}) {
    EXPECT_EQ(domain::attribute_of(heading).name, "name") << heading;
  }
  EXPECT_EQ(domain::attribute_of("COMPANY").name, "operator");
  EXPECT_EQ(domain::attribute_of("SPUD_DATE").name, "spud date");
  EXPECT_LT(domain::attribute_of("OPERATOR").order,
            domain::attribute_of("COUNTY").order);
}

TEST(Attributes, WhatIsNotKnownKeepsItsWords) {
  const auto price = domain::attribute_of("Unit_Price");
  EXPECT_EQ(price.name, "unit price");
  EXPECT_FALSE(price.known);
  EXPECT_EQ(domain::attribute_of("").name, "");
  EXPECT_FALSE(domain::attribute_of("|").known);
}

TEST(Attributes, ValuesThatAgreeCompareEqual) {
  const auto same = [](const char* heading, const char* a, const char* b) {
    const auto attribute = domain::attribute_of(heading);
    return domain::comparable(attribute, a) == domain::comparable(attribute, b);
  };
  EXPECT_TRUE(same("STATE", "WY", "Wyoming"));
  EXPECT_TRUE(same("STATE", "kansas", "KS"));
  EXPECT_FALSE(same("STATE", "Virginia", "West Virginia"));
  EXPECT_TRUE(same("COUNTY", "Franklin", "FRANKLIN COUNTY"));
  EXPECT_TRUE(same("COUNTRY", "USA", "United States"));
  EXPECT_TRUE(same("OPERATOR", "Log-Tech", "LOG TECH"));
  EXPECT_TRUE(same("TD", "1460.0", "1460"));
  EXPECT_FALSE(same("TD", "1460.0", "1470"));
  EXPECT_TRUE(same("TD", "+1460", "1460"));
  EXPECT_FALSE(same("FIELD", "Pomona", "Pamona"));
  EXPECT_TRUE(same("API_NUMBER", "15-191-22591", "15191225910000"));
  EXPECT_FALSE(same("API_NUMBER", "15-191-22591", "15-191-22591-01-00"));
  // Not equal by their first nine digits.
  EXPECT_FALSE(same("PERMIT", "4902506325", "4902506326"));
}
