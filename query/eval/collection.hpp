// SPDX-License-Identifier: Apache-2.0
//
// A public retrieval collection in the layout of BEIR (Thakur et al., 2021):
// corpus.jsonl and queries.jsonl with `_id`, `title`, `text`, and
// qrels/test.tsv with query, document and grade. Pure but for read_collection.
#pragma once

#include "core/base/result.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace eval {

struct CollectionText {
  std::string id;
  std::string title;
  std::string text;
  // Both, as one text to embed or to write to a file.
  std::string whole(const char* between) const {
    return title.empty() ? text : title + between + text;
  }
};

// Document to grade, above 0, by query.
using Judgements = std::map<std::string, std::map<std::string, double>>;

struct Collection {
  std::vector<CollectionText> documents;
  std::vector<CollectionText> queries; // that have a judgement above 0
  Judgements judged;
};

// Errc::invalid with the line that breaks the format. A head line of judgements
// is passed over; grades of 0 and below say that it is not right.
base::Result<std::vector<CollectionText>> parse_texts(std::string_view jsonl);
base::Result<Judgements> parse_judgements(std::string_view tsv);

base::Result<Collection> read_collection(const std::string& folder);

} // namespace eval
