// SPDX-License-Identifier: Apache-2.0
// The table of a message, and the names of its properties: the first bytes
// say where the three streams of names are cut.
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "worker/readers/msg_properties.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  readers::MapiProperties table;
  readers::parse_msg_table(bytes, table);
  const auto facts = readers::mail_facts_of(table, {table});
  ASSERT(base::is_utf8(facts.subject) && base::is_utf8(facts.date));
  if (size < 2) {
    return 0;
  }
  const size_t first = std::min<size_t>(data[0], size - 2);
  const size_t second = std::min<size_t>(data[1], size - 2 - first);
  bytes.remove_prefix(2);
  readers::parse_msg_names(bytes.substr(0, first), bytes.substr(first, second),
                           bytes.substr(first + second));
  return 0;
}
