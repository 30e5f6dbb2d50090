// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"

#include <utility>

namespace domain {
template <typename T>
base::Result<void> Collector::keep(std::vector<T> CollectedDocument::*where,
                                   T item) {
  if (m_open.empty()) {
    return base::fail(base::Errc::corrupt, "an item outside begin and end");
  }
  auto& items = m_documents[m_open.back()].*where;
  if (items.size() < m_limit) {
    items.push_back(std::move(item));
  } else {
    ++m_dropped;
  }
  return {};
}

base::Result<void> Collector::begin(DocumentHead head) {
  if (head.member.size() < m_open.size() ||
      (m_open.empty() && !head.member.empty())) {
    return base::fail(base::Errc::corrupt,
                      "a document begins where it cannot stand");
  }
  m_open.push_back(m_documents.size());
  m_documents.push_back({std::move(head), {}, {}, {}, {}, false});
  return {};
}

base::Result<void> Collector::fact(Fact fact) {
  return keep(&CollectedDocument::facts, std::move(fact));
}

base::Result<void> Collector::passage(Passage passage) {
  return keep(&CollectedDocument::passages, std::move(passage));
}

base::Result<void> Collector::key(Key key) {
  return keep(&CollectedDocument::keys, std::move(key));
}

base::Result<void> Collector::reject(Reject reject) {
  return keep(&CollectedDocument::rejects, std::move(reject));
}

base::Result<void> Collector::end() {
  if (m_open.empty()) {
    return base::fail(base::Errc::corrupt, "end before begin");
  }
  m_documents[m_open.back()].ended = true;
  m_open.pop_back();
  return {};
}

} // namespace domain
