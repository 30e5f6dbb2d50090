// SPDX-License-Identifier: Apache-2.0
#include "cli/id_list.hpp"

#include <fstream>
#include <iostream>

namespace cli {
namespace {

constexpr size_t k_most_lines = 1'000'000;

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? std::string()
             : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

} // namespace

base::Result<std::vector<std::string>> read_id_list(const std::string& path) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) {
      return base::fail(base::Errc::not_found,
                        path + ": cannot be read; a list has one identifier "
                               "on each line");
    }
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::vector<std::string> out;
  std::string line;
  for (bool first = true; std::getline(in, line); first = false) {
    if (first && line.starts_with("\xef\xbb\xbf")) {
      line.erase(0, 3);
    }
    line = trimmed(line);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (out.size() >= k_most_lines) {
      return base::fail(base::Errc::limit,
                        path + ": more than a million lines; split the list");
    }
    out.push_back(line);
  }
  return out;
}

std::string csv_field(std::string text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '"');
  }
  return '"' + text + '"';
}

} // namespace cli
