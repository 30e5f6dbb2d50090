// SPDX-License-Identifier: Apache-2.0
#include "core/domain/contract.hpp"

#include <gtest/gtest.h>

namespace {

const std::string k_body =
    "THIS AGREEMENT is made as of 12 March 2019 between Sooner Resources LLC, "
    "an Oklahoma company (the \"Farmor\"), and \"Lark Creek Oil\" (the "
    "\"Farmee\").\n";
const std::string k_terms =
    "The parties agree that the Farmee shall drill one well and shall bear all "
    "costs. This Agreement is governed by the laws of Oklahoma and neither "
    "party may assign it.\n";

std::string values(const std::string& title, const std::string& text,
                   const std::string& key) {
  domain::ContractScan scan(title);
  scan.paragraph(text, {});
  std::string out;
  for (const auto& fact : scan.facts()) {
    if (fact.key == key) {
      out += (out.empty() ? "" : "|") + fact.text;
    }
  }
  return out;
}

TEST(Contract, SaysWhoAndWhen) {
  const std::string text = k_body + k_terms;
  EXPECT_EQ(values("Farm-out Agreement", text, "document_type"), "contract");
  EXPECT_EQ(values("Farm-out Agreement", text, "party"),
            "Sooner Resources LLC|Lark Creek Oil");
  EXPECT_EQ(values("", text, "agreement_date"), "12 March 2019");
  EXPECT_EQ(values("", text + "Contract No. FO-2019-17\n", "contract_number"),
            "FO-2019-17");
}

TEST(Contract, AnUnfilledOneIsATemplate) {
  const std::string blanks = "By: ________ for [Company name], {{date}}\n";
  EXPECT_EQ(values("", k_body + k_terms + blanks, "contract_state"),
            "template");
  EXPECT_EQ(values("", k_body + k_terms + blanks, "blank_placeholders"), "3");
  EXPECT_EQ(values("", k_body + k_terms + blanks + "By: /s/ Jane Doe\n",
                   "contract_state"),
            "executed");
  EXPECT_EQ(
      values("", "DRAFT of 3 May 2019\n" + k_body + k_terms, "contract_state"),
      "draft");
  // Nothing says so: nothing is said.
  EXPECT_EQ(values("", k_body + k_terms, "contract_state"), "");
}

TEST(Contract, AnAmendmentNamesWhatItAmends) {
  EXPECT_EQ(values("Amendment No. 2",
                   "This Amendment No. 2 to the Master Services Agreement is "
                   "made by the parties hereto.\n" +
                       k_body + k_terms,
                   "amends"),
            "Master Services Agreement");
}

TEST(Contract, OtherTextsAreNone) {
  const std::string report =
      "The well was drilled to 3,000 m. The operator shall report by Friday. "
      "I hereby swear that this is true.\n";
  EXPECT_EQ(values("Completion report", report, "document_type"), "");
  // Forms with some such words in a long file.
  std::string file = k_body + k_terms;
  for (int i = 0; i < 4000; ++i) {
    file += "Drilled ahead from 9910 to 9940 feet, survey at 9930.\n";
  }
  EXPECT_EQ(values("", file, "document_type"), "");
}

TEST(Contract, PlaceholdersAreTold) {
  EXPECT_EQ(domain::count_placeholders("[____] {{buyer}} <<name>> ______ [TBD] "
                                       "[\xe2\x97\x8f] [Today's date]"),
            7u);
  EXPECT_EQ(domain::count_placeholders(
                "[Reserved] [sic] [x] [ ] [1] [link](http://x) a_b_c "
                "{{#if x}} {{/if}} [Signature page follows]"),
            0u);
}

TEST(Contract, HostileTextEnds) {
  domain::ContractScan scan(std::string(100000, '"'));
  scan.paragraph(std::string(1 << 20, '['), {});
  scan.paragraph(std::string(1 << 20, '_'), {});
  std::string between;
  for (int i = 0; i < 20000; ++i) {
    between += "between A and B, ";
  }
  scan.paragraph(between, {});
  EXPECT_LE(scan.facts().size(), 64u);
}

} // namespace
