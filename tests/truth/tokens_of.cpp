// SPDX-License-Identifier: Apache-2.0
// tokens_of TOKENIZER: for each line of stdin, the ids of its tokens. Each
// input line is a JSON string, so that any character may stand in it. The
// other half of tokens_test.py.
#include "core/embed/wordpiece.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

int main(int argc, char** argv) {
  const auto loaded = embed::WordPiece::load(argc == 2 ? argv[1] : "");
  if (!loaded) {
    std::cerr << loaded.error().message << '\n';
    return 1;
  }
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const auto text = nlohmann::json::parse(line, nullptr, false);
    if (!text.is_string()) {
      std::cerr << "not a JSON string\n";
      return 1;
    }
    const char* separator = "";
    for (const auto id : loaded->tokens(text.get_ref<const std::string&>())) {
      std::cout << separator << id;
      separator = " ";
    }
    std::cout << '\n';
  }
  return 0;
}
