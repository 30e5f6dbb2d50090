// SPDX-License-Identifier: Apache-2.0
//
// A published generation of one shard, read-only. Holds a shared lock on it, so
// that the writer does not delete it while it is in use. Safe from any thread.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "core/bitmap/bitmap.hpp"
#include "core/domain/document.hpp"
#include "proto/store.pb.h"
#include "store/database.hpp"
#include "store/document_table.hpp"
#include "store/fact_bitmaps.hpp"
#include "store/families.hpp"
#include "store/segment_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace store {

enum class Match {
  exact = 1,    // n
  prefix = 2,   // n*
  suffix = 3,   // *n
  anywhere = 4, // *n*
};

struct IdentifierHit {
  Identifier identifier;
  DocumentVersion document;
  pb::KeyForms forms;
};

struct FactValue {
  std::string value; // folded text, or the number as index bytes
  std::string text;  // as some document writes it
  std::optional<double> number;
  uint64_t documents = 0;
  uint64_t paths = 0; // where those documents stand: the same for any number
                      // of shards
};

struct SegmentView {
  Segment segment;
  bitmap::Bitmap deleted; // rows
  std::string graph = {}; // path of its graph (graph_files.hpp); "" if none
};

class Generation {
public:
  // What a lookup needs: fewer families open faster (FACTS: some 15 ms less).
  static std::vector<Family> lookup_families();
  static std::vector<Family> all_families();

  // Opens the generation that CURRENT names. Errc::not_found if the shard has
  // published none.
  static base::Result<Generation> open(const std::string& shard_path,
                                       const std::vector<Family>& families);

  const pb::Generation& info() const { return m_info; }

  base::Result<std::optional<pb::Document>>
  document(const DocumentId& id) const;
  // True if `version` is the live one.
  base::Result<bool> live(const DocumentVersion& version) const;
  base::Result<std::optional<pb::Passage>>
  passage(const DocumentVersion& document, uint32_t ordinal) const;
  base::Result<std::vector<domain::Fact>>
  facts(const DocumentVersion& document) const;
  base::Result<std::optional<pb::ManifestEntry>>
  manifest(const BundleId& bundle) const;

  // Identifiers of live documents that match; for suffix and anywhere at least
  // k_min_suffix bytes are needed (Errc::invalid). Complete: stops early only
  // when `visit` returns false.
  base::Result<void>
  identifiers(std::string_view text, Match match, std::string_view family,
              const std::function<bool(const Identifier&)>& visit) const;
  // Families of identifiers in use, also by documents that are not live.
  base::Result<std::vector<std::string>> key_families() const;
  // Every live document that holds `identifier`.
  base::Result<std::vector<IdentifierHit>>
  holders(const Identifier& identifier) const;

  // Live documents whose fact `key` has a value in the range [from, to) of
  // index bytes (number_value, text_value).
  base::Result<void>
  fact_range(std::string_view key, std::string_view from, std::string_view to,
             const std::function<bool(const DocumentVersion&)>& visit) const;
  // The same as numbers of table(): bitmaps of common values are taken, the
  // postings of the others read.
  base::Result<bitmap::Bitmap> documents_with(std::string_view key,
                                              std::string_view from,
                                              std::string_view to) const;
  // About how many bytes of postings documents_with() reads.
  base::Result<uint64_t> fact_bytes(std::string_view key, std::string_view from,
                                    std::string_view to) const;
  // Keys in use by live documents, and the values of one.
  base::Result<std::vector<std::string>> fact_keys() const;
  base::Result<std::vector<FactValue>> fact_values(std::string_view key) const;
  // Different texts of a key in live documents, in the order of the index; of
  // texts that are alike but for case and blanks one. Skips from text to text:
  // costs the number of texts, not of documents.
  base::Result<void>
  fact_texts(std::string_view key,
             const std::function<void(std::string_view)>& visit) const;

  // Live postings of a term.
  base::Result<void> term(
      std::string_view term,
      const std::function<void(const DocumentVersion&, const pb::TermPosting&)>&
          visit) const;

  // Whether there is any: stops at the first.
  base::Result<bool> has_term(std::string_view term) const;

  // About how many bytes they take.
  uint64_t term_bytes(std::string_view term) const;

  base::Result<void> scan_documents(
      const std::function<bool(const DocumentId&, const pb::Document&)>& visit)
      const;
  base::Result<void> scan_manifest(
      const std::function<bool(const BundleId&, const pb::ManifestEntry&)>&
          visit) const;

  // Documents and paths by number, opened on demand once. A generation of an
  // older program has no such file: then every document is read.
  base::Result<const DocumentTable*> table() const;

  // The vector segments, opened on demand once.
  base::Result<std::vector<SegmentView>> segments() const;
  const Database& database() const { return m_db; }
  const std::string& path() const { return m_path; }

private:
  struct Tables;
  Generation(std::string path, base::Fd lock, pb::Generation info, Database db);
  base::Result<const Tables*> tables() const;
  // Whether a posting counts.
  base::Result<bool> counts(const DocumentVersion& version) const;
  base::Result<bool> is_held(const Identifier& identifier) const;

  std::string m_path;
  base::Fd m_lock;
  pb::Generation m_info;
  Database m_db;
  std::shared_ptr<Tables> m_tables;
};

// Number that CURRENT names; nothing if the shard has published none.
base::Result<std::optional<uint64_t>>
current_generation(const std::string& shard_path);
std::string generation_path(const std::string& shard_path, uint64_t number);

// Whether the counts by format are there: those of an older program lack them.
bool counts_by_format(const pb::Counters& counters);

} // namespace store
