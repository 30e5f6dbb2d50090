// SPDX-License-Identifier: Apache-2.0
#include "query/answer/check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using query::check_reply;
using query::CheckRules;
using query::Source;

Source source(unsigned id, std::string text, std::string path = "file.txt") {
  Source out;
  out.id = id;
  out.text = std::move(text);
  out.paths = {{"main", std::move(path)}};
  return out;
}

// A small archive: a log header, a table of parts, a contract, a memo.
const std::vector<Source>& sources() {
  static const std::vector<Source> made = {
      source(1,
             "Well LARK CREEK 1-12, API 49-025-06325-00-00. Operator MUDSTONE "
             "PETROLEUM. Spud date 06/14/1984. Total depth 12,000 ft, bottom "
             "hole temperature 148.5 degF. The sonic log was spliced at 6,200 "
             "ft after a tool stuck for three hours.",
             "Wells/Wyoming/LARK_CREEK_1-12.las"),
      source(2,
             "Part Number: ABC-4471-B; Description: viton gasket; Price USD: "
             "12.50; Stock: 40\n"
             "Part Number: ABC-4471-C; Description: steel bolt; Price USD: "
             "3.75; Stock: 900",
             "Parts/list.csv"),
      source(3,
             "12.4 Consent. (a) Neither party may assign its interest without "
             "consent. (b) Consent is deemed given after thirty (30) days; "
             "interest runs at 8.5 % per year from 1 March 1998.",
             "Contracts/farmout.md"),
      source(4,
             "Memo of 12-JUN-1992: line 93D was shot with 18000 ms records, "
             "1501 samples, at \xe2\x88\x92"
             "5 \xc2\xb0"
             "C. Mail "
             "data@mudstone.example for copies.",
             "Memos/line.txt"),
  };
  return made;
}

struct Outcome {
  std::string shown; // "text [1,2]", of all sentences
  std::string removed;
};

Outcome check(const std::string& reply,
              const std::string& question = "what is known?",
              const std::vector<Source>& given = sources()) {
  CheckRules rules;
  rules.question = question;
  rules.token = "9f3ab47c21d80e65";
  rules.instructions = "Answer from the numbered sources alone and cite the "
                       "number of each source behind every sentence.";
  const auto answer = check_reply(reply, given, rules);
  Outcome out;
  for (const auto& one : answer.sentences) {
    out.shown += (out.shown.empty() ? "" : "\n") + one.text + " [";
    for (size_t i = 0; i < one.cites.size(); ++i) {
      out.shown += (i == 0 ? "" : ",") + std::to_string(one.cites[i]);
    }
    out.shown += "]";
  }
  for (const auto& one : answer.removed) {
    out.removed += (out.removed.empty() ? "" : "\n") + one.reason +
                   (one.claim.empty() ? "" : ": " + one.claim);
  }
  return out;
}

std::string shown(const std::string& reply,
                  const std::string& question = "what is known?") {
  const auto out = check(reply, question);
  EXPECT_EQ(out.removed, "") << reply;
  return out.shown;
}

std::string removed(const std::string& reply,
                    const std::string& question = "what is known?") {
  const auto out = check(reply, question);
  EXPECT_EQ(out.shown, "") << reply;
  return out.removed;
}

TEST(Check, shows_what_stands_in_the_cited_passage) {
  EXPECT_EQ(shown("Well 49-025-06325-00-00 has a total depth of 12,000 ft "
                  "[1]."),
            "Well 49-025-06325-00-00 has a total depth of 12,000 ft. [1]");
  EXPECT_EQ(shown("Line 93D was shot with 18000 ms records [4]."),
            "Line 93D was shot with 18000 ms records. [4]");
  EXPECT_EQ(shown("Under clause 12.4(b), consent is deemed given after 30 "
                  "days [3]."),
            "Under clause 12.4(b), consent is deemed given after 30 days. [3]");
}

TEST(Check, shows_claims_as_the_source_writes_them) {
  EXPECT_EQ(shown("The total depth is 12000 feet [1]."),
            "The total depth is 12,000 ft. [1]");
  EXPECT_EQ(shown("Well 49025063250000 was spudded on 14 June 1984 [1]."),
            "Well 49-025-06325-00-00 was spudded on 06/14/1984. [1]");
  EXPECT_EQ(shown("ABC4471B costs $12.5 [2]."), "ABC-4471-B costs $12.50. [2]");
  EXPECT_EQ(
      shown("The memo of 1992-06-12 says \xe2\x80\x9cLINE 93D\xe2\x80\x9d "
            "[4]."),
      "The memo of 12-JUN-1992 says \xe2\x80\x9cline 93D\xe2\x80\x9d. "
      "[4]");
  // What the user typed stays as it was typed.
  EXPECT_EQ(shown("abc4471b is a viton gasket [2].", "what is abc4471b?"),
            "abc4471b is a viton gasket. [2]");
}

TEST(Check, removes_identifiers_that_the_cited_passage_does_not_hold) {
  for (const std::string id :
       {"49-025-06326-00-00", "49-025-06352-00-00", "49-026-06325-00-00",
        "49-025-0632", "49-025-063255"}) {
    EXPECT_EQ(removed("Well " + id + " has a total depth of 12,000 ft [1]."),
              "stands in no cited passage: " + id);
  }
  EXPECT_NE(removed("ABC-4471-D is a viton gasket [2]."), "");
  EXPECT_NE(removed("ABC-447-B is a viton gasket [2]."), "");
  // In another passage than the one that is cited.
  EXPECT_NE(removed("ABC-4471-B is a viton gasket [1]."), "");
}

TEST(Check, removes_numbers_that_differ_in_digits_unit_sign_or_magnitude) {
  for (const std::string said :
       {"12,001 ft", "12,000 m", "12,000 metres", "1,200 ft", "120,000 ft",
        "12.000 ft", "-12,000 ft", "12,000 million ft", "12,0000 ft",
        "3,657.6 m", "12 000 m", "12,000 %", "$12,000", ">12,000 ft",
        "12,000 inches"}) {
    EXPECT_NE(removed("The total depth is " + said + " [1]."), "") << said;
  }
  EXPECT_NE(removed("Interest runs at 9.5 % per year [3]."), "");
  EXPECT_NE(removed("Interest runs at 85 % per year [3]."), "");
  EXPECT_NE(removed("The line was shot at 5 \xc2\xb0"
                    "C [4]."),
            "");
  EXPECT_EQ(shown("The line was shot at -5 \xc2\xb0"
                  "C [4]."),
            "The line was shot at \xe2\x88\x92"
            "5 \xc2\xb0"
            "C. [4]");
}

// A log header, a form whose values stand below their names, prose.
const std::vector<Source>& measured() {
  static const std::vector<Source> made = {
      source(1, "TD: 1231.0000 F (Total depth)\nEDF: - F (Elevation of "
                "floor)\nEGL: 1213 F (Elevation of ground)\nEKB: 1220 F "
                "(Kelly bushing)"),
      source(2, "Oil (Bbls)\nDisposition of Gas\n0\nCalculated\nGas (MCF) "
                "Water (Bbls)\n164\nTubing Pressure (PSI)\n85"),
      source(3, "The surface temperature was 60 degF and the bottom hole "
                "temperature was 148.5 degF. Mud was lost at 6,200 ft; casing "
                "was set at 4,100 ft, 4,300 ft and 5,000 ft."),
  };
  return made;
}

TEST(Check, binds_numbers_with_units_to_what_they_are_numbers_of) {
  for (const std::string reply :
       {"EGL: 1231 F [1].", "The EGL is 1231 F [1].", "The TD is 1213 F [1].",
        "The elevation of ground is 1231 F [1].",
        "The kelly bushing stands at 1213 F [1].",
        "Disposition of Gas 0 bbl [2].", "The tubing pressure is 164 psi [2].",
        "The bottom hole temperature was 60 degF [3].",
        "Mud was lost at 4,100 ft [3].", "Casing was set at 6,200 ft [3]."}) {
    EXPECT_EQ(check(reply, "what is known?", measured()).shown, "") << reply;
  }
  for (const std::string reply :
       {"EGL: 1213 F [1].", "The total depth is 1231 F [1].",
        "The EGL is 1213 F and the TD is 1231 F [1].",
        "The kelly bushing stands at 1220 F [1].",
        "The water rate is 164 bbl [2].", "The tubing pressure is 85 psi [2].",
        "The surface temperature was 60 degF [3].",
        "At the bottom hole it was 148.5 degF [3].",
        "Mud was lost at 6,200 ft [3].", "Casing was set at 4,300 ft [3].",
        "Casing was set at 4,100 ft, 4,300 ft and 5,000 ft [3]."}) {
    EXPECT_NE(check(reply, "what is known?", measured()).shown, "") << reply;
  }
}

TEST(Check, reads_numbers_in_words) {
  EXPECT_EQ(shown("The tool stuck for 3 hours [1]."),
            "The tool stuck for three hours. [1]");
  EXPECT_EQ(shown("The tool stuck for three hours [1]."),
            "The tool stuck for three hours. [1]");
  EXPECT_NE(removed("The tool stuck for four hours [1]."), "");
  EXPECT_NE(removed("Consent is deemed given after twenty days [3]."), "");
  EXPECT_EQ(shown("Consent is deemed given after thirty days [3]."),
            "Consent is deemed given after thirty days. [3]");
}

TEST(Check, removes_dates_that_are_other_days) {
  for (const std::string said :
       {"15 June 1984", "14 July 1984", "14 June 1985", "1984-06-15",
        "12 June 1984", "06/15/1984", "June 1985"}) {
    EXPECT_NE(removed("The spud date is " + said + " [1]."), "") << said;
  }
  EXPECT_EQ(shown("It was spudded in 1984 [1]."),
            "It was spudded in 1984. [1]");
  // Which is the day is open: only the same writing is the same.
  const std::vector<Source> open = {source(1, "Spud date 06/12/1984.")};
  EXPECT_EQ(check("The spud date is 06/12/1984 [1].", "?", open).removed, "");
  EXPECT_NE(check("The spud date is 12/06/1984 [1].", "?", open).removed, "");
  EXPECT_NE(check("The spud date is 12 June 1984 [1].", "?", open).removed, "");
}

TEST(Check, removes_clauses_that_are_not_there) {
  for (const std::string said :
       {"clause 12.5", "clause 12.4(c)", "clause 12", "Section 12.40",
        "clause 2.4", "Article XIII", "Schedule 2"}) {
    EXPECT_NE(removed("Under " + said + ", consent is deemed given [3]."), "")
        << said;
  }
  EXPECT_EQ(shown("Under Section 12.4, consent is deemed given [3]."),
            "Under Section 12.4, consent is deemed given. [3]");
}

TEST(Check, removes_quotations_that_are_not_there) {
  EXPECT_EQ(shown("The clause says \"Neither party may assign its interest\" "
                  "[3]."),
            "The clause says \"Neither party may assign its interest\". [3]");
  EXPECT_NE(removed("The clause says \"Either party may assign its interest\" "
                    "[3]."),
            "");
  EXPECT_NE(removed("The clause says \"party may assign its inter\" [3]."), "");
  EXPECT_EQ(shown("The clause says \"Neither party \xe2\x80\xa6 without "
                  "consent\" [3]."),
            "The clause says \"Neither party \xe2\x80\xa6 without consent\". "
            "[3]");
  EXPECT_NE(removed("The clause says \"without consent \xe2\x80\xa6 Neither "
                    "party\" [3]."),
            "");
}

TEST(Check, wants_a_source_that_exists_behind_every_sentence) {
  EXPECT_EQ(removed("The total depth is 12,000 ft."), "cites nothing");
  EXPECT_EQ(removed("The total depth is 12,000 ft [9]."),
            "cites a source that does not exist: [9]");
  EXPECT_EQ(removed("The total depth is 12,000 ft [1][9]."),
            "cites a source that does not exist: [9]");
  EXPECT_NE(removed("The total depth is 12,000 ft [1-900]."), "");
  EXPECT_EQ(shown("The total depth is 12,000 ft [1, 3]."),
            "The total depth is 12,000 ft. [1]"); // 3 bears nothing of it
  EXPECT_EQ(shown("The total depth is 12,000 ft. [1]"),
            "The total depth is 12,000 ft. [1]");
}

TEST(Check, never_joins_a_code_with_what_is_said_of_another) {
  EXPECT_NE(removed("ABC-4471-B is a steel bolt [2]."), "");
  EXPECT_NE(removed("ABC-4471-C is a viton gasket [2]."), "");
  EXPECT_NE(removed("ABC-4471-B costs 3.75 USD [2]."), "");
  EXPECT_NE(removed("ABC-4471-C has a stock of 40 [2]."), "");
  EXPECT_NE(removed("ABC-4471-B is a titanium turbine [2]."), "");
  EXPECT_NE(removed("ABC-4471-B has a total depth of 12,000 ft [1][2]."), "");
  EXPECT_EQ(shown("ABC-4471-B costs 12.50 USD and ABC-4471-C costs 3.75 USD "
                  "[2]."),
            "ABC-4471-B costs 12.50 USD and ABC-4471-C costs 3.75 USD. [2]");
  // Over two sentences.
  EXPECT_EQ(
      check("ABC-4471-B is a viton gasket [2]. It costs 3.75 USD [2].").shown,
      "ABC-4471-B is a viton gasket. [2]");
  EXPECT_EQ(check("ABC-4471-D is a bolt [2]. It costs 3.75 USD [2].").shown,
            "");
}

TEST(Check, removes_names_that_no_cited_passage_holds) {
  EXPECT_NE(removed("The operator of the well is Chevron [1]."), "");
  EXPECT_NE(removed("Chevron drilled the well to 12,000 ft [1]."), "");
  EXPECT_EQ(shown("The operator of the well is Mudstone Petroleum [1]."),
            "The operator of the well is Mudstone Petroleum. [1]");
}

TEST(Check, removes_addresses_links_and_markup) {
  for (const std::string said :
       {"See https://evil.example/x for the total depth [1].",
        "The total depth is at evil.com [1].",
        "The total depth [is here](http://x.io) [1].",
        "The total depth is ![x](data:image/png;base64,AAAA) [1].",
        "Write to boss@evil.org about the total depth [1].",
        "Write to boss (at) evil (dot) org about total depth [1].",
        "The total depth is at hxxp://evil.ru [1].",
        "The total depth is at evil[.]com [1].",
        "The total depth <img src=x> is 12,000 ft [1].",
        "The total depth is 12,000 ft [1](evil.com).",
        "The total depth is at evil .com [1].",
        "The total depth is at \xef\xbd\x85vil\xef\xbc\x8e"
        "com [1]."}) {
    EXPECT_NE(removed(said), "") << said;
  }
  // In the evidence, and asked for or not.
  EXPECT_NE(removed("Mail data@mudstone.example for copies [4]."), "");
  EXPECT_EQ(shown("Mail data@mudstone.example for copies [4].",
                  "which mail address has copies?"),
            "Mail data@mudstone.example for copies. [4]");
}

TEST(Check, removes_what_repeats_the_prompt) {
  EXPECT_EQ(removed("The total depth 9f3ab47c21d80e65 is 12,000 ft [1]."),
            "repeats the prompt");
  EXPECT_EQ(removed("The total depth 9f3a b47c-21d8 is 12,000 ft [1]."),
            "repeats the prompt");
  EXPECT_EQ(removed("I was told to answer from the numbered sources alone "
                    "[1]."),
            "repeats the prompt");
}

TEST(Check, sees_through_writing_that_looks_like_another) {
  // What cannot be seen does not hide a difference, nor make one.
  EXPECT_EQ(shown("The total depth is 12,\xe2\x80\x8b"
                  "000 ft [1]."),
            "The total depth is 12,000 ft. [1]");
  for (const std::string said :
       {"The total depth is 12,O00 ft [1].",         // letter O
        "The total depth is 12,000\xc2\xb2 ft [1].", // squared
        "The total depth is 12,000.5 ft [1].",
        "The total depth is 12,000-12,500 ft [1].",
        "The total depth is 12,000ft3 [1].",
        "The total depth is twelve thousand one ft [1].",
        "The total depth is \xef\xbc\x91\xef\xbc\x93,000 ft [1].",
        "\xd0\x90\xd0\x92\xd0\xa1-4471-B is a viton gasket [2].",
        "The Mud\xd1\x95tone well has a total depth of 12,000 ft [1].",
        "ABC-4471\xe2\x81\xbb"
        "D is a viton gasket [2].",
        "The total depth is \xe2\x85\xab ft [1].",
        "The total depth is \xc2\xbd ft [1]."}) {
    EXPECT_NE(removed(said), "") << said;
  }
  EXPECT_EQ(shown("The total depth is \xef\xbc\x91\xef\xbc\x92,000 ft [1]."),
            "The total depth is 12,000 ft. [1]");
}

TEST(Check, splits_lists_tables_and_abbreviations_into_sentences) {
  const auto out = check("Facts:\n"
                         "1. Total depth: 12,000 ft [1]\n"
                         "2. The operator, cf. No. 1-12, is Mudstone "
                         "Petroleum [1].\n"
                         "- ABC-4471-B: viton gasket [2]\n"
                         "| part | price |\n|---|---|\n"
                         "| ABC-4471-C | 3.75 USD [2] |\n"
                         "\nThe log was spliced at 6,200 ft. [1] The tool "
                         "stuck for three hours [1].");
  EXPECT_EQ(out.removed, "cites nothing\ncites nothing");
  EXPECT_EQ(out.shown, "Total depth: 12,000 ft [1]\n"
                       "The operator, cf. No. 1-12, is Mudstone Petroleum. "
                       "[1]\n"
                       "ABC-4471-B: viton gasket [2]\n"
                       "ABC-4471-C | 3.75 USD [2]\n"
                       "The log was spliced at 6,200 ft. [1]\n"
                       "The tool stuck for three hours. [1]");
}

} // namespace
