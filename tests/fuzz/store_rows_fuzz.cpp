// SPDX-License-Identifier: Apache-2.0
//
// Keys of every family: no bytes crash a parser, and what one accepts is what
// the maker of that key would have written.
#include "core/base/assert.hpp"
#include "store/families.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view key(reinterpret_cast<const char*>(data), size);
  if (const auto posting = store::parse_key_posting(key)) {
    ASSERT(store::key_posting(posting->identifier, posting->document) == key);
    for (const auto& suffix : store::suffix_keys(posting->identifier)) {
      const auto row = store::parse_suffix_key(suffix);
      ASSERT(row && row->identifier == posting->identifier);
    }
  }
  if (const auto fact = store::parse_fact_index_key(key)) {
    ASSERT(fact->key.size() + fact->value.size() + 2 + store::k_version_bytes ==
           key.size());
  }
  if (const auto bundle = store::parse_manifest_key(key)) {
    const std::string made = store::manifest_key(*bundle);
    ASSERT(std::string_view(made).substr(1) == key.substr(1));
  }
  (void)store::parse_suffix_key(key);
  (void)store::text_value(key);
  return 0;
}
