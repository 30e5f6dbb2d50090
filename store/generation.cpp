// SPDX-License-Identifier: Apache-2.0
#include "store/generation.hpp"

#include "core/base/bytes.hpp"
#include "proto/document_codec.hpp"
#include "store/generation_file.hpp"
#include "store/generation_tables.hpp"
#include "store/graph_files.hpp"
#include "store/messages.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

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
    TRY_ASSIGN(pb::Generation info, read_generation_file(path));
    TRY_ASSIGN(Database db, Database::open_checkpoint(path + "/db", families));
    return Generation(path, std::move(*lock), std::move(info), std::move(db));
  }
  return base::fail(std::move(last));
}

Generation::Generation(std::string path, base::Fd lock, pb::Generation info,
                       Database db)
    : m_path(std::move(path)), m_lock(std::move(lock)), m_info(std::move(info)),
      m_db(std::move(db)), m_tables(std::make_shared<Tables>()) {}

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
    const std::string graph = m_path + "/" + graph_name(ref.name());
    const bool has_graph = ::access(graph.c_str(), F_OK) == 0;
    out.push_back({std::move(segment), std::move(deleted),
                   has_graph ? graph : std::string()});
  }
  return out;
}

bool counts_by_format(const pb::Counters& counters) {
  uint64_t sum = 0;
  for (const pb::FormatPaths& one : counters.formats()) {
    sum += one.paths();
  }
  return sum == counters.documents();
}

} // namespace store
