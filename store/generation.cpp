// SPDX-License-Identifier: Apache-2.0
#include "store/generation.hpp"

#include "core/base/bytes.hpp"
#include "proto/document_codec.hpp"
#include "store/archive.hpp"
#include "store/messages.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <map>
#include <set>

namespace store {
namespace {

// CURRENT may move, and the generation it named be deleted, between reading
// it and locking; a few tries are plenty.
constexpr int k_open_tries = 20;

base::Result<base::Fd> lock_shared(const std::string& path) {
  base::Fd fd(::open((path + "/LOCK").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) {
    return base::fail_errno(errno, "open " + path + "/LOCK");
  }
  if (::flock(fd.get(), LOCK_SH | LOCK_NB) != 0) {
    return base::fail_errno(errno, "lock " + path);
  }
  // Locked, but is it still there?
  if (::access((path + "/GENERATION").c_str(), R_OK) != 0) {
    return base::fail_errno(errno, "open " + path);
  }
  return fd;
}

} // namespace

std::string generation_path(const std::string& shard_path, uint64_t number) {
  return fmt::format("{}/generations/{:06}", shard_path, number);
}

base::Result<std::optional<uint64_t>>
current_generation(const std::string& shard_path) {
  const auto text = base::read_file(shard_path + "/CURRENT", 100);
  if (!text) {
    if (text.error().code == base::Errc::not_found) {
      return std::optional<uint64_t>();
    }
    return base::fail(text.error());
  }
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text->data(), text->data() + text->size(), number);
  const bool whole = error == std::errc() && number > 0 &&
                     end + 1 == text->data() + text->size() && *end == '\n';
  if (!whole) {
    return base::fail(base::Errc::corrupt,
                      shard_path + "/CURRENT does not name a generation; "
                                   "ingest again to publish one");
  }
  return std::optional(number);
}

std::vector<Family> Generation::lookup_families() {
  return {Family::documents, Family::keys, Family::keys_suffix,
          Family::passages};
}

std::vector<Family> Generation::all_families() {
  std::vector<Family> out;
  for (size_t i = 0; i < k_families; ++i) {
    out.push_back(static_cast<Family>(i));
  }
  return out;
}

base::Result<Generation> Generation::open(const std::string& shard_path,
                                          const std::vector<Family>& families) {
  base::Error last{base::Errc::not_found,
                   shard_path + ": nothing is published yet"};
  for (int i = 0; i < k_open_tries; ++i) {
    TRY_ASSIGN(const auto number, current_generation(shard_path));
    if (!number) {
      return base::fail(std::move(last));
    }
    const std::string path = generation_path(shard_path, *number);
    auto lock = lock_shared(path);
    if (!lock) {
      last = std::move(lock.error());
      continue;
    }
    TRY_ASSIGN(const std::string bytes,
               base::read_file(path + "/GENERATION", 256 << 20));
    pb::Generation info;
    if (!info.ParseFromString(bytes) ||
        info.format_version() != k_format_version) {
      return base::fail(base::Errc::corrupt,
                        path + "/GENERATION is damaged or of another format");
    }
    TRY_ASSIGN(Database db, Database::open_checkpoint(path + "/db", families));
    return Generation(path, std::move(*lock), std::move(info), std::move(db));
  }
  return base::fail(std::move(last));
}

base::Result<std::optional<pb::Document>>
Generation::document(const DocumentId& id) const {
  return get_message<pb::Document>(m_db, Family::documents, id.view());
}

base::Result<bool> Generation::live(const DocumentVersion& version) const {
  TRY_ASSIGN(const auto held, document(version.id));
  return held && held->version() == version.version;
}

base::Result<std::optional<pb::Passage>>
Generation::passage(const DocumentVersion& document, uint32_t ordinal) const {
  return get_message<pb::Passage>(m_db, Family::passages,
                                  passage_key(document, ordinal));
}

base::Result<std::vector<domain::Fact>>
Generation::facts(const DocumentVersion& document) const {
  std::vector<domain::Fact> out;
  base::Result<void> inner;
  TRY(m_db.scan_all(
      Family::facts, version_key(document), [&](auto, auto value) {
        auto list = parse_message<pb::FactList>(value, Family::facts);
        if (!list) {
          inner = base::fail(std::move(list.error()));
          return false;
        }
        for (const pb::Fact& fact : list->facts()) {
          out.push_back(proto::decode(fact));
        }
        return true;
      }));
  TRY(inner);
  return out;
}

base::Result<std::optional<pb::ManifestEntry>>
Generation::manifest(const BundleId& bundle) const {
  return get_message<pb::ManifestEntry>(m_db, Family::manifest,
                                        manifest_key(bundle));
}

base::Result<void> Generation::identifiers(
    std::string_view text, Match match, std::string_view family,
    const std::function<bool(const Identifier&)>& visit) const {
  const bool by_suffix = match == Match::suffix || match == Match::anywhere;
  if (by_suffix && text.size() < k_min_suffix) {
    return base::fail(base::Errc::invalid,
                      fmt::format("*{}: at least {} characters are needed "
                                  "behind a star",
                                  text, k_min_suffix));
  }
  std::set<Identifier> seen;
  const auto offer = [&](const Identifier& identifier) {
    const bool wanted = family.empty() || identifier.family == family;
    return !wanted || !seen.insert(identifier).second || visit(identifier);
  };
  if (by_suffix) {
    // A row that starts with the text is a suffix that starts with it.
    const std::string prefix =
        match == Match::suffix ? std::string(text) + '\0' : std::string(text);
    return m_db.scan_all(Family::keys_suffix, prefix, [&](auto key, auto) {
      const auto row = parse_suffix_key(key);
      return !row || offer(row->identifier);
    });
  }
  // keys are ordered by family first: one seek a family.
  std::vector<std::string> families;
  if (family.empty()) {
    std::string from;
    bool more = true;
    while (more) {
      more = false;
      TRY(m_db.scan(Family::keys, "", from, [&](auto key, auto) {
        const auto posting = parse_key_posting(key);
        if (posting) {
          families.push_back(posting->identifier.family);
          from = posting->identifier.family + '\x01';
          more = true;
        }
        return !posting;
      }));
    }
  } else {
    families.emplace_back(family);
  }
  for (const std::string& name : families) {
    std::string prefix = fact_prefix(name) + std::string(text);
    if (match == Match::exact) {
      prefix.push_back('\0');
    }
    bool more = true;
    TRY(m_db.scan_all(Family::keys, prefix, [&](auto key, auto) {
      const auto posting = parse_key_posting(key);
      more = !posting || offer(posting->identifier);
      return more;
    }));
    if (!more) {
      break;
    }
  }
  return {};
}

base::Result<std::vector<IdentifierHit>>
Generation::holders(const Identifier& identifier) const {
  std::vector<IdentifierHit> out;
  base::Result<void> inner;
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    const auto posting = parse_key_posting(key);
    if (!posting) {
      return base::fail(base::Errc::corrupt, "a row of keys is damaged");
    }
    TRY_ASSIGN(const bool is_live, live(posting->document));
    if (is_live) {
      TRY_ASSIGN(auto forms, parse_message<pb::KeyForms>(value, Family::keys));
      out.push_back({identifier, posting->document, std::move(forms)});
    }
    return {};
  };
  TRY(m_db.scan_all(Family::keys, identifier_prefix(identifier),
                    [&](auto key, auto value) {
                      inner = add(key, value);
                      return inner.has_value();
                    }));
  TRY(inner);
  return out;
}

base::Result<void> Generation::fact_range(
    std::string_view key, std::string_view from, std::string_view to,
    const std::function<bool(const DocumentVersion&)>& visit) const {
  base::Result<void> inner;
  const std::string prefix = fact_prefix(key);
  TRY(m_db.scan(Family::fact_index, prefix, prefix + std::string(from),
                [&](auto row, auto) {
                  const auto posting = parse_fact_index_key(row);
                  if (!posting || posting->value >= to) {
                    return !posting;
                  }
                  auto is_live = live(posting->document);
                  if (!is_live) {
                    inner = base::fail(std::move(is_live.error()));
                    return false;
                  }
                  return !*is_live || visit(posting->document);
                }));
  return inner;
}

base::Result<std::vector<std::string>> Generation::fact_keys() const {
  std::vector<std::string> out;
  std::string from;
  bool more = true;
  while (more) {
    more = false;
    TRY(m_db.scan(Family::fact_index, "", from, [&](auto row, auto) {
      const auto posting = parse_fact_index_key(row);
      if (posting) {
        out.emplace_back(posting->key);
        from = out.back() + '\x01'; // behind every value of this key
        more = true;
      }
      return !posting;
    }));
  }
  return out;
}

base::Result<std::vector<FactValue>>
Generation::fact_values(std::string_view key) const {
  std::map<std::string, FactValue> values;
  std::map<DocumentVersion, bool> is_live;
  base::Result<void> inner;
  TRY(m_db.scan_all(
      Family::fact_index, fact_prefix(key), [&](auto row, auto text) {
        const auto posting = parse_fact_index_key(row);
        if (!posting) {
          return true;
        }
        auto known = is_live.find(posting->document);
        if (known == is_live.end()) {
          auto now = live(posting->document);
          if (!now) {
            inner = base::fail(std::move(now.error()));
            return false;
          }
          known = is_live.emplace(posting->document, *now).first;
        }
        if (known->second) {
          FactValue& value = values[std::string(posting->value)];
          value.value = posting->value;
          value.text = value.documents == 0 ? std::string(text) : value.text;
          ++value.documents;
          if (posting->value.size() == 9 && posting->value[0] == 'n') {
            value.number = base::from_ordered_double(posting->value.substr(1));
          }
        }
        return true;
      }));
  TRY(inner);
  std::vector<FactValue> out;
  for (auto& [name, value] : values) {
    out.push_back(std::move(value));
  }
  return out;
}

base::Result<void> Generation::term(
    std::string_view term,
    const std::function<void(const DocumentVersion&, const pb::TermPosting&)>&
        visit) const {
  base::Result<void> inner;
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    const auto version = version_at_end(key);
    if (!version) {
      return base::fail(base::Errc::corrupt, "a row of terms is damaged");
    }
    TRY_ASSIGN(const bool is_live, live(*version));
    if (is_live) {
      TRY_ASSIGN(const auto posting,
                 parse_message<pb::TermPosting>(value, Family::terms));
      visit(*version, posting);
    }
    return {};
  };
  TRY(m_db.scan_all(Family::terms, term_prefix(term),
                    [&](auto key, auto value) {
                      inner = add(key, value);
                      return inner.has_value();
                    }));
  return inner;
}

base::Result<void> Generation::scan_documents(
    const std::function<bool(const DocumentId&, const pb::Document&)>& visit)
    const {
  base::Result<void> inner;
  TRY(m_db.scan_all(Family::documents, "", [&](auto key, auto value) {
    DocumentId id;
    auto document = parse_message<pb::Document>(value, Family::documents);
    if (!document || key.size() != id.bytes.size()) {
      inner = base::fail(base::Errc::corrupt, "a row of documents is damaged");
      return false;
    }
    std::copy(key.begin(), key.end(), id.bytes.begin());
    return visit(id, *document);
  }));
  return inner;
}

base::Result<void> Generation::scan_manifest(
    const std::function<bool(const BundleId&, const pb::ManifestEntry&)>& visit)
    const {
  base::Result<void> inner;
  TRY(m_db.scan_all(Family::manifest, "b", [&](auto key, auto value) {
    const auto bundle = parse_manifest_key(key);
    auto entry = parse_message<pb::ManifestEntry>(value, Family::manifest);
    if (!bundle || !entry) {
      inner = base::fail(base::Errc::corrupt, "a manifest row is damaged");
      return false;
    }
    return visit(*bundle, *entry);
  }));
  return inner;
}

base::Result<std::vector<SegmentView>> Generation::segments() const {
  std::vector<SegmentView> out;
  for (const auto& ref : m_info.segments()) {
    TRY_ASSIGN(Segment segment, Segment::open(m_path + "/" + ref.name()));
    TRY_ASSIGN(auto deleted, bitmap::Bitmap::from_bytes(ref.deleted()));
    out.push_back({std::move(segment), std::move(deleted)});
  }
  return out;
}

} // namespace store
