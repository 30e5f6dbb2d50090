// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"

#include <utility>

namespace domain {
namespace {

bool open(const std::vector<CollectedDocument>& documents) {
  return !documents.empty() && !documents.back().ended;
}

} // namespace

template <typename T>
base::Result<void> Collector::keep(std::vector<T> CollectedDocument::*where,
                                   T item) {
  if (!open(m_documents)) {
    return base::fail(base::Errc::corrupt, "an item outside begin and end");
  }
  auto& items = m_documents.back().*where;
  if (items.size() < m_limit) {
    items.push_back(std::move(item));
  } else {
    ++m_dropped;
  }
  return {};
}

base::Result<void> Collector::begin(DocumentHead head) {
  if (open(m_documents)) {
    return base::fail(base::Errc::corrupt, "begin before end");
  }
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
  if (!open(m_documents)) {
    return base::fail(base::Errc::corrupt, "end before begin");
  }
  m_documents.back().ended = true;
  return {};
}

} // namespace domain
