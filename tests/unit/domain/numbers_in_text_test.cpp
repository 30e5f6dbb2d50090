// SPDX-License-Identifier: Apache-2.0
#include "core/domain/dates_in_text.hpp"
#include "core/domain/numbers_in_text.hpp"
#include "core/domain/visible.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using domain::find_dates;
using domain::find_numbers;
using domain::PlainText;
using domain::visible_text;

// "value unit;" of each number, "(word)" of each word with digits.
std::string numbers(const std::string& text) {
  const PlainText plain(visible_text(text));
  const auto found = find_numbers(plain.text());
  std::string out;
  for (const auto& one : found.numbers) {
    const size_t size = one.all_end - one.end;
    out += (one.currency.empty() ? "" : one.currency + " ") + one.value +
           (one.multiple.empty() ? "" : " " + one.multiple) +
           (one.unit.empty() ? "" : plain.text().substr(one.end, size)) + ";";
  }
  for (const auto& one : found.words) {
    out += "(" + plain.text().substr(one.begin, one.end - one.begin) + ")";
  }
  return out;
}

TEST(NumbersInText, have_their_sign_thousands_and_unit) {
  EXPECT_EQ(numbers("at 12,000 ft and 12000.50 m"), "12000 ft;12000.5 m;");
  EXPECT_EQ(numbers("-5 \xc2\xb0"
                    "C, \xe2\x88\x92"
                    "3.0 %"),
            "-5 \xc2\xb0"
            "C;-3 %;");
  EXPECT_EQ(numbers("200ms, 24-month"), "200ms;24-month;");
  EXPECT_EQ(numbers("10-20 m"), "10;20 m;");
  EXPECT_EQ(numbers("$1,500.00 or USD 12 million or 3 NOK"),
            "USD 1500;USD 12 million;NOK 3;");
  EXPECT_EQ(numbers("twenty-five days"), "25 days;");
}

TEST(NumbersInText, begin_with_their_point) {
  EXPECT_EQ(numbers("from .5 m to -.25 ft"), "0.5 m;-0.25 ft;");
  EXPECT_EQ(numbers("$.50, .0 and (.125)"), "USD 0.5;0;0.125;");
  EXPECT_EQ(numbers("see p.5 ...7"), "7;(p.5)");
  EXPECT_EQ(numbers(".5.2"), "=.5.2;");
}

TEST(NumbersInText, keep_what_is_open_as_it_stands) {
  EXPECT_EQ(numbers("1,5 m"), "=1,5 m;");
  EXPECT_EQ(numbers("12.000,50"), "=12.000,50;");
  EXPECT_EQ(numbers("007"), "=007;");
}

TEST(NumbersInText, leave_words_with_digits_whole) {
  EXPECT_EQ(numbers("T3N R4W 5/8 1st 1O 14:30 3-D 2-3-4 m^2"),
            "(T3N)(R4W)(5/8)(1st)(1O)(14:30)(3-D)(2-3-4)(m^2)");
  EXPECT_EQ(numbers("10\xc2\xb2 and 3\xc2\xbd"), "3;(10^2)(1/2)");
}

TEST(NumbersInText, take_in_for_inches_only_where_it_introduces_nothing) {
  EXPECT_EQ(numbers("9.5 in casing"), "9.5 in;");
  EXPECT_EQ(numbers("9 in the well, 3 in Wyoming, 2 in 1984"), "9;3;2;1984;");
}

TEST(UnitKey, is_one_for_spellings_of_one_unit) {
  EXPECT_EQ(domain::unit_key("ft"), domain::unit_key("feet"));
  EXPECT_NE(domain::unit_key("ft"), domain::unit_key("m"));
  EXPECT_NE(domain::unit_key("ms"), domain::unit_key("m/s"));
  EXPECT_EQ(domain::unit_key("us/ft"), domain::unit_key("\xce\xbcs/ft"));
  EXPECT_EQ(domain::unit_key("limestone"), "");
}

TEST(DatesInText, are_found_in_many_writings) {
  const auto found = find_dates("1992-06-12, 12 June 1992; June 12, 1992 and "
                                "12-JUN-1992, 06/14/1992, 12 June");
  ASSERT_EQ(found.size(), 6U);
  EXPECT_TRUE(same_date(found[0], found[1]));
  EXPECT_TRUE(same_date(found[2], found[3]));
  EXPECT_FALSE(same_date(found[0], found[4]));
  EXPECT_TRUE(same_date(found[5], found[0])); // of any year
  EXPECT_FALSE(same_date(found[0], found[5]));
}

TEST(DatesInText, that_may_be_two_days_are_the_same_only_as_written) {
  const auto found = find_dates("06/12/1992 12/06/1992 6/12/1992 1992-06-12");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_FALSE(same_date(found[0], found[1]));
  EXPECT_TRUE(same_date(found[0], found[2]));
  EXPECT_FALSE(same_date(found[3], found[0]));
}

TEST(DatesInText, keep_their_time_and_are_no_part_of_numbers) {
  const auto found = find_dates("2001-05-31T08:15:00Z 2001-05-31T08:16:00Z");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(same_date(found[0], found[1]));
  EXPECT_TRUE(find_dates("49-025-06325 1.5.1992.3 -26 June").empty());
}

TEST(VisibleText, holds_what_can_be_seen) {
  EXPECT_EQ(visible_text("a\xe2\x80\x8b\xef\xbb\xbf"
                         "b\x07\r\nc\td"),
            "ab\nc d");
  EXPECT_EQ(visible_text("\xf3\xa0\x81\x88x\xe2\x80\xaey"), "xy");
  EXPECT_EQ(visible_text("A\xcc\x8a"), "\xc3\x85");
  EXPECT_EQ(visible_text("\xff"), "\xef\xbf\xbd");
}

TEST(PlainText, knows_the_way_back) {
  const std::string text = "\xef\xbc\x91\xef\xbc\x92 \xe2\x80\x93 m\xc2\xb2";
  const PlainText plain(text);
  EXPECT_EQ(plain.text(), "12 - m^2");
  EXPECT_EQ(plain.original(0), 0U);
  EXPECT_EQ(plain.original(1), 3U);
  EXPECT_EQ(plain.original(3), 7U);
  EXPECT_EQ(plain.original(plain.text().size()), text.size());
}

TEST(MixesScripts, tells_words_that_look_like_others) {
  EXPECT_TRUE(domain::mixes_scripts("\xd0\xa1hevron"));
  EXPECT_FALSE(domain::mixes_scripts("Chevron"));
  EXPECT_FALSE(domain::mixes_scripts("\xc3\x85sgard"));
}

} // namespace
