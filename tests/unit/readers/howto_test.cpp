// SPDX-License-Identifier: Apache-2.0
//
// The example of docs/howto/add-a-reader.md does what the page says, and the
// page shows it as it is.
#include "tests/unit/readers/howto_reader.cpp" // NOLINT(bugprone-suspicious-include)
#include "tests/unit/readers/reader_run.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace {

std::string file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(HowTo, ThePageShowsTheExampleAsItIs) {
  const std::string page = file(KEYBED_SOURCE "/docs/howto/add-a-reader.md");
  const std::string code =
      file(KEYBED_SOURCE "/tests/unit/readers/howto_reader.cpp");
  ASSERT_FALSE(code.empty());
  EXPECT_NE(page.find("```cpp\n" + code + "```"), std::string::npos);
}

TEST(HowTo, TheExampleReadsATally) {
  const auto reader = readers::make_tally_reader();
  const auto out = readers_test::run(
      *reader, "#TALLY Robinson 1\n1 31.5\n2 30.5\n3 long\n");
  EXPECT_EQ(out.detection.format, "tally");
  EXPECT_EQ(out.text("well_name"), "Robinson 1");
  EXPECT_EQ(out.number("joint_count"), 2);
  EXPECT_NEAR(out.number("total_length_m"), 62 * 0.3048, 1e-9);
  ASSERT_NE(out.reject("length"), nullptr);
  EXPECT_EQ(out.reject("length")->locator.line, 4U);
}

} // namespace
