// SPDX-License-Identifier: Apache-2.0
#include "store/families.hpp"
#include "store/row_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace {

using namespace store;

DocumentVersion version_with_zeros() {
  DocumentVersion out;
  out.id.bytes[3] = 7;
  out.version = 256;
  return out;
}

TEST(Keys, are_parsed_as_they_were_made) {
  const auto version = version_with_zeros();
  const auto posting =
      parse_key_posting(key_posting({"api", "4902506325"}, version));
  ASSERT_TRUE(posting);
  EXPECT_EQ(posting->identifier, (Identifier{"api", "4902506325"}));
  EXPECT_EQ(posting->document, version);
  const std::string fact_key =
      fact_index_key("depth_m", number_value(0.0), version);
  const auto fact = parse_fact_index_key(fact_key);
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->key, "depth_m");
  EXPECT_EQ(fact->value, number_value(0.0));
  EXPECT_EQ(fact->document, version);
  const BundleId bundle{"root", std::string("a/\xff b")};
  EXPECT_EQ(parse_manifest_key(manifest_key(bundle)), bundle);
}

TEST(Keys, that_are_cut_are_no_keys) {
  const auto key = key_posting({"api", "4902506325"}, version_with_zeros());
  for (size_t size = 0; size < 20; ++size) {
    EXPECT_FALSE(parse_key_posting(key.substr(0, size)));
    EXPECT_FALSE(version_at_end(key.substr(0, size)));
  }
}

TEST(Keys, of_numbers_are_in_their_order) {
  const double infinity = std::numeric_limits<double>::max();
  const std::vector<double> numbers = {-infinity, -2, -1e-300, 0,
                                       1e-300,    2,  10,      infinity};
  std::vector<std::string> values;
  for (const double number : numbers) {
    values.push_back(number_value(number));
  }
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  EXPECT_EQ(number_value(-0.0), number_value(0.0));
}

TEST(Keys, have_every_suffix_of_three_bytes_and_more) {
  const Identifier identifier{"api", "12345"};
  std::vector<std::string> suffixes;
  for (const std::string& key : suffix_keys(identifier)) {
    const auto row = parse_suffix_key(key);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->identifier, identifier);
    suffixes.emplace_back(row->suffix);
  }
  EXPECT_EQ(suffixes, (std::vector<std::string>{"12345", "2345", "345"}));
  EXPECT_TRUE(suffix_keys({"api", "12"}).empty());
}

TEST(Keys, of_text_are_folded_and_cut) {
  EXPECT_EQ(text_value("  Natrona \t COUNTY\n"), "tnatrona county");
  EXPECT_EQ(text_value(std::string(500, 'x')).size(), k_max_value + 1);
}

TEST(RowSums, do_not_depend_on_order_or_grouping) {
  RowSum a;
  RowSum b;
  RowSum half;
  a.add(base::hash_of("x"));
  a.add(base::hash_of("y"));
  half.add(base::hash_of("x"));
  b.add(base::hash_of("y"));
  b.add(half);
  EXPECT_EQ(a, b);
  b.add(base::hash_of("x"));
  EXPECT_NE(a, b);
}

} // namespace
