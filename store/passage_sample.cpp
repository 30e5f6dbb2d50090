// SPDX-License-Identifier: Apache-2.0
#include "store/passage_sample.hpp"

#include "core/base/stop.hpp"
#include "core/domain/text.hpp"

#include <iterator>
#include <utility>

namespace store {

void PassageSample::add(std::string_view text) {
  const base::Hash128 hash = base::hash_of(text);
  if (m_most == 0 ||
      (m_texts.size() == m_most && hash > m_texts.rbegin()->first)) {
    return;
  }
  m_texts.try_emplace(hash, domain::cut_utf8(text, k_text_bytes));
  if (m_texts.size() > m_most) {
    m_texts.erase(std::prev(m_texts.end()));
  }
}

base::Result<void> PassageSample::add(const Generation& shard) {
  base::Result<void> inner;
  TRY(shard.scan_documents([&](const DocumentId& id,
                               const pb::Document& document) {
    if (base::stops_asked() != 0) {
      inner = base::fail(base::Errc::cancelled, "stopped");
    }
    const bool has_text = document.kind() == pb::DOCUMENT_KIND_CONTENT;
    for (uint32_t i = 0; inner && has_text && i < document.passages(); ++i) {
      const auto passage = shard.passage({id, document.version()}, i);
      if (!passage) {
        inner = base::fail(passage.error());
      } else if (*passage) {
        add((*passage)->text());
      }
    }
    return inner.has_value();
  }));
  return inner;
}

std::vector<std::string> PassageSample::take() {
  std::vector<std::string> out;
  for (auto& [hash, text] : std::exchange(m_texts, {})) {
    out.push_back(std::move(text));
  }
  return out;
}

} // namespace store
