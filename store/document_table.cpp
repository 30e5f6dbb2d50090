// SPDX-License-Identifier: Apache-2.0
#include "store/document_table.hpp"

#include "core/base/assert.hpp"
#include "core/base/mapped_file.hpp"
#include "store/document_table_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace store {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the table is mapped as it stands");

// The end of row `i` of texts that stand one behind the other, and the end of
// the row before it, which is its begin; empty where a damaged file says else.
template <typename Value>
std::string_view text_at(const Value* ends, uint32_t i, std::string_view all) {
  const uint64_t from = i == 0 ? 0 : ends[i - 1];
  const uint64_t to = ends[i];
  return from <= to && to <= all.size() ? all.substr(from, to - from)
                                        : std::string_view();
}

} // namespace

base::Result<void> DocumentTable::read_header() {
  const auto layout = parse_table_header(m_bytes);
  if (!layout) {
    return base::fail(base::Errc::corrupt,
                      m_name + ": not a document table of this program, or "
                               "its size does not fit its header");
  }
  m_layout = *layout;
  return {};
}

base::Result<DocumentTable> DocumentTable::open(const std::string& path) {
  TRY_ASSIGN(base::MappedFile file, base::MappedFile::open(path));
  auto owner = std::make_shared<const base::MappedFile>(std::move(file));
  DocumentTable out;
  out.m_name = path;
  out.m_bytes = owner->bytes();
  out.m_owner = std::move(owner);
  TRY(out.read_header());
  return out;
}

base::Result<DocumentTable> DocumentTable::from_bytes(std::string bytes) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  DocumentTable out;
  out.m_name = "a document table in memory";
  out.m_bytes = *owner;
  out.m_owner = std::move(owner);
  TRY(out.read_header());
  return out;
}

DocumentId DocumentTable::id(uint32_t document) const {
  ASSERT(document < documents());
  DocumentId out;
  std::memcpy(out.bytes.data(),
              m_bytes.data() + m_layout.ids() + size_t{16} * document, 16);
  return out;
}

uint32_t DocumentTable::version(uint32_t document) const {
  ASSERT(document < documents());
  return at<uint32_t>(m_layout.versions())[document];
}

// Ids are hashes, so the number is near where their first bytes say.
std::optional<uint32_t> DocumentTable::number_of(const DocumentId& id) const {
  const char* ids = m_bytes.data() + m_layout.ids();
  const auto before = [&](uint64_t number) {
    return std::memcmp(ids + 16 * number, id.bytes.data(), 16) < 0;
  };
  const uint64_t all = documents();
  uint64_t from = (id.prefix64() >> 32) * all >> 32;
  uint64_t to = from;
  for (uint64_t step = 16; from > 0 && !before(from - 1); step *= 4) {
    to = from;
    from -= std::min(from, step);
  }
  for (uint64_t step = 16; to < all && before(to); step *= 4) {
    from = to + 1;
    to = std::min(all, to + step);
  }
  while (from < to) {
    const uint64_t middle = (from + to) / 2;
    before(middle) ? from = middle + 1 : to = middle;
  }
  const bool found =
      from < all && std::memcmp(ids + 16 * from, id.bytes.data(), 16) == 0;
  return found ? std::optional(static_cast<uint32_t>(from)) : std::nullopt;
}

std::span<const uint32_t> DocumentTable::paths_of(uint32_t document) const {
  ASSERT(document < documents());
  const auto* ends = at<uint32_t>(m_layout.edge_ends());
  const uint32_t from = document == 0 ? 0 : ends[document - 1];
  const uint32_t to = ends[document];
  if (from > to || to > m_layout.edges) {
    return {};
  }
  return {at<uint32_t>(m_layout.edge_paths()) + from, to - from};
}

std::string_view DocumentTable::path_text(uint32_t number) const {
  ASSERT(number < paths());
  return text_at(at<uint64_t>(m_layout.path_ends()), number,
                 m_bytes.substr(m_layout.path_text(), m_layout.path_bytes));
}

BundleId DocumentTable::path(uint32_t number) const {
  const std::string_view text = path_text(number);
  const size_t nul = std::min(text.find('\0'), text.size());
  return {std::string(text.substr(0, nul)),
          std::string(text.substr(std::min(nul + 1, text.size())))};
}

std::optional<uint32_t> DocumentTable::number_of(const BundleId& path) const {
  const std::string wanted = table_path_text(path);
  uint32_t from = 0;
  uint32_t to = paths();
  while (from < to) {
    const uint32_t middle = from + (to - from) / 2;
    path_text(middle) < wanted ? from = middle + 1 : to = middle;
  }
  return from < paths() && path_text(from) == wanted ? std::optional(from)
                                                     : std::nullopt;
}

uint32_t DocumentTable::path_document(uint32_t path) const {
  ASSERT(path < paths());
  const uint32_t out = at<uint32_t>(m_layout.path_documents())[path];
  return out < documents() ? out : k_none;
}

uint32_t DocumentTable::content_at(uint32_t path) const {
  ASSERT(path < paths());
  const uint32_t out = at<uint32_t>(m_layout.contents())[path];
  return out < documents() ? out : k_none;
}

std::string_view DocumentTable::format(uint32_t document) const {
  const uint32_t number = at<uint32_t>(m_layout.document_formats())[document];
  if (number >= formats()) {
    return {};
  }
  return text_at(at<uint32_t>(m_layout.format_ends()), number,
                 m_bytes.substr(m_layout.format_text(), m_layout.format_bytes));
}

std::string_view DocumentTable::format_at(uint32_t path) const {
  const uint32_t content = content_at(path);
  return content == k_none ? std::string_view() : format(content);
}

bitmap::Bitmap DocumentTable::paths_of(const bitmap::Bitmap& documents) const {
  bitmap::Bits out(paths());
  documents.each([&](uint32_t document) {
    if (document < this->documents()) {
      for (const uint32_t path : paths_of(document)) {
        out.add(path);
      }
    }
  });
  return out.finish();
}

bitmap::Bitmap DocumentTable::documents_at(const bitmap::Bitmap& paths) const {
  bitmap::Bits out(documents());
  paths.each([&](uint32_t path) {
    if (path < this->paths()) {
      out.add(path_document(path)); // k_none is above every bound
      out.add(content_at(path));
    }
  });
  return out.finish();
}

bitmap::Bitmap DocumentTable::known_paths() const {
  bitmap::Bits out(paths());
  for (uint32_t path = 0; path < paths(); ++path) {
    if (path_document(path) != k_none) {
      out.add(path);
    }
  }
  return out.finish();
}

} // namespace store
