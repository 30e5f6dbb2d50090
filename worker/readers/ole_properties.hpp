// SPDX-License-Identifier: Apache-2.0
//
// What an Office file in a compound file says of itself: title, author, dates.
// Source: [MS-OLEPS] (property sets), [MS-OSHARED] 2.3.3 (which is which).
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/compound_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct PropertyValue {
  std::string text;               // UTF-8; dates as ISO 8601, UTC
  std::optional<int64_t> integer; // of a whole number
};

// One set of properties: those of the first section by number, those of the
// section of names that people gave by name.
struct PropertySet {
  std::vector<std::pair<uint32_t, PropertyValue>> values;
  std::vector<std::pair<std::string, PropertyValue>> named;
  // Text of that number; "" if there is none.
  std::string_view text(uint32_t id) const;
  std::optional<int64_t> integer(uint32_t id) const;
};

// Bounded by the bytes. What makes no sense is left out.
PropertySet parse_property_set(std::string_view bytes);

struct OleProperties {
  PropertySet summary;  // \x05SummaryInformation
  PropertySet document; // \x05DocumentSummaryInformation

  std::string title() const; // "" if there is none worth showing
};

// Of the document in that storage.
OleProperties read_properties(CompoundFile& file, size_t storage = 0);

// As facts, of the names that all office documents have: title, author,
// company, created_date …, and property_NAME for what people named.
base::Result<void> put_properties(const OleProperties& properties,
                                  domain::DocumentSink& sink);

} // namespace readers
