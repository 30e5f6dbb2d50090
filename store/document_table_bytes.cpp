// SPDX-License-Identifier: Apache-2.0
//
// DocumentTable::bytes_of, from the rows of `documents`.
#include "store/document_table_bytes.hpp"

#include "core/base/bytes.hpp"
#include "store/messages.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace store {
namespace {

constexpr std::string_view k_magic = "KEYBEDDT";
constexpr uint32_t k_version = 1;

// Texts one behind the other.
struct Texts {
  std::string all;
  std::vector<uint64_t> ends;

  void add(std::string_view text) {
    all += text;
    ends.push_back(all.size());
  }
  std::string_view operator[](size_t i) const {
    const uint64_t from = i == 0 ? 0 : ends[i - 1];
    return std::string_view(all).substr(from, ends[i] - from);
  }
};

class Builder {
public:
  base::Result<std::string> build(const Database& shard) {
    TRY(read_documents(shard));
    TRY(read_places(shard));
    order_paths();
    return write();
  }

private:
  using Visit =
      std::function<base::Result<void>(const DocumentId&, const pb::Document&)>;

  static base::Result<void> each(const Database& shard, const Visit& visit) {
    base::Result<void> inner;
    TRY(shard.scan_all(Family::documents, "", [&](auto key, auto value) {
      const auto id = document_id(key);
      auto document = parse_message<pb::Document>(value, Family::documents);
      inner =
          !id ? base::fail(base::Errc::corrupt, "a row of documents is damaged")
          : document ? visit(*id, *document)
                     : base::fail(document.error());
      return inner.has_value();
    }));
    return inner;
  }

  // Documents by number, and the paths of those that are one.
  base::Result<void> read_documents(const Database& shard) {
    return each(shard,
                [&](const DocumentId& id,
                    const pb::Document& document) -> base::Result<void> {
                  if (m_ids.size() + 1 >= DocumentTable::k_none) {
                    return base::fail(base::Errc::limit,
                                      "too many documents in a shard");
                  }
                  const auto number = static_cast<uint32_t>(m_ids.size());
                  m_ids.push_back(id);
                  m_versions.push_back(document.version());
                  m_formats.push_back(format_number(document.head().format()));
                  if (document.kind() == pb::DOCUMENT_KIND_PATH) {
                    for (const pb::PathRef& ref : document.paths()) {
                      add_path({ref.root(), ref.path()}, number);
                    }
                  }
                  return {};
                });
  }

  // Where each document stands; needs every path document's number.
  base::Result<void> read_places(const Database& shard) {
    uint32_t number = 0;
    return each(shard,
                [&](const DocumentId&,
                    const pb::Document& document) -> base::Result<void> {
                  for (const pb::PathRef& ref : document.paths()) {
                    const uint32_t path = path_of({ref.root(), ref.path()});
                    m_edges.push_back(path);
                    if (document.kind() == pb::DOCUMENT_KIND_PATH) {
                      const auto content = document_id(document.content());
                      m_contents[path] = content ? number_of(*content) : k_none;
                    }
                  }
                  if (m_edges.size() >= k_none) {
                    return base::fail(base::Errc::limit,
                                      "too many paths in a shard");
                  }
                  m_edge_ends.push_back(static_cast<uint32_t>(m_edges.size()));
                  ++number;
                  return {};
                });
  }

  uint32_t format_number(const std::string& format) {
    const auto next = static_cast<uint32_t>(m_format_names.size());
    return m_format_names.emplace(format, next).first->second;
  }

  uint32_t number_of(const DocumentId& id) const {
    const auto found = std::lower_bound(m_ids.begin(), m_ids.end(), id);
    return found != m_ids.end() && *found == id
               ? static_cast<uint32_t>(found - m_ids.begin())
               : k_none;
  }

  uint32_t add_path(const BundleId& path, uint32_t document) {
    const auto number = static_cast<uint32_t>(m_path_documents.size());
    m_texts.add(table_path_text(path));
    m_path_documents.push_back(document);
    m_contents.push_back(k_none);
    if (document != k_none) {
      m_path_of_document.resize(m_ids.size(), k_none);
      m_path_of_document[document] = number;
    }
    return number;
  }

  // A path has a document of its own, whose id its name makes. One without is
  // kept all the same.
  uint32_t path_of(const BundleId& path) {
    const uint32_t document = number_of(path_id(path.root, path.path));
    if (document < m_path_of_document.size() &&
        m_path_of_document[document] != k_none) {
      return m_path_of_document[document];
    }
    const auto known = m_strays.find(path);
    return known != m_strays.end()
               ? known->second
               : m_strays.emplace(path, add_path(path, k_none)).first->second;
  }

  // From the order in which they were met to that of their texts.
  void order_paths() {
    m_order.resize(m_path_documents.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::sort(m_order.begin(), m_order.end(),
              [&](uint32_t a, uint32_t b) { return m_texts[a] < m_texts[b]; });
    std::vector<uint32_t> place(m_order.size());
    for (uint32_t i = 0; i < m_order.size(); ++i) {
      place[m_order[i]] = i;
    }
    for (uint32_t& path : m_edges) {
      path = place[path];
    }
  }

  DocumentTableLayout layout() const {
    DocumentTableLayout out;
    out.documents = static_cast<uint32_t>(m_ids.size());
    out.paths = static_cast<uint32_t>(m_order.size());
    out.formats = static_cast<uint32_t>(m_format_names.size());
    out.edges = static_cast<uint32_t>(m_edges.size());
    out.path_bytes = m_texts.all.size();
    for (const auto& [name, number] : m_format_names) {
      out.format_bytes += name.size();
    }
    return out;
  }

  template <typename Value>
  static void put(std::string& out, size_t at,
                  const std::vector<Value>& values) {
    if (!values.empty()) {
      std::memcpy(out.data() + at, values.data(),
                  values.size() * sizeof(Value));
    }
  }

  // `values` of paths in their order.
  std::vector<uint32_t> ordered(const std::vector<uint32_t>& values) const {
    std::vector<uint32_t> out;
    out.reserve(m_order.size());
    for (const uint32_t path : m_order) {
      out.push_back(values[path]);
    }
    return out;
  }

  void put_paths(std::string& out, const DocumentTableLayout& where) const {
    std::vector<uint64_t> ends;
    ends.reserve(m_order.size());
    uint64_t end = 0;
    for (const uint32_t path : m_order) {
      const std::string_view text = m_texts[path];
      std::memcpy(out.data() + where.path_text() + end, text.data(),
                  text.size());
      end += text.size();
      ends.push_back(end);
    }
    put(out, where.path_ends(), ends);
    put(out, where.path_documents(), ordered(m_path_documents));
    put(out, where.contents(), ordered(m_contents));
  }

  void put_formats(std::string& out, const DocumentTableLayout& where) const {
    std::vector<std::string_view> names(m_format_names.size());
    for (const auto& [name, number] : m_format_names) {
      names[number] = name;
    }
    Texts texts;
    std::vector<uint32_t> ends;
    for (const std::string_view name : names) {
      texts.add(name);
      ends.push_back(static_cast<uint32_t>(texts.all.size()));
    }
    put(out, where.format_ends(), ends);
    std::copy(texts.all.begin(), texts.all.end(),
              out.begin() + static_cast<std::ptrdiff_t>(where.format_text()));
  }

  std::string write() const {
    const DocumentTableLayout where = layout();
    std::string out(where.checksum(), '\0');
    const std::string header = table_header(where);
    std::copy(header.begin(), header.end(), out.begin());
    put(out, where.ids(), m_ids);
    put(out, where.versions(), m_versions);
    put(out, where.document_formats(), m_formats);
    put(out, where.edge_ends(), m_edge_ends);
    put(out, where.edge_paths(), m_edges);
    put_paths(out, where);
    put_formats(out, where);
    out.append(base::hash_of(out).view());
    return out;
  }

  static constexpr uint32_t k_none = DocumentTable::k_none;
  std::vector<DocumentId> m_ids; // rising
  std::vector<uint32_t> m_versions;
  std::vector<uint32_t> m_formats;
  std::map<std::string, uint32_t> m_format_names;
  std::vector<uint32_t> m_edges;
  std::vector<uint32_t> m_edge_ends; // by document
  std::vector<uint32_t> m_path_of_document;
  Texts m_texts; // of paths, as met
  std::vector<uint32_t> m_path_documents;
  std::vector<uint32_t> m_contents;
  std::map<BundleId, uint32_t> m_strays;
  std::vector<uint32_t> m_order; // of paths
};

} // namespace

std::string table_header(const DocumentTableLayout& layout) {
  std::string out(k_magic);
  base::append_be32(out, k_version);
  base::append_be32(out, layout.documents);
  base::append_be32(out, layout.paths);
  base::append_be32(out, layout.formats);
  base::append_be32(out, layout.edges);
  base::append_be32(out, 0);
  base::append_be64(out, layout.path_bytes);
  base::append_be64(out, layout.format_bytes);
  out.resize(DocumentTableLayout::k_header, '\0');
  return out;
}

std::optional<DocumentTableLayout> parse_table_header(std::string_view bytes) {
  if (bytes.size() < DocumentTableLayout::k_header ||
      !bytes.starts_with(k_magic) ||
      base::load_be32(bytes.substr(8)) != k_version) {
    return std::nullopt;
  }
  DocumentTableLayout out;
  out.documents = base::load_be32(bytes.substr(12));
  out.paths = base::load_be32(bytes.substr(16));
  out.formats = base::load_be32(bytes.substr(20));
  out.edges = base::load_be32(bytes.substr(24));
  out.path_bytes = base::load_be64(bytes.substr(32));
  out.format_bytes = base::load_be64(bytes.substr(40));
  const bool fits = out.path_bytes <= bytes.size() &&
                    out.format_bytes <= bytes.size() &&
                    out.size() == bytes.size();
  return fits ? std::optional(out) : std::nullopt;
}

base::Result<std::string> DocumentTable::bytes_of(const Database& shard) {
  return Builder().build(shard);
}

} // namespace store
