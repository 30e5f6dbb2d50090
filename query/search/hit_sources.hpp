// SPDX-License-Identifier: Apache-2.0
//
// What hits need of the archive: of hundreds of candidates their documents and
// whether their texts are alike, and the texts of those few that are shown.
// Kept from question to question (ArchiveView::kept()), so much of it as
// k_documents_kept and k_forms_kept say. Private to the room.
#pragma once

#include "core/base/hash.hpp"
#include "query/core/bounded_cache.hpp"
#include "query/search/search.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace query {

inline constexpr size_t k_documents_kept = size_t{32} << 20; // bytes
inline constexpr size_t k_forms_kept = size_t{32} << 20;     // bytes

// A document over all shards: the same content may stand in several.
struct HitDocument {
  std::vector<HitPath> paths; // sorted
  std::string format;
  std::string title;
};

struct DocumentIdHash {
  size_t operator()(const base::Hash128& id) const {
    return static_cast<size_t>(id.prefix64());
  }
};

// Safe from any thread.
class HitSources {
public:
  // `view` must outlive it.
  static base::Result<HitSources> open(const ArchiveView& view);

  base::Result<std::shared_ptr<const HitDocument>>
  document(const store::DocumentId& id) const;
  // Of the text of a passage without case, blanks and punctuation; nothing if
  // there is no such passage.
  base::Result<std::optional<base::Hash128>>
  form(const PassageRef& passage) const;

private:
  struct Place {
    uint32_t shard;
    store::DocumentVersion document;
    uint32_t ordinal;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    size_t operator()(const Place& place) const;
  };
  struct Caches {
    BoundedCache<store::DocumentId, std::shared_ptr<const HitDocument>,
                 DocumentIdHash>
        documents{k_documents_kept};
    BoundedCache<Place, std::optional<base::Hash128>, PlaceHash> forms{
        k_forms_kept};
  };
  // Kept is what does not change, so that the caches stand behind a pointer.
  struct KeptCaches {
    std::unique_ptr<Caches> caches = std::make_unique<Caches>();
  };

  HitSources(const ArchiveView& view, std::shared_ptr<const KeptCaches> kept)
      : m_view(&view), m_kept(std::move(kept)) {}
  base::Result<HitDocument> read_document(const store::DocumentId& id) const;

  const ArchiveView* m_view;
  std::shared_ptr<const KeptCaches> m_kept;
};

// Text and locator of a hit that has none yet (Hit::unread).
base::Result<void> read_text(const ArchiveView& view, Hit& hit);

} // namespace query
