// SPDX-License-Identifier: Apache-2.0
//
// Where terms stand, by small numbers: a question touches many passages, and
// ids of documents are long. Private to the room.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace query {

// Passages by number, in the order in which they were met. A document stands
// under one id in every shard, and is one.
class Places {
public:
  static constexpr uint32_t k_unmarked = ~uint32_t{0};

  uint32_t document_number(const store::DocumentId& id);
  uint32_t number_of(uint32_t document, uint32_t ordinal);

  size_t size() const { return m_places.size(); }
  // REQUIRES (also below): a number below size().
  const store::DocumentId& document(uint32_t place) const {
    return m_documents[m_places[place].document].id;
  }
  uint32_t ordinal(uint32_t place) const { return m_places[place].ordinal; }
  // False if `with` was its last mark.
  bool mark(uint32_t place, uint32_t with) {
    const bool fresh = m_places[place].mark != with;
    m_places[place].mark = with;
    return fresh;
  }

private:
  struct Place {
    uint32_t document;
    uint32_t ordinal;
    uint32_t mark;
  };
  struct IdHash {
    size_t operator()(const store::DocumentId& id) const {
      return static_cast<size_t>(id.prefix64());
    }
  };
  struct Document {
    store::DocumentId id;
    std::vector<uint32_t> places; // by ordinal, as far as it has been seen
  };
  std::vector<Document> m_documents;
  std::unordered_map<store::DocumentId, uint32_t, IdHash> m_by_id;
  std::vector<Place> m_places;
  // Document and ordinal, where a document has very many: a damaged posting
  // may have any number.
  std::unordered_map<uint64_t, uint32_t> m_far;
};

struct Occurrence {
  uint32_t place; // of Places
  uint32_t shard;
  uint32_t version; // of the document in this shard
  uint32_t count;
  uint32_t length; // words of the passage
  double weight;
};

// Of terms that questions have read, kept for the next ones (ArchiveView::
// kept()).
inline constexpr size_t k_terms_kept = size_t{64} << 20; // bytes
// Of one term; what is longer is read each time.
inline constexpr size_t k_longest_kept = size_t{8} << 20; // bytes

// Every live one of `term`, shard by shard.
base::Result<void>
each_occurrence(const ArchiveView& view, const std::string& term,
                Places& places,
                const std::function<void(const Occurrence&)>& visit);

// Whether there is any.
base::Result<bool> is_held(const ArchiveView& view, const std::string& term);

// About how many bytes they take in the files of all shards.
base::Result<uint64_t> bytes_held(const ArchiveView& view,
                                  const std::string& term);

} // namespace query
