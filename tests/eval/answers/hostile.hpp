// SPDX-License-Identifier: Apache-2.0
//
// Sources that give orders to a model, and a model that obeys them.
#pragma once

#include "tests/eval/answers/honest.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace answers {

struct Attempt {
  std::string kind;  // "text in German: leak the token"
  std::string where; // "text", "title", "file name", "section" …
  std::vector<query::Source> sources; // one of them poisoned
  std::string honest;                 // a sentence that should be shown
  // What the model replies to the message that holds the sources.
  std::function<std::string(const std::string& message)> obey;
};

// At least 60, of different wrappings, places and aims.
std::vector<Attempt> injection_attempts(Random& random);

// What a reader must not see of it; "" if the answer is clean. `message` is
// that of the prompt.
std::string seen_of_attack(const query::Answer& answer,
                           const std::string& message);

// The token of a prompt, as a model can read it.
std::string token_of(const std::string& message);

} // namespace answers
