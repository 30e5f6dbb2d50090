// SPDX-License-Identifier: Apache-2.0
#include "store/families.hpp"

#include "core/base/bytes.hpp"

#include <algorithm>

namespace store {
namespace {

constexpr std::array<std::string_view, k_families> k_names = {
    "meta",    "manifest",        "documents", "passages",
    "vectors", "embedding_cache", "facts",     "fact_index",
    "keys",    "keys_suffix",     "terms",     "postings"};

// The bytes up to the next NUL, which is dropped from `rest`.
std::optional<std::string_view> take_part(std::string_view& rest) {
  const auto end = rest.find('\0');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto part = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return part;
}

void append_part(std::string& out, std::string_view part) {
  out.append(part);
  out.push_back('\0');
}

std::string bundle_key(char kind, const BundleId& bundle) {
  return manifest_prefix(kind, bundle.root) + bundle.path;
}

char folded(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::string_view family_name(Family family) {
  return k_names[static_cast<size_t>(family)];
}

DocumentId content_id(const base::Hash128& content, std::string_view format) {
  return base::Hasher()
      .field("content")
      .field(content.view())
      .field(format)
      .finish();
}

DocumentId path_id(std::string_view root, std::string_view path) {
  return base::Hasher().field("path").field(root).field(path).finish();
}

DocumentId inside_id(const DocumentId& container,
                     const std::vector<std::string>& member) {
  base::Hasher hasher;
  hasher.field("inside").field(container.view());
  for (const std::string& name : member) {
    hasher.field(name);
  }
  return hasher.finish();
}

std::string inside_path(std::string_view container,
                        const std::vector<std::string>& member) {
  std::string out(container);
  for (const std::string& name : member) {
    out += "!/" + name;
  }
  return out;
}

std::string why_unread(const pb::Document& document) {
  for (const pb::Reject& reject : document.rejects()) {
    if (reject.field() == "file") {
      return reject.reason();
    }
  }
  return "";
}

std::optional<DocumentId> document_id(std::string_view bytes) {
  DocumentId id;
  if (bytes.size() != id.bytes.size()) {
    return std::nullopt;
  }
  std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
  return id;
}

std::string version_key(const DocumentVersion& document) {
  std::string out(document.id.view());
  base::append_be32(out, document.version);
  return out;
}

std::optional<DocumentVersion> version_at_end(std::string_view key) {
  if (key.size() < k_version_bytes) {
    return std::nullopt;
  }
  const auto end = key.substr(key.size() - k_version_bytes);
  DocumentVersion out;
  std::copy_n(end.begin(), out.id.bytes.size(), out.id.bytes.begin());
  out.version = base::load_be32(end.substr(16));
  return out;
}

std::string manifest_prefix(char kind, std::string_view root) {
  std::string out(1, kind);
  append_part(out, root);
  return out;
}

std::string manifest_key(const BundleId& bundle) {
  return bundle_key('b', bundle);
}

std::string seen_key(const BundleId& bundle) {
  return bundle_key('s', bundle);
}

std::optional<BundleId> parse_manifest_key(std::string_view key) {
  if (key.empty()) {
    return std::nullopt;
  }
  key.remove_prefix(1);
  const auto root = take_part(key);
  return root ? std::optional(BundleId{std::string(*root), std::string(key)})
              : std::nullopt;
}

std::string passage_key(const DocumentVersion& document, uint32_t ordinal) {
  return part_key(document, ordinal);
}

std::string part_key(const DocumentVersion& document, uint32_t part) {
  std::string out = version_key(document);
  base::append_be32(out, part);
  return out;
}

std::string fact_prefix(std::string_view key) {
  std::string out;
  append_part(out, key);
  return out;
}

std::string number_value(double number) {
  // One zero: -0 and 0 are the same fact.
  return "n" + base::ordered_double(number == 0 ? 0.0 : number);
}

std::string fold_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank =
        c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
    if (!blank) {
      out.push_back(folded(c));
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  return out;
}

std::string text_value(std::string_view text) {
  return "t" + fold_value(text).substr(0, k_max_value);
}

std::string fact_index_key(std::string_view key, std::string_view value,
                           const DocumentVersion& document) {
  std::string out = fact_prefix(key);
  append_part(out, value);
  return out + version_key(document);
}

std::optional<FactPosting> parse_fact_index_key(std::string_view key) {
  const auto document = version_at_end(key);
  const auto name = take_part(key);
  // The value may hold NUL (numbers do), so its end is found from behind.
  if (!document || !name || key.size() < k_version_bytes + 2) {
    return std::nullopt;
  }
  return FactPosting{*name, key.substr(0, key.size() - k_version_bytes - 1),
                     *document};
}

std::string identifier_prefix(const Identifier& identifier) {
  std::string out;
  append_part(out, identifier.family);
  append_part(out, identifier.canonical);
  return out;
}

std::string key_posting(const Identifier& identifier,
                        const DocumentVersion& document) {
  return identifier_prefix(identifier) + version_key(document);
}

std::optional<KeyPosting> parse_key_posting(std::string_view key) {
  const auto document = version_at_end(key);
  const auto family = take_part(key);
  const auto canonical = family ? take_part(key) : std::nullopt;
  if (!document || !canonical || key.size() != k_version_bytes) {
    return std::nullopt;
  }
  return KeyPosting{{std::string(*family), std::string(*canonical)}, *document};
}

std::vector<std::string> suffix_keys(const Identifier& identifier) {
  std::vector<std::string> out;
  const std::string_view canonical = identifier.canonical;
  for (size_t i = 0; i + k_min_suffix <= canonical.size(); ++i) {
    std::string key;
    append_part(key, canonical.substr(i));
    append_part(key, identifier.family);
    out.push_back(key + identifier.canonical);
  }
  return out;
}

std::optional<SuffixRow> parse_suffix_key(std::string_view key) {
  const auto suffix = take_part(key);
  const auto family = suffix ? take_part(key) : std::nullopt;
  return family ? std::optional(SuffixRow{
                      *suffix, {std::string(*family), std::string(key)}})
                : std::nullopt;
}

std::string term_prefix(std::string_view term) {
  std::string out;
  append_part(out, term);
  return out;
}

std::string term_key(std::string_view term, const DocumentVersion& document) {
  return term_prefix(term) + version_key(document);
}

} // namespace store
