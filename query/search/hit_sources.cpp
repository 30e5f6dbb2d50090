// SPDX-License-Identifier: Apache-2.0
#include "query/search/hit_sources.hpp"

#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"

#include <algorithm>

namespace query {
namespace {

size_t bytes_of(const HitDocument& document) {
  size_t out = sizeof document + document.format.size() + document.title.size();
  for (const HitPath& path : document.paths) {
    out += sizeof path + path.root.size() + path.path.size();
  }
  return out;
}

base::Result<std::optional<pb::Passage>> read(const ArchiveView& view,
                                              const PassageRef& passage) {
  return view.shards()[passage.shard].passage(passage.document,
                                              passage.ordinal);
}

} // namespace

size_t HitSources::PlaceHash::operator()(const Place& place) const {
  constexpr uint64_t k_odd = 0x9e3779b97f4a7c15; // 2^64 by the golden ratio
  const uint64_t part = (uint64_t{place.document.version} << 32) |
                        (place.ordinal ^ (place.shard << 24));
  return static_cast<size_t>(place.document.id.prefix64() ^ (part * k_odd));
}

base::Result<HitSources> HitSources::open(const ArchiveView& view) {
  TRY_ASSIGN(auto kept, view.kept().get<KeptCaches>([] {
    return base::Result<KeptCaches>(KeptCaches());
  }));
  return HitSources(view, std::move(kept));
}

base::Result<HitDocument>
HitSources::read_document(const store::DocumentId& id) const {
  HitDocument out;
  for (const store::Generation& shard : m_view->shards()) {
    TRY_ASSIGN(const auto held, shard.document(id));
    if (held) {
      for (const pb::PathRef& path : held->paths()) {
        out.paths.push_back({path.root(), path.path()});
      }
      out.format = held->head().format();
      out.title = held->head().title();
    }
  }
  std::sort(out.paths.begin(), out.paths.end());
  out.paths.erase(std::unique(out.paths.begin(), out.paths.end()),
                  out.paths.end());
  return out;
}

base::Result<std::shared_ptr<const HitDocument>>
HitSources::document(const store::DocumentId& id) const {
  auto& cache = m_kept->caches->documents;
  if (auto known = cache.find(id)) {
    return std::move(*known);
  }
  TRY_ASSIGN(HitDocument read, read_document(id));
  const size_t bytes = bytes_of(read);
  auto out = std::make_shared<const HitDocument>(std::move(read));
  cache.put(id, out, bytes);
  return out;
}

base::Result<std::optional<base::Hash128>>
HitSources::form(const PassageRef& passage) const {
  auto& cache = m_kept->caches->forms;
  const Place place{passage.shard, passage.document, passage.ordinal};
  if (const auto known = cache.find(place)) {
    return *known;
  }
  TRY_ASSIGN(const auto held, read(*m_view, passage));
  std::optional<base::Hash128> out;
  if (held) {
    out = base::hash_of(domain::near_identical_form(held->text()));
  }
  cache.put(place, out, 0);
  return out;
}

base::Result<void> read_text(const ArchiveView& view, Hit& hit) {
  if (!hit.unread) {
    return {};
  }
  TRY_ASSIGN(const auto held, read(view, *hit.unread));
  if (!held) {
    return base::fail(base::Errc::corrupt,
                      "a passage that was there is gone: run keybed verify");
  }
  domain::Passage passage = proto::decode(*held);
  hit.text = std::move(passage.text);
  hit.locator = std::move(passage.locator);
  hit.parts.front().locator = hit.locator;
  hit.unread.reset();
  return {};
}

} // namespace query
