// SPDX-License-Identifier: Apache-2.0
//
// What a search found, as numbered sources with the text that the archive
// stores: the passage or the row that a claim stands in.
#pragma once

#include "query/answer/answer.hpp"
#include "query/core/content_at.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace query {

// Gives numbers in the order in which sources are asked for, and one number to
// one passage. Not thread-safe. `view` must outlive it.
class Evidence {
public:
  explicit Evidence(const ArchiveView& view) : m_view(view) {}

  // A passage that was found; of a hit without one (its name alone holds an
  // identifier) the passage at its place.
  base::Result<unsigned> add(const Hit& hit);
  // A row of a table.
  base::Result<unsigned> add(const HitPath& path, const TableRow& row);
  // Where one source of a card says `value`: its row, or the passage that holds
  // the value, best where the source says it stands. What no passage holds (a
  // value that a reader derived) is a source that says so in its text, and so
  // are the digits of a well number.
  base::Result<unsigned> add(const Card& card, const CardLine& line,
                             const CardValue& value, const CardSource& source);
  // The passage of a document that holds `text`, best at `where`; nothing where
  // no passage does.
  base::Result<std::optional<unsigned>>
  add_passage(const HitPath& path, const domain::Locator& where,
              const std::string& text);
  // What Keybed itself says of these paths, by counting or by its manifest;
  // `text` says so.
  base::Result<unsigned> add_note(std::vector<HitPath> paths, std::string text);

  const std::vector<Source>& sources() const { return m_sources; }
  const Source& source(unsigned id) const { return m_sources.at(id - 1); }

private:
  struct Document {
    std::optional<ContentPlace> place;
    Source as;             // without text
    bool has_rows = false; // a table: a passage has a row on each line
    std::optional<std::vector<domain::Passage>> passages; // read on demand
  };

  base::Result<Document*> document(const HitPath& path);
  base::Result<const std::vector<domain::Passage>*> passages(Document& from);
  std::optional<unsigned> known(const HitPath& path,
                                const std::string& text) const;
  unsigned number(Source source);

  const ArchiveView& m_view;
  std::vector<Source> m_sources;
  std::map<HitPath, Document> m_documents;
};

// Every source of what was found, for who is to write an answer of them: rows
// that were counted, what cards say, then the hits. At most `limit`.
base::Result<std::vector<Source>>
evidence_of(const ArchiveView& view, const SearchResult& found, size_t limit);

} // namespace query
