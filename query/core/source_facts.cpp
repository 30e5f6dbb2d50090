// SPDX-License-Identifier: Apache-2.0
#include "query/core/source_facts.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>

namespace query {
namespace {

std::string text_of_fact(const std::vector<domain::Fact>& facts,
                         std::string_view key) {
  const auto at =
      std::find_if(facts.begin(), facts.end(),
                   [&](const domain::Fact& fact) { return fact.key == key; });
  return at == facts.end() ? "" : at->text;
}

std::string file_date(const ContentPlace& place, const std::string& root,
                      const std::string& path) {
  auto entry = place.shard->manifest({root, path});
  // What is inside a file ("a.zip!/b.las") is as old as the file.
  for (size_t at = path.find("!/"); entry && !*entry && at != std::string::npos;
       at = path.find("!/", at + 1)) {
    entry = place.shard->manifest({root, path.substr(0, at)});
  }
  if (!entry || !*entry || (*entry)->files_size() == 0) {
    return "";
  }
  constexpr int64_t k_second = 1'000'000'000;
  return fmt::format("file {:%Y-%m-%d}",
                     fmt::gmtime(static_cast<time_t>(
                         (*entry)->files(0).mtime_ns() / k_second)));
}

} // namespace

std::string said_date(const std::vector<domain::Fact>& facts) {
  struct Dated {
    const char* key;
    const char* says;
    bool of_rows; // also what a column of a table gives, which dates no file
  };
  static constexpr std::array<Dated, 6> k_dates = {
      {{"log_date", "log", false},
       {"metadata_date", "metadata", false},
       {"published", "published", false},
       {"updated_date", "changed", true},
       {"created_date", "made", true},
       {"exported_date", "made", true}}};
  const bool is_table = !text_of_fact(facts, "column").empty();
  for (const auto& [key, says, of_rows] : k_dates) {
    const std::string text = text_of_fact(facts, key);
    if (!text.empty() && !(of_rows && is_table)) {
      return std::string(says) + " " + text;
    }
  }
  return "";
}

std::string date_of_source(const std::vector<domain::Fact>& facts,
                           const ContentPlace& place, const std::string& root,
                           const std::string& path) {
  const std::string said = said_date(facts);
  return said.empty() ? file_date(place, root, path) : said;
}

std::string contract_state(const std::vector<domain::Fact>& facts) {
  std::string state;
  std::string more;
  for (const domain::Fact& fact : facts) {
    std::string says;
    if (fact.key == "contract_state") {
      state = fact.text;
    } else if (fact.key == "blank_placeholders") {
      says = fact.text + (fact.text == "1" ? " blank" : " blanks") +
             " to be filled";
    } else if (fact.key == "amends") {
      says = "amends " + fact.text;
    } else if (fact.key == "amended_by") {
      says = "amended by " + fact.text;
    }
    more += (more.empty() || says.empty() ? "" : ", ") + says;
  }
  return state + (state.empty() || more.empty() ? "" : ", ") + more;
}

} // namespace query
