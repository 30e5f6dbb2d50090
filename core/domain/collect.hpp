// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"

#include <cstdint>
#include <vector>

namespace domain {

struct CollectedDocument {
  DocumentHead head;
  std::vector<Fact> facts;
  std::vector<Passage> passages;
  std::vector<Key> keys;
  std::vector<Reject> rejects;
  bool ended = false; // end() was called
};

// Keeps documents in memory, up to `limit` items of each kind a document; what
// is beyond is counted in dropped(). For `inspect` and for tests; the worker
// streams instead. Nested documents follow
// their container. Also checks the order of calls: begin, items, end.
class Collector : public DocumentSink {
public:
  explicit Collector(size_t limit) : m_limit(limit) {}

  base::Result<void> begin(DocumentHead head) override;
  base::Result<void> fact(Fact fact) override;
  base::Result<void> passage(Passage passage) override;
  base::Result<void> key(Key key) override;
  base::Result<void> reject(Reject reject) override;
  base::Result<void> end() override;
  base::Result<void> progress() override { return {}; }

  const std::vector<CollectedDocument>& documents() const {
    return m_documents;
  }
  uint64_t dropped() const { return m_dropped; }

private:
  template <typename T>
  base::Result<void> keep(std::vector<T> CollectedDocument::*where, T item);

  size_t m_limit;
  std::vector<CollectedDocument> m_documents;
  std::vector<size_t> m_open; // the innermost last
  uint64_t m_dropped = 0;
};

} // namespace domain
