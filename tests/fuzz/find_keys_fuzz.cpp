// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto context :
       {domain::KeyContext::prose, domain::KeyContext::record,
        domain::KeyContext::path, domain::KeyContext::question}) {
    for (const auto& match : domain::find_keys(text, context)) {
      ASSERT(match.begin < match.end && match.end <= size);
      ASSERT(text.substr(match.begin, match.end - match.begin) ==
             match.verbatim);
      ASSERT(!match.canonical.empty());
    }
  }
  for (const char* family :
       {"api", "uwi-ca", "wellbore", "code", "line", "well-name", "file"}) {
    // What is canonical stays as it is.
    const auto once = domain::normalise_key(family, text);
    if (once && std::string_view(family) == "api") {
      ASSERT(domain::normalise_key(family, *once).value() == *once);
    }
  }
  const auto quantity = domain::parse_quantity(text);
  ASSERT(!quantity || quantity->si == quantity->si);
  domain::words_of(text);
  return 0;
}
