// SPDX-License-Identifier: Apache-2.0
#include "query/answer/orders.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <iterator>

namespace query {
namespace {

// What nobody writes for people to read. Small letters, as domain::fold() makes
// them; of two parts the second must follow within the same sentence.
struct Wording {
  std::string_view first;
  std::string_view then;
};
constexpr Wording k_wordings[] = {
    {"ignore", "instruction"},
    {"ignore", "prompt"},
    {"ignore", "rules"},
    {"disregard", "instruction"},
    {"disregard", "prompt"},
    {"forget", "instruction"},
    {"override", "instruction"},
    {"new instruction", ""},
    {"new rule:", ""},
    {"system prompt", ""},
    {"system message", ""},
    {"secret token", ""},
    {"language model", "you"},
    {"you are an ai", ""},
    {"you are now", ""},
    {"as an ai", ""},
    {"assistant", "please"},
    {"assistant:", ""},
    {"dear assistant", ""},
    {"dear ai", ""},
    {"system:", ""},
    {"<|im_", ""},
    {"\"role\"", "system"},
    {"write only", ""},
    {"reply only", ""},
    {"answer only with", ""},
    {"respond only", ""},
    {"output only", ""},
    {"print only", ""},
    {"say only", ""},
    {"respond with", "word"},
    {"reply with", "word"},
    {"to your answer", ""},
    {"to your reply", ""},
    {"to your response", ""},
    {"in your answer", ""},
    {"in your reply", ""},
    {"in your response", ""},
    {"your answer must", ""},
    {"every answer must", ""},
    {"tell the user", ""},
    {"tell the reader", ""},
    {"your rules", ""},
    {"end source", ""},
    {"begin source", ""},
    {"ignoriere", "anweisung"},
    {"ignorez", "instruction"},
    {"ignora", "instruccion"},
    {"ignora", "istruzioni"},
    {"ignorer", "instruks"},
    {"se bort fra", "instruks"},
    {"negeer", "instructies"},
};

bool is_order(std::string_view sentence) {
  const std::string folded = domain::fold(sentence);
  const size_t begin = folded.find_first_not_of(" >#*-\"'");
  // "system:" speaks where a line begins with it, "coordinate system:" does
  // not.
  const auto says = [&](const Wording& one) {
    const size_t at = folded.find(one.first);
    return at != std::string::npos &&
           (!one.first.ends_with(':') || at == begin) &&
           (one.then.empty() ||
            folded.find(one.then, at + one.first.size()) != std::string::npos);
  };
  return std::any_of(std::begin(k_wordings), std::end(k_wordings), says);
}

} // namespace

std::vector<OrderAt> orders_in(std::string_view plain) {
  std::vector<OrderAt> out;
  size_t begin = 0;
  for (size_t at = 0; at <= plain.size(); ++at) {
    const bool ends =
        at == plain.size() || plain[at] == '\n' ||
        ((plain[at] == '.' || plain[at] == '!' || plain[at] == '?') &&
         (at + 1 == plain.size() || plain[at + 1] == ' '));
    if (!ends) {
      continue;
    }
    if (is_order(plain.substr(begin, at - begin))) {
      out.push_back({begin, at});
    }
    begin = at + 1;
  }
  return out;
}

std::string without_orders(std::string_view plain) {
  std::string out(plain);
  for (const OrderAt& one : orders_in(plain)) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(one.begin),
              out.begin() + static_cast<std::ptrdiff_t>(one.end), ' ');
  }
  return out;
}

} // namespace query
