// SPDX-License-Identifier: Apache-2.0
//
// Runs one reader over bytes; what it puts must be what document.hpp promises.
#pragma once

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "tests/unit/readers/reader_run.hpp"

#include <cmath>

namespace readers_test {

inline int check_outcome(const Outcome& found) {
  if (!found.read) {
    ASSERT(!found.error.empty());
    return 0;
  }
  ASSERT(found.document.ended);
  ASSERT(base::is_utf8(found.document.head.title));
  for (const auto& fact : found.document.facts) {
    ASSERT(!fact.key.empty() && base::is_utf8(fact.text));
    ASSERT(base::is_utf8(fact.unit) && base::is_utf8(fact.locator.section));
    ASSERT(!fact.number || std::isfinite(*fact.number));
  }
  for (const auto& passage : found.document.passages) {
    ASSERT(!passage.text.empty() && base::is_utf8(passage.text));
    ASSERT(base::is_utf8(passage.locator.section));
  }
  for (const auto& key : found.document.keys) {
    ASSERT(!key.family.empty() && base::is_utf8(key.verbatim));
  }
  for (const auto& reject : found.document.rejects) {
    ASSERT(reject.raw.size() <= 200 && !reject.reason.empty());
  }
  return 0;
}

// The same of what a part of a reader has put between begin() and end().
inline int check_collected(const base::Result<void>& done,
                           domain::Collector& sink) {
  Outcome found;
  found.read = done.has_value();
  found.error = done ? "" : done.error().message;
  if (found.read) {
    ASSERT(sink.end());
    found.document = sink.documents().front();
  }
  return check_outcome(found);
}

inline int check_reader(const readers::Reader& reader, const uint8_t* data,
                        size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  return check_outcome(run(reader, bytes, std::string(reader.name())));
}

} // namespace readers_test
