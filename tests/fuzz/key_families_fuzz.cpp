// SPDX-License-Identifier: Apache-2.0
//
// The first line is an expression; the rest is a text, and a list of
// identifiers.
#include "core/base/assert.hpp"
#include "core/domain/code_forms.hpp"
#include "core/domain/key_families.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/shape.hpp"

#include <algorithm>
#include <cstdint>

namespace {

void look(const std::string& expression, std::string_view text) {
  const auto added = domain::KeyFamilies::make(
      {{"added", expression, domain::Normaliser::code, ""}});
  if (!added) {
    ASSERT(!added.error().message.empty());
    return;
  }
  for (const auto context :
       {domain::KeyContext::prose, domain::KeyContext::question}) {
    for (const auto& match : domain::find_keys(text, context, *added)) {
      ASSERT(match.begin < match.end && match.end <= text.size());
      ASSERT(!match.canonical.empty());
    }
  }
  domain::key_candidates(text.substr(0, 200), *added);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(all.find('\n'), all.size());
  look(std::string(all.substr(0, line)), all.substr(line));
  std::vector<std::string> list;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    list.emplace_back(all.substr(at, end - at));
    at = end + 1;
  }
  const auto shapes = domain::propose_shapes(list);
  size_t added = 0;
  for (const auto& shape : shapes.shapes) {
    added += shape.added;
    ASSERT(shape.covered >= shape.added);
  }
  ASSERT(added + shapes.rest == shapes.sample);
  const auto code = domain::normalise_key("code", all);
  if (code) {
    ASSERT(domain::normalise_key("code", *code).value() == *code);
    const std::string loose = domain::loose_code(*code);
    ASSERT(domain::loose_code(loose) == loose);
  }
  domain::ocr_readings(all);
  for (const auto& words : domain::joined_codes(all)) {
    ASSERT(words.begin < words.end && words.end <= size);
  }
  return 0;
}
