// SPDX-License-Identifier: Apache-2.0
//
// OGP/IOGP P1/11, P2/11 and P6/11: comma separated records; HC cards say by
// their description what they hold, S1 and P1 records name line and point.
// Coordinates stand where H records of each file define them and are not
// read. Pure.
#pragma once

#include "worker/readers/nav_survey.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers::nav {

// "P1", "P2", "P6" if the first card of the file says so; "" otherwise.
std::string comma_format(std::string_view card);

class CommaRecords {
public:
  void take(std::string_view text, uint64_t number);
  void describe(Findings& out);

private:
  using Fields = std::vector<std::string>;
  void opening(const Fields& fields, uint64_t number);
  void common(const Fields& fields, uint64_t number);
  void comment(const Fields& fields, uint64_t number);
  void position(const Fields& fields, uint64_t number);

  Findings m_found;
  Survey m_survey;
  std::map<std::string, uint64_t> m_records;
};

} // namespace readers::nav
