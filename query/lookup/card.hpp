// SPDX-License-Identifier: Apache-2.0
//
// What the sources say about one identifier, side by side. Where they disagree
// every value is shown with its source; none is picked.
#pragma once

#include "core/domain/attributes.hpp"
#include "query/lookup/lookup.hpp"

#include <string>
#include <vector>

namespace query {

struct CardSource {
  std::string root;
  std::string path; // bytes
  domain::Locator locator;
  // What the source says of its own age, else when its file was changed:
  // "log 19-APR-1990", "table 2013-12-01", "file 2024-05-02".
  std::string date;
};

struct CardValue {
  std::string text; // as the first source writes it
  std::vector<CardSource> sources;
};

struct CardLine {
  domain::Attribute attribute;
  std::vector<CardValue> values; // different ones
  // Two sources have different values of what should be one. Several values of
  // one source are a list.
  bool differ = false;
};

struct Card {
  std::string identifier; // canonical, for people: "15-059-24498"
  std::vector<CardLine> lines;
  uint64_t sources = 0;  // paths that said something
  uint64_t left_out = 0; // that were not asked, beyond the limits
};

// What facts of a file say of its age, with what says it: "log 19-APR-1990"; ""
// for nothing. Dates in columns of a table date no file.
std::string said_date(const std::vector<domain::Fact>& facts);

// From documents that are about it (their facts) and from rows of tables and
// layers of which a whole cell is it (every field of the row); mentions say
// nothing. At most 50 documents of each kind, 20 rows of one, and 20,000
// passages of tables. Of several identifiers that answered the first of each
// family speaks, and what names the same well. The state and county that a well
// number's own digits name are a source too. REQUIRES: card_families() are
// open.
base::Result<Card> compose_card(const ArchiveView& view, const Lookup& found);

std::vector<store::Family> card_families();

} // namespace query
