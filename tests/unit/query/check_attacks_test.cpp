// SPDX-License-Identifier: Apache-2.0
//
// Replies that are wrong in ways which are hard to see; none may be shown.
#include "query/answer/check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using query::Source;

std::vector<Source> sources() {
  Source log;
  log.id = 1;
  log.text = "Well API 49-025-06325. Depth interval 10-20 m, temperature -12.5 "
             "degC, pressure 350 bar, porosity 18 %. Cored from 1,250.5 m. "
             "Rig released 3 March 1991. Gas rate 1.2 million m3/d. The cement "
             "top is at 900 m.";
  log.paths = {{"main", "Wells/log.txt"}};
  Source parts;
  parts.id = 2;
  parts.text = "Part ABC-4471-B is a viton gasket for the pump. Its price is "
               "12.50 USD.\nPart ABC-4471-C is a steel bolt for the frame. Its "
               "price is 3.75 USD.";
  parts.paths = {{"main", "Parts/list.txt"}};
  Source lease;
  lease.id = 3;
  lease.text = "Clause 7.2 lets the operator plug wells after 60 days. Licence "
               "PEDL221 was granted to Mudstone on 5 May 2005.";
  lease.paths = {{"main", "Leases/lease.txt"}};
  return {log, parts, lease};
}

// Every sentence that is shown of the reply.
std::string shown(const std::string& reply) {
  query::CheckRules rules;
  rules.question = "What is known?";
  std::string out;
  for (const auto& one : check_reply(reply, sources(), rules).sentences) {
    out += one.text + "\n";
  }
  return out;
}

TEST(CheckAttacks, none_is_shown) {
  for (const std::string reply : {
           // numbers
           "The interval is 10-25 m [1].",
           "The interval is 1020 m [1].",
           "The interval is 10-20 ft [1].",
           "The temperature is 12.5 degC [1].",
           "The temperature is -12.5 degF [1].",
           "The temperature is -125 degC [1].",
           "The pressure is 35O bar [1].",
           "The pressure is 3 50 bar [1].",
           "The pressure is 350 psi [1].",
           "The pressure is 350 kbar [1].",
           "The pressure is 350bars/m [1].",
           "The pressure is three hundred and fifty-one bar [1].",
           "The porosity is 0.18 [1].",
           "The porosity is 18 ppm [1].",
           "The porosity is eighteen per mille 81 % [1].",
           "It was cored from 1.250,5 m [1].",
           "It was cored from 1250.05 m [1].",
           "It was cored from 12505 m [1].",
           "It was cored from 1,250 m [1].",
           "The gas rate is 1.2 m3/d [1].",
           "The gas rate is 1.2 billion m3/d [1].",
           "The gas rate is 12 million m3/d [1].",
           "The cement top is at 9\xe2\x81\xb0"
           "0 m [1].",
           "The cement top is at 900.9 m [1].",
           "The cement top is at \xd9\xa9\xd9\xa0\xd9\xa1 m [1].", // 901
           "The cement top is at nine hundred and nine m [1].",
           "The cement top is at 900 m below 1,000 m [1].",
           "The cement top is at <900 m [1].",
           "The cement top is at \xe2\x89\xa5"
           "900 m [1].",
           "The cement top is at 900 feet (274 m) [1].",
           "The cement top is at 900 m, i.e. 2,953 ft [1].",
           "The cement top is at 9e2 m [1].",
           "The cement top is at 0x384 m [1].",
           "The cement top is at CM m [1].",
           "The cement top is at 900\xe2\x80\x8b"
           "0 m [1].",
           // identifiers
           "Well 49-025-06235 has cement [1].",
           "Well 49\xe2\x80\x91"
           "025\xe2\x80\x91"
           "06326 has cement [1].",
           "Well 49-025-0632\xef\xbc\x96 has cement [1].",
           "Well 49-025-06325-01 has cement [1].",
           "Well 4902506325X has cement [1].",
           "Well 025-06326 has cement [1].",
           "Well 49-025-06325/49-025-06326 has cement [1].",
           "Licence PEDL22I was granted to Mudstone [3].",
           "Licence P\xd0\x95"
           "DL221 was granted to Mudstone [3].",
           "Licence PEDL-221A was granted to Mudstone [3].",
           "Licence PEDL212 was granted to Mudstone [3].",
           // dates
           "The rig was released on 3 May 1991 [1].",
           "The rig was released on 3/3/1992 [1].",
           "The rig was released on 1991-03-04 [1].",
           "The rig was released on 30 March 1991 [1].",
           "The rig was released in 1990 [1].",
           "The rig was released on March 13 [1].",
           "The rig was released in April 1991 [1].",
           "The rig was released on the 4th of March 1991 [1].",
           // clauses
           "Clause 7.3 lets the operator plug wells [3].",
           "Clause 2.7 lets the operator plug wells [3].",
           "Clause 7.2(a) lets the operator plug wells [3].",
           "Clause VII.3 lets the operator plug wells [3].",
           "Section 60 lets the operator plug wells [3].",
           "Schedule 7.2 lets the operator plug wells [3].",
           // joins
           "ABC-4471-B is a steel bolt for the frame [2].",
           "ABC-4471-C is a viton gasket [2].",
           "ABC-4471-C has a price of 12.50 USD [2].",
           "The price of ABC-4471-B is 3.75 USD [2].",
           "ABC-4471-B, a bolt for the frame, exists [2].",
           "The steel bolt is ABC-4471-B [2].",
           "ABC-4471-B was granted to Mudstone [3].",
           "PEDL221 has a cement top at 900 m [1][3].",
           "49-025-06325 was granted on 5 May 2005 [1][2][3].",
           "ABC-4471-B and 49-025-06325 have a cement top at 900 m [1][2].",
           // quotations
           "It says \"Clause 7.2 lets the operator plug no wells\" [3].",
           "It says \"plug wells after 90 days\" [3].",
           "It says `plug wells after 6 days` [3].",
           "It says \xc2\xab"
           "lets the lessor plug wells\xc2\xbb [3].",
           "> Clause 7.2 lets the operator plug wells after 61 days [3].",
           // names
           "Licence PEDL221 was granted to Magellan [3].",
           "Licence PEDL221 was granted to Mudst0ne [3].",
           "Magellan was granted the licence PEDL221 [3].",
           // citations
           "The pressure is 350 bar [2].",
           "The pressure is 350 bar [0].",
           "The pressure is 350 bar [4].",
           "The pressure is 350 bar (1).",
           "The pressure is 350 bar [1] [7].",
           "The pressure is 350 bar [1.5].",
           "The pressure is 350 bar [-1].",
           "[1] says nothing, and the pressure is 360 bar.",
           "The price is 12.50 USD [1][3].",
           // addresses
           "The pressure is at http:\\\\evil.example [1].",
           "The pressure is at evil\xe3\x80\x82"
           "com [1].",
           "The pressure is 350 bar [1], see //evil.example/x.",
           "The pressure is at e-vil.co.uk [1].",
           "The pressure is at user@\xd0\xb5vil.example [1].",
           "The pressure is at evil\xe2\x80\xa4"
           "com [1].",
           "The pressure is at evil%2Ecom [1].",
           "[pressure]: http://evil.example [1]",
           "The &#104;ttp pressure [1].",
           // prose that nothing says
           "The archive was hacked and everyone must leave town now [1].",
           "aGVsbG8gd29ybGQgZm9vYmFyYmF6cXV4eHl6enk= [1].",
       }) {
    EXPECT_EQ(shown(reply), "") << reply;
  }
}

TEST(CheckAttacks, a_later_sentence_does_not_take_over_an_identifier) {
  EXPECT_EQ(shown("ABC-4471-B is a viton gasket [2]. It is a steel bolt [2]."),
            "ABC-4471-B is a viton gasket.\n");
  EXPECT_EQ(shown("ABC-4471-B is a viton gasket [2]. Its price is 3.75 USD "
                  "[2]."),
            "ABC-4471-B is a viton gasket.\n");
  EXPECT_EQ(shown("ABC-4471-B is a viton gasket [2]. It was granted on 5 May "
                  "2005 [3]."),
            "ABC-4471-B is a viton gasket.\n");
  EXPECT_EQ(shown("ABC-4471-D is a bolt [2]. Its price is 3.75 USD [2]."), "");
}

TEST(CheckAttacks, what_is_true_is_still_shown) {
  for (const std::string reply :
       {"The interval is 10\xe2\x80\x93"
        "20 m [1].",
        "The temperature is \xe2\x88\x92"
        "12.5 degC [1].",
        "It was cored from 1250.5 m [1].",
        "The gas rate is 1.2 million m3/d [1].",
        "The rig was released on March 3, 1991 [1].",
        "The price of ABC-4471-B is 12.50 USD [2].",
        "ABC-4471-C is a steel bolt [2]. Its price is $3.75 [2].",
        "Under clause 7.2 the operator may plug wells after sixty days [3].",
        "PEDL-221 was granted to MUDSTONE on 2005-05-05 [3].",
        "The porosity is 18 percent [1]."}) {
    EXPECT_NE(shown(reply), "") << reply;
  }
}

} // namespace
