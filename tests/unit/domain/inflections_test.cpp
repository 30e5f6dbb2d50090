// SPDX-License-Identifier: Apache-2.0
#include "core/domain/inflections.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using domain::other_numbers;
using Words = std::vector<std::string>;

TEST(Inflections, a_plural_gives_its_singular_by_the_ending) {
  EXPECT_EQ(other_numbers("sections"), Words{"section"});
  EXPECT_EQ(other_numbers("companies"), Words{"company"});
  EXPECT_EQ(other_numbers("boxes"), Words{"box"});
  EXPECT_EQ(other_numbers("branches"), Words{"branch"});
  EXPECT_EQ(other_numbers("surveys"), Words{"survey"});
  EXPECT_EQ(other_numbers("licences"), Words{"licence"});
}

TEST(Inflections, a_singular_gives_its_plural) {
  EXPECT_EQ(other_numbers("section"), Words{"sections"});
  EXPECT_EQ(other_numbers("company"), Words{"companies"});
  EXPECT_EQ(other_numbers("survey"), Words{"surveys"});
  EXPECT_EQ(other_numbers("branch"), Words{"branches"});
}

TEST(Inflections, an_ending_that_tells_nothing_gives_nothing) {
  for (const char* word : {"glass", "status", "analysis", "gas", "4471s", "",
                           "s", "åsgards", "a-1s"}) {
    EXPECT_EQ(other_numbers(word), Words()) << word;
  }
}

} // namespace
