// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"
#include "store/shard_writer.hpp"
#include "worker/derive.hpp"
#include "worker/embedding.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace worker {

// Takes a document as a reader gives it, piece by piece, and puts it into a
// commit: passages cut to length, identifiers and terms found, texts embedded.
// Holds some passages at most, whatever the size of the document. A document
// inside another is one of its own.
class BundleSink : public domain::DocumentSink {
public:
  struct Context {
    store::ShardWriter& shard;
    store::BundleCommit& commit;
    LazyEmbedder& embedder;
    base::Hash128 content;
    // Who the document of that id is made by.
    std::function<base::Result<std::string>(const store::DocumentId&)> made_by;
    const domain::KeyFamilies& families;
    std::function<bool()> go_on; // false: stopped
  };
  explicit BundleSink(Context context) : m_context(std::move(context)) {}

  base::Result<void> begin(domain::DocumentHead head) override;
  base::Result<void> fact(domain::Fact fact) override;
  base::Result<void> passage(domain::Passage passage) override;
  base::Result<void> key(domain::Key key) override;
  base::Result<void> reject(domain::Reject reject) override;
  base::Result<void> end() override;
  base::Result<void> progress() override;

  // The shard holds this document already; only its path is new.
  bool held_already() const { return m_held; }
  // Nothing was begun: the reader gave no document.
  bool begun() const { return m_begun; }
  const std::string& format() const { return m_format; }
  uint64_t passages() const { return m_passages; }
  uint32_t ocr_pending() const { return m_ocr_pending; } // pages
  uint32_t ocr_pages() const { return m_ocr_pages; }
  uint64_t rejects() const { return m_rejects; }
  uint32_t unembedded() const { return m_unembedded; }
  const std::string& embedding_failure() const { return m_failure; }

private:
  struct Waiting {
    store::DocumentWriter* writer;
    uint32_t ordinal;
    std::string text;
  };
  // What is begun and not ended.
  struct Open {
    store::DocumentWriter* writer = nullptr;
    std::set<std::string> places;     // facts given already
    std::set<base::Hash128> declared; // mentions that the reader gave
    uint32_t ocr_pending = 0, ocr_pages = 0;
  };
  base::Result<void> check() const;
  base::Result<void> begin_file(const domain::DocumentHead& head);
  base::Result<void> put(const domain::Passage& passage);
  base::Result<void> flush();
  base::Result<void> place(const domain::Key& key);
  base::Result<void> keys_of_title(const std::string& title);
  bool is_declared(const FoundKey& key) const;
  store::DocumentWriter& writer() { return *m_open.back().writer; }

  Context m_context;
  bool m_begun = false;
  bool m_held = false;
  std::string m_format;
  std::vector<Open> m_open; // the innermost last; empty if m_held
  std::vector<Waiting> m_waiting;
  uint64_t m_passages = 0;
  uint64_t m_rejects = 0;
  uint32_t m_unembedded = 0;
  uint32_t m_ocr_pending = 0, m_ocr_pages = 0;
  std::string m_failure;
};

} // namespace worker
