// SPDX-License-Identifier: Apache-2.0
#include "cli/plan.hpp"

#include "coordinator/progress.hpp"
#include "coordinator/walk.hpp"
#include "core/domain/bundle.hpp"
#include "store/generation.hpp"
#include "worker/pool/pool.hpp"
#include "worker/verdict.hpp"
#include "worker/versions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t k_sample = 20; // files of a kind that are looked at
constexpr double k_tokens = 200;  // of a passage
// Passages of a file where the archive has none of its format to learn from:
// one in so many bytes, at most `most` (0: no limit).
struct Guess {
  std::string_view format;
  double bytes_each;
  double most;
};
constexpr Guess k_guesses[] = {{"las", 4000, 12},
                               {"segy", 100'000, 6},
                               {"pdf", 4000, 0},
                               {"html", 1500, 0},
                               {"shapefile", 1500, 0}};
constexpr double k_guess_otherwise = 800;

struct Kind {
  uint64_t files = 0; // bundles
  uint64_t bytes = 0;
  uint64_t unchanged = 0;
  uint64_t to_read = 0;
  uint64_t bytes_to_read = 0;
  uint64_t sampled = 0;
  std::map<std::string, uint64_t> formats; // of the sample; "" = no reader
};

struct Learnt { // from what the archive holds
  double bytes = 0;
  double passages = 0;
};

std::string kind_of(const wire::Entry& entry) {
  if (entry.kind == wire::EntryKind::symlink) {
    return "(symlink)";
  }
  if (entry.kind == wire::EntryKind::special) {
    return "(not a file)";
  }
  if (entry.kind != wire::EntryKind::file &&
      entry.kind != wire::EntryKind::directory) {
    return "(unreadable)";
  }
  std::string name = entry.path.substr(entry.path.rfind('/') + 1);
  size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) {
    return "(no extension)";
  }
  std::string extension = name.substr(dot + 1);
  for (char& c : extension) {
    bool printable = c > 0x20 && c < 0x7f;
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
        : printable          ? c
                             : '?';
  }
  return extension;
}

class Plan {
public:
  Plan(const IngestOptions& options, pool::Pool& pool)
      : m_options(options), m_pool(pool),
        m_filter(options.only, options.exclude) {}

  base::Result<void> make() {
    TRY_ASSIGN(pool::Abilities abilities, m_pool.abilities());
    auto archive = store::Archive::open(m_options.archive);
    if (!archive && archive.error().code != base::Errc::not_found) {
      return base::fail(std::move(archive.error()));
    }
    domain::KeyFamilies families;
    domain::CurveFamilies curves;
    if (archive) {
      std::vector<domain::CurveProblem> problems;
      TRY_ASSIGN(families, archive->key_families());
      TRY_ASSIGN(curves, archive->curves(problems));
      TRY(open_shards(*archive));
    }
    m_versions = worker::versions_of(abilities, families, curves);
    TRY_ASSIGN(auto roots, roots_of(m_options, archive ? &*archive : nullptr));
    for (const wire::Root& root : roots) {
      TRY_ASSIGN(auto tree, coordinator::open_tree(root.path));
      coordinator::Walk walk(root.name, *tree, m_filter, {});
      while (auto entry = walk.next()) {
        TRY(add(root, *entry));
      }
    }
    return {};
  }

  void print() const {
    std::printf("%-16s %9s %10s %10s %9s %10s\n", "kind", "files", "bytes",
                "unchanged", "to read", "no reader");
    auto kinds = largest_first();
    for (const auto& [name, kind] : kinds) {
      row(name, kind);
    }
    Kind sum = total();
    row("all", sum);
    std::printf("about %.0f passages to embed with \"%s\"", passages(),
                provider().c_str());
    if (m_options.embedder.usd_per_million_tokens > 0) {
      std::printf(", about %.2f USD", cost());
    }
    std::printf(" (estimate)\n");
    if (m_ocr_pages + files_for_ocr() > 0) {
      std::printf("OCR, last of all: %llu pages that wait, and what of about "
                  "%llu files to read has no text\n",
                  static_cast<unsigned long long>(m_ocr_pages),
                  static_cast<unsigned long long>(files_for_ocr()));
    }
  }

  Json json() const {
    Json json;
    for (const auto& [name, kind] : largest_first()) {
      json["kinds"].push_back({{"kind", name},
                               {"files", kind.files},
                               {"bytes", kind.bytes},
                               {"unchanged", kind.unchanged},
                               {"to_read", kind.to_read},
                               {"no_reader_estimate", unread(kind)}});
    }
    json["ocr"] = {{"pages_waiting", m_ocr_pages},
                   {"files_estimate", files_for_ocr()}};
    json["passages_estimate"] = static_cast<uint64_t>(passages());
    json["embedder"] = provider();
    json["cost_usd_estimate"] = cost();
    return json;
  }

private:
  base::Result<void> open_shards(const store::Archive& archive) {
    m_provider = archive.config().embedder().provider();
    for (uint32_t i = 0; i < archive.shards(); ++i) {
      auto shard = store::Generation::open(archive.shard_path(i),
                                           {store::Family::manifest});
      if (!shard && shard.error().code != base::Errc::not_found) {
        return base::fail(std::move(shard.error()));
      }
      m_shards.emplace_back();
      if (!shard) {
        continue; // nothing is published yet
      }
      m_shards.back().emplace(std::move(*shard));
      TRY(m_shards.back()->scan_manifest(
          [&](const auto&, const pb::ManifestEntry& entry) {
            Learnt& learnt = m_learnt[entry.format()];
            for (const pb::FileStamp& file : entry.files()) {
              learnt.bytes += static_cast<double>(file.size());
            }
            learnt.passages += static_cast<double>(entry.passages());
            return true;
          }));
    }
    return {};
  }

  base::Result<void> add(const wire::Root& root, const wire::Entry& entry) {
    Kind& kind = m_kinds[kind_of(entry)];
    ++kind.files;
    kind.bytes += entry.bytes();
    std::optional<pb::ManifestEntry> held;
    if (!m_shards.empty()) {
      auto& shard = m_shards[domain::shard_of(
          entry.root, entry.path, static_cast<uint32_t>(m_shards.size()))];
      if (shard) {
        TRY_ASSIGN(held, shard->manifest({entry.root, entry.path}));
      }
    }
    worker::Wanted wanted{m_options.failed, m_options.reader_older_than,
                          m_options.retry_quarantined, true};
    auto verdict =
        worker::judge(entry, held ? &*held : nullptr, m_versions, wanted);
    if (verdict == worker::Verdict::keep) {
      ++kind.unchanged;
      if (m_options.ocr.wanted &&
          worker::waits_for_ocr(*held, m_options.ocr.languages)) {
        m_ocr_pages += held->ocr_pending() + held->ocr_pages();
      }
      return {};
    }
    bool file = entry.kind == wire::EntryKind::file ||
                entry.kind == wire::EntryKind::directory;
    if (verdict == worker::Verdict::left_out || !file) {
      return {};
    }
    ++kind.to_read;
    kind.bytes_to_read += entry.bytes();
    return kind.sampled < k_sample ? sample(root, entry, kind)
                                   : base::Result<void>();
  }

  base::Result<void> sample(const wire::Root& root, const wire::Entry& entry,
                            Kind& kind) {
    pool::ReadRequest request;
    request.path = root.path + "/" + entry.path;
    for (const wire::Member& member : entry.members) {
      if (member.path != entry.path) {
        request.members.push_back(root.path + "/" + member.path);
      }
    }
    TRY_ASSIGN(pool::ReadOutcome found, m_pool.detect(request));
    ++kind.sampled;
    ++kind.formats[found.format];
    return {};
  }

  static uint64_t unread(const Kind& kind) {
    auto at = kind.formats.find("");
    return at == kind.formats.end() ? 0
                                    : kind.to_read * at->second / kind.sampled;
  }

  // What a reader reads has one passage at least, or nearly so.
  double passages_of(const std::string& format, double files,
                     double bytes) const {
    return std::max(files, by_bytes(format, files, bytes));
  }

  double by_bytes(const std::string& format, double files, double bytes) const {
    auto at = m_learnt.find(format);
    if (at != m_learnt.end() && at->second.bytes > 0) {
      return bytes * at->second.passages / at->second.bytes;
    }
    for (const Guess& guess : k_guesses) {
      if (guess.format == format) {
        double count = bytes / guess.bytes_each;
        return guess.most > 0 ? std::min(count, guess.most * files) : count;
      }
    }
    return bytes / k_guess_otherwise;
  }

  double passages() const {
    double sum = 0;
    for (const auto& [name, kind] : m_kinds) {
      for (const auto& [format, count] : kind.formats) {
        double share =
            static_cast<double>(count) / static_cast<double>(kind.sampled);
        if (!format.empty()) {
          sum += passages_of(format, share * double(kind.to_read),
                             share * double(kind.bytes_to_read));
        }
      }
    }
    return sum;
  }

  // Files that are not read yet and may hold pages without text.
  uint64_t files_for_ocr() const {
    static const std::set<std::string_view> k_formats{
        "pdf", "tiff", "png", "jpeg", "gif", "bmp", "webp", "jp2", "djvu"};
    uint64_t files = 0;
    for (const auto& [name, kind] : m_kinds) {
      for (const auto& [format, count] : kind.formats) {
        files += k_formats.contains(format)
                     ? kind.to_read * count / kind.sampled
                     : 0;
      }
    }
    return m_options.ocr.wanted ? files : 0;
  }

  double cost() const {
    return passages() * k_tokens / 1e6 *
           m_options.embedder.usd_per_million_tokens;
  }

  std::string provider() const {
    return !m_options.embedder.provider.empty() ? m_options.embedder.provider
           : !m_provider.empty()                ? m_provider
                                                : "local";
  }

  std::vector<std::pair<std::string, Kind>> largest_first() const {
    std::vector<std::pair<std::string, Kind>> kinds(m_kinds.begin(),
                                                    m_kinds.end());
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) {
                       return a.second.bytes > b.second.bytes;
                     });
    return kinds;
  }

  Kind total() const {
    Kind sum;
    uint64_t none = 0;
    for (const auto& [name, kind] : m_kinds) {
      sum.files += kind.files;
      sum.bytes += kind.bytes;
      sum.unchanged += kind.unchanged;
      sum.to_read += kind.to_read;
      none += unread(kind);
    }
    sum.sampled = sum.to_read;
    sum.formats[""] = none;
    return sum;
  }

  static void row(const std::string& name, const Kind& kind) {
    auto number = [](uint64_t value) {
      return static_cast<unsigned long long>(value);
    };
    std::printf("%-16s %9llu %10s %10llu %9llu %10llu\n", name.c_str(),
                number(kind.files),
                coordinator::bytes_text(double(kind.bytes)).c_str(),
                number(kind.unchanged), number(kind.to_read),
                number(kind.sampled == 0 ? 0 : unread(kind)));
  }

  const IngestOptions& m_options;
  pool::Pool& m_pool;
  coordinator::Filter m_filter;
  worker::Versions m_versions;
  std::string m_provider;
  std::vector<std::optional<store::Generation>> m_shards;
  std::map<std::string, Kind> m_kinds;
  uint64_t m_ocr_pages = 0; // of what is not read again
  std::map<std::string, Learnt> m_learnt;
};

} // namespace

base::Result<Exit> show_plan(const IngestOptions& options) {
  pool::PoolOptions pool_options;
  TRY_ASSIGN(std::string reader, pool::find_reader_program());
  pool_options.program = {reader};
  pool::Pool pool(pool_options);
  Plan plan(options, pool);
  TRY(plan.make());
  if (options.json) {
    std::printf("%s\n",
                plan.json()
                    .dump(-1, ' ', false, Json::error_handler_t::replace)
                    .c_str());
  } else {
    plan.print();
  }
  return Exit::done;
}

} // namespace cli
