// SPDX-License-Identifier: Apache-2.0
//
// Documents by their names: what a question calls an agreement or a report.
// Private to the room.
#pragma once

#include "query/core/allowed.hpp"
#include "query/core/archive_view.hpp"
#include "query/search/question.hpp"

#include <set>
#include <string>
#include <vector>

namespace query {

// A document with clauses or parties, and what it may be called by.
struct NamedDocument {
  uint32_t shard = 0;
  store::DocumentVersion version;
  std::vector<HitPath> paths; // every allowed place of it, sorted
  std::string format;
  std::string title;
  std::vector<std::string> parties;
  std::string state; // "template, 12 blanks to be filled"; "" if unknown
  std::string last;  // the last clause of the first level; "" if none
  bool contract = false;
  std::set<std::string> words; // of title, parties, number, folders and file
};

// Over all shards, each document once, by first path. Of a shard at most
// 20,000 are read.
base::Result<std::vector<NamedDocument>>
named_documents(const ArchiveView& view, const std::vector<Allowed>& allowed);

struct Naming {
  std::vector<size_t> documents;  // that the words name; empty: no one
  std::vector<std::string> words; // of the question that did
};

// The documents that share most of the telling words of `text`, weighed by how
// few documents have them. Words for any document ("agreement", "report") name
// none by themselves, and a name with words that no document has is that of
// another one; what follows "about" is what is asked, and no name.
Naming name_documents(const std::vector<NamedDocument>& documents,
                      const std::string& text);

// "agreement", "section", "say": words that name no document by themselves.
bool is_general_word(const std::string& word);

// Its title, else its file and the two folders above it.
std::string shown_name(const NamedDocument& document);

} // namespace query
