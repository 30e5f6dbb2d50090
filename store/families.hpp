// SPDX-License-Identifier: Apache-2.0
//
// Column families of a shard and the bytes of their keys. docs/format/keys.md
// is the description; this is the code. Pure.
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"
#include "proto/store.pb.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// Numbers are stored in posting lists.
enum class Family : uint32_t {
  meta = 0,
  manifest = 1,
  documents = 2,
  passages = 3,
  vectors = 4,
  embedding_cache = 5,
  facts = 6,
  fact_index = 7,
  keys = 8,
  keys_suffix = 9,
  terms = 10,
  postings = 11,
};
inline constexpr size_t k_families = 12;
std::string_view family_name(Family family);

// A document: 128 bits of its content and format, or of its path.
using DocumentId = base::Hash128;
DocumentId content_id(const base::Hash128& content, std::string_view format);
DocumentId path_id(std::string_view root, std::string_view path);
// What is inside a container, under its name there, outermost first.
DocumentId inside_id(const DocumentId& container,
                     const std::vector<std::string>& member);
// "a.zip!/b/c.las": where it stands, as it is shown and looked up.
std::string inside_path(std::string_view container,
                        const std::vector<std::string>& member);

// Why a document inside a container was not read, or not in full; "" if it was.
std::string why_unread(const pb::Document& document);
// From its 16 bytes; nothing if they are not so many.
std::optional<DocumentId> document_id(std::string_view bytes);

// One version of one document; the end of every posting's key.
struct DocumentVersion {
  DocumentId id;
  uint32_t version = 0;
  friend auto operator<=>(const DocumentVersion&,
                          const DocumentVersion&) = default;
};
inline constexpr size_t k_version_bytes = 20;
std::string version_key(const DocumentVersion& document);
// The last k_version_bytes of `key`; nothing if it is shorter.
std::optional<DocumentVersion> version_at_end(std::string_view key);

// A bundle: named root, path within it. Both are bytes without NUL.
struct BundleId {
  std::string root;
  std::string path;
  friend auto operator<=>(const BundleId&, const BundleId&) = default;
};
// manifest: 'b' root NUL path -> ManifestEntry; 's' root NUL path -> walk id.
std::string manifest_key(const BundleId& bundle);
std::string seen_key(const BundleId& bundle);
std::string manifest_prefix(char kind, std::string_view root);
std::optional<BundleId> parse_manifest_key(std::string_view key);

std::string passage_key(const DocumentVersion& document, uint32_t ordinal);
// facts, postings: version, sequence number of the row.
std::string part_key(const DocumentVersion& document, uint32_t part);

// fact_index: key NUL ('n' eight ordered bytes | 't' folded text) NUL version.
// Text is cut to k_max_value bytes.
inline constexpr size_t k_max_value = 200;
std::string fact_prefix(std::string_view key);
// Values are at least "" and below this.
inline constexpr std::string_view k_behind_values = "\xff";
std::string number_value(double number);
std::string text_value(std::string_view text);
std::string fact_index_key(std::string_view key, std::string_view value,
                           const DocumentVersion& document);
struct FactPosting {
  std::string_view key;
  std::string_view value; // as number_value() or text_value() made it
  DocumentVersion document;
};
std::optional<FactPosting> parse_fact_index_key(std::string_view key);
// Case folded (ASCII), blanks at the ends dropped and inside made one.
std::string fold_value(std::string_view text);

// keys: family NUL canonical NUL version. keys_suffix: suffix NUL family NUL
// canonical. Neither part may hold NUL; canonical is at most k_max_identifier
// bytes.
inline constexpr size_t k_max_identifier = 160;
inline constexpr size_t k_min_suffix = 3;
struct Identifier {
  std::string family;
  std::string canonical;
  friend auto operator<=>(const Identifier&, const Identifier&) = default;
};
std::string identifier_prefix(const Identifier& identifier);
std::string key_posting(const Identifier& identifier,
                        const DocumentVersion& document);
struct KeyPosting {
  Identifier identifier;
  DocumentVersion document;
};
std::optional<KeyPosting> parse_key_posting(std::string_view key);
std::vector<std::string> suffix_keys(const Identifier& identifier);
struct SuffixRow {
  std::string_view suffix;
  Identifier identifier;
};
std::optional<SuffixRow> parse_suffix_key(std::string_view key);

// terms: term NUL version.
std::string term_prefix(std::string_view term);
std::string term_key(std::string_view term, const DocumentVersion& document);

} // namespace store
