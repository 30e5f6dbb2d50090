// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

using domain::canonical_company;
using domain::company_role;
using domain::CompanyRole;
using domain::why_same_company;

namespace {

void expect_same(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    EXPECT_EQ(canonical_company(name), canonical_company(names.front()))
        << name;
  }
}

} // namespace

TEST(Company, LegalFormsAreDropped) {
  for (const char* form : {"Inc",
                           ", Inc.",
                           " Incorporated",
                           " Corp.",
                           " Corporation",
                           " Co",
                           " Company",
                           " Co., Ltd.",
                           " LLC",
                           " L.L.C.",
                           " L. L. C.",
                           " LP",
                           " L.P.",
                           " LLP",
                           " Ltd",
                           " Limited",
                           " PLC",
                           " plc",
                           " AS",
                           " ASA",
                           " A/S",
                           " a.s",
                           " ApS",
                           " AB",
                           " Oy",
                           " BV",
                           " B.V.",
                           " NV",
                           " N.V.",
                           " GmbH",
                           " G.m.b.H.",
                           " AG",
                           " SA",
                           " S.A.",
                           " S.A.R.L.",
                           " SpA",
                           " S.p.A.",
                           " SRL",
                           " Pty Ltd",
                           " Pty. Limited",
                           " Sdn Bhd",
                           " Sdn. Bhd.",
                           " Bhd",
                           " SE",
                           " KG",
                           " GmbH & Co. KG",
                           " ULC",
                           " Pte Ltd",
                           " S.A. de C.V.",
                           " Limited Liability Company",
                           " Limited Partnership",
                           " (Pty) Ltd",
                           " Holdings"}) {
    const std::string name = std::string("Caribou Resources ") + form;
    if (std::string_view(form) == " Holdings") {
      EXPECT_EQ(canonical_company(name), "CARIBOU RESOURCES HOLDINGS");
    } else {
      EXPECT_EQ(canonical_company(name), "CARIBOU RESOURCES") << name;
    }
  }
}

TEST(Company, OneNameManySpellings) {
  expect_same({"J. P. Oil", "JP Oil", "J P OIL", "J.P. OIL COMPANY",
               "The J.P. Oil Co., Inc."});
  expect_same({"Pendleton Land & Exploration", "PENDLETON LAND & EXPL.INC",
               "PENDLETON LAND AND EXPLORATION, INC."});
  expect_same({"WOLF OPERATING, LLC", "WOLF OPERATING LLC.", "Wolf Oprg L.L.C",
               "Wolf Oper."});
  expect_same({"Petro-Lewis Corporation", "PETRO LEWIS CORP."});
  expect_same({"ANADARKO E & P ONSHORE LLC", "Anadarko E&P Onshore",
               "Anadarko Exploration and Production Onshore"});
  expect_same({"Ørsted A/S", "ORSTED", "ørsted"});
  expect_same({"Samson Oil & Gas USA", "SAMSON O&G U.S.A. INC"});
  expect_same({"BENATTY CORP., THE", "The Benatty Corporation"});
  expect_same({"A/S Norske Shell", "NORSKE SHELL AS", "Norske Shell"});
  expect_same({"Dave's Drlg Svc", "DAVES DRILLING SERVICE"});
}

TEST(Company, DifferentWordsStayApart) {
  std::map<std::string, std::string> seen;
  for (const char* name : {"Shell Oil Company",
                           "Shell Petroleum",
                           "Shell",
                           "Continental Oil Co",
                           "Continental Resources",
                           "Cities Service Company",
                           "Cities Service Oil Company",
                           "Fletcher & Co.",
                           "Fletcher Inc",
                           "Union Gas",
                           "Union Oil",
                           "Newton",
                           "Alkane",
                           "Alkane/Newton",
                           "Alkane Newton",
                           "C & J Oil",
                           "CJ Oil",
                           "Samson Resources II",
                           "Samson Resources",
                           "TEN A COAL",
                           "RAMSEY ASSOCIATED PETROLEUM",
                           "PT Oil LLC",
                           "Oil LLC"}) {
    const auto [at, fresh] = seen.emplace(canonical_company(name), name);
    EXPECT_TRUE(fresh) << name << " and " << at->second;
  }
}

TEST(Company, NothingIsDroppedWhereNoWordWouldBeLeft) {
  EXPECT_EQ(canonical_company("The Company"), "COMPANY");
  EXPECT_EQ(canonical_company("Oil Co."), "OIL");
  EXPECT_EQ(canonical_company("SA"), "SA");
  EXPECT_EQ(canonical_company("Inc. Ltd."), "INC");
  EXPECT_EQ(canonical_company(" - / .,"), "");
}

TEST(Company, TheRuleThatJoinedTwoNamesIsSaid) {
  EXPECT_EQ(why_same_company("Statoil", "Statoil"), "same spelling");
  EXPECT_EQ(why_same_company("Incline Reserves", "INCLINE RESERVES INC"),
            "same after dropping 'INC'");
  EXPECT_EQ(why_same_company("Amoco Prod", "Amoco Production Co"),
            "same after dropping 'CO' and reading 'PROD' as 'PRODUCTION'");
  EXPECT_EQ(why_same_company("Petro-Lewis", "PETRO LEWIS"),
            "same but for case, accents and punctuation");
}

TEST(Company, KeysThatNameACompanyAreKnownByTheirParts) {
  for (const char* key :
       {"operator", "OPERATOR", "op_name", "CurOperator", "CURR_OPER",
        "fclCurrentOperatorName", "lastoper", "CO_NAME", "company", "Operator1",
        "well_operator_name", "ORIG_OPERATOR", "fclCurrentRespCompanyName",
        "Company Name"}) {
    EXPECT_EQ(company_role(key), CompanyRole::company) << key;
  }
  EXPECT_EQ(company_role("service_company"), CompanyRole::service);
  EXPECT_EQ(company_role("drilling_contractor"), CompanyRole::service);
  EXPECT_EQ(company_role("wlbDrillingCompany"), CompanyRole::service);
  EXPECT_EQ(company_role("Client"), CompanyRole::client);
  EXPECT_EQ(company_role("LICENSEE"), CompanyRole::licensee);
  for (const char* key :
       {"operating_phase", "operator_id", "OperatorNo", "operatorNpdid",
        "5_9_compliance", "comp_loc", "owner", "property", "copy", "",
        "operations", "opening", "author_company"}) {
    EXPECT_FALSE(company_role(key)) << key;
  }
}

TEST(Company, FlagsAndNumbersAreNoNames) {
  for (const char* value : {"Y", "N", "yes", "Unknown", "N/A", "12", "", "a b",
                            "OPERATOR UNKNOWN"}) {
    EXPECT_FALSE(domain::can_be_company(value)) << value;
  }
  for (const char* value : {"BP", "Hess", "1ST NRG", "Mærsk", "A/S XY"}) {
    EXPECT_TRUE(domain::can_be_company(value)) << value;
  }
}

// Names of random words under random spellings: forms are equal if, and only
// if, the words are, and a form is its own form.
TEST(CompanyProperty, FormsAreEqualIfTheWordsAre) {
  const std::vector<std::string> words = {
      "Aspen",   "Birch", "Petroleum", "Exploration", "Oil",    "Norge",
      "Østfold", "Gas",   "Energy",    "Caribou",     "Dakota", "Production"};
  const std::vector<std::pair<std::string, std::string>> short_forms = {
      {"Petroleum", "Pet."},
      {"Exploration", "EXPL"},
      {"Energy", "Enrgy"},
      {"Production", "Prod."}};
  const std::vector<std::string> ends = {"",      " Inc.",   ", LLC", " A/S",
                                         " Ltd.", " GmbH",   " Co",   " S.A.",
                                         " Corp", " Co Ltd", " PLC",  " B.V."};
  std::mt19937 random(20240611);
  const auto pick = [&](size_t n) { return random() % n; };
  std::map<std::string, std::string> words_of_form;
  for (int i = 0; i < 20'000; ++i) {
    std::string plain;
    std::string written = pick(4) == 0 ? "The " : "";
    for (size_t n = 2 + pick(3); n > 0; --n) {
      std::string word = words[pick(words.size())];
      plain += word + " ";
      for (const auto& [whole, cut] : short_forms) {
        word = word == whole && pick(2) == 0 ? cut : word;
      }
      written += word + (n == 1 ? "" : pick(5) == 0 ? "-" : " ");
    }
    written += ends[pick(ends.size())];
    const std::string form = canonical_company(written);
    EXPECT_EQ(canonical_company(form), form) << written;
    const auto [at, fresh] = words_of_form.emplace(form, plain);
    EXPECT_EQ(at->second, plain) << written;
    EXPECT_EQ(form, canonical_company(plain)) << written;
  }
}

TEST(CompanyProperty, AFormIsItsOwnFormForAnyText) {
  const std::vector<std::string> parts = {
      "A",  "B",   ".",  "/",    " ",   "(",   ")",    "&",  "Inc", "LLC",
      "S",  "THE", "Co", "AS",   "Å",   "Oil", "E",    "P",  "O",   "G",
      "KG", "'",   "-",  "GmbH", "Pet", "de",  "C.V.", "RL", "7",   "ß"};
  std::mt19937 random(7);
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (size_t n = random() % 14; n > 0; --n) {
      text += parts[random() % parts.size()];
      text += random() % 2 == 0 ? " " : "";
    }
    const std::string form = canonical_company(text);
    EXPECT_EQ(canonical_company(form), form) << text;
  }
}

TEST(CompanyProperty, AFormOfALongNameIsItsOwnFormAndWithinTheBound) {
  for (const std::string& part : std::vector<std::string>{
           "&", "Pet ", "& Inc ", "\u00df", "A B ", "Intl. Oil & Gas Co. ",
           "\ufdfa", "S.A. de C.V. "}) {
    for (const size_t count : {99, 100, 150, 299, 300, 5000}) {
      std::string text;
      for (size_t i = 0; i < count; ++i) {
        text += part;
      }
      const std::string form = canonical_company(text);
      EXPECT_EQ(canonical_company(form), form) << part << count;
      EXPECT_LE(form.size(), domain::k_longest_company);
    }
  }
}
