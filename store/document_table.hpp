// SPDX-License-Identifier: Apache-2.0
//
// Documents and paths of one generation by dense numbers, so that filters are
// bitmaps and nobody parses a message for each posting. Documents are numbered
// in the order of their ids, paths in that of root and path.
// docs/format/tables.md has the bytes.
#pragma once

#include "core/base/result.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/database.hpp"
#include "store/families.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace store {

// Counts that say where everything lies.
struct DocumentTableLayout {
  static constexpr size_t k_header = 64;

  uint32_t documents = 0;
  uint32_t paths = 0;
  uint32_t formats = 0;
  uint32_t edges = 0; // pairs of document and path
  uint64_t path_bytes = 0;
  uint64_t format_bytes = 0;

  size_t ids() const { return k_header; }
  size_t versions() const { return ids() + size_t{16} * documents; }
  size_t document_formats() const { return versions() + of_u32(documents); }
  size_t edge_ends() const { return document_formats() + of_u32(documents); }
  size_t edge_paths() const { return edge_ends() + of_u32(documents); }
  size_t path_documents() const { return edge_paths() + of_u32(edges); }
  size_t contents() const { return path_documents() + of_u32(paths); }
  size_t path_ends() const { return contents() + of_u32(paths); }
  size_t format_ends() const { return path_ends() + size_t{8} * paths; }
  size_t path_text() const { return format_ends() + of_u32(formats); }
  size_t format_text() const { return path_text() + path_bytes; }
  size_t checksum() const { return format_text() + format_bytes; }
  size_t size() const { return checksum() + 16; }

private:
  static size_t of_u32(uint32_t count) {
    return (size_t{4} * count + 7) / 8 * 8;
  }
};

// Safe from any thread. Nothing in a damaged file leads outside of it.
class DocumentTable {
public:
  static constexpr uint32_t k_none = ~uint32_t{0};

  // Checks sizes, not the checksum. Errc::corrupt says what does not fit.
  static base::Result<DocumentTable> open(const std::string& path);
  // What a shard holds, as a file would have it. Reads every document.
  static base::Result<std::string> bytes_of(const Database& shard);
  static base::Result<DocumentTable> from_bytes(std::string bytes);

  uint32_t documents() const { return m_layout.documents; }
  uint32_t paths() const { return m_layout.paths; }
  uint32_t formats() const { return m_layout.formats; }
  const std::string& name() const { return m_name; }
  std::string_view bytes() const { return m_bytes; }

  // REQUIRES (also below): a number that the table has.
  DocumentId id(uint32_t document) const;
  uint32_t version(uint32_t document) const; // the live one
  std::optional<uint32_t> number_of(const DocumentId& id) const;
  // Where a document stands.
  std::span<const uint32_t> paths_of(uint32_t document) const;

  BundleId path(uint32_t number) const;
  std::string_view path_text(uint32_t number) const; // root NUL path
  std::optional<uint32_t> number_of(const BundleId& path) const;
  // The document of the path itself, and what stands there; k_none: neither.
  uint32_t path_document(uint32_t path) const;
  uint32_t content_at(uint32_t path) const;
  // Of what stands at a path; "" for nothing.
  std::string_view format_at(uint32_t path) const;

  // Every path at which one of `documents` stands.
  bitmap::Bitmap paths_of(const bitmap::Bitmap& documents) const;
  // The documents of `paths` themselves and what stands there.
  bitmap::Bitmap documents_at(const bitmap::Bitmap& paths) const;
  // Paths that have a document of their own.
  bitmap::Bitmap known_paths() const;

private:
  DocumentTable() = default;
  base::Result<void> read_header();
  template <typename Value>
  const Value* at(size_t offset) const {
    return reinterpret_cast<const Value*>(m_bytes.data() + offset);
  }
  std::string_view format(uint32_t document) const;

  std::string m_name;
  std::shared_ptr<const void> m_owner;
  std::string_view m_bytes;
  DocumentTableLayout m_layout;
};

// Its file in the folder of a generation.
inline constexpr const char* k_document_table = "DOCUMENTS";

} // namespace store
