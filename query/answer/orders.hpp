// SPDX-License-Identifier: Apache-2.0
//
// Sentences of a source that speak to a model instead of a reader. Pure;
// linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

// The plain text with blanks in place of sentences and lines that give a model
// orders, as far as their wording gives them away ("ignore all previous
// instructions", "respond only with"); of the same length. What stands there
// supports no answer. It is a second line: what cannot be told by its wording
// is still only text that has to be cited.
std::string without_orders(std::string_view plain);

// The sentences that it leaves out.
struct OrderAt {
  size_t begin = 0; // bytes
  size_t end = 0;
};
std::vector<OrderAt> orders_in(std::string_view plain);

} // namespace query
