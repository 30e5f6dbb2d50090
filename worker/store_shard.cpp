// SPDX-License-Identifier: Apache-2.0
#include "worker/store_shard.hpp"

#include "core/base/assert.hpp"
#include "core/base/log.hpp"
#include "worker/report_rows.hpp"
#include "worker/versions.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace worker {
namespace {

using namespace std::chrono_literals;

// A worker that was killed holds its lock for a moment longer.
constexpr auto k_open_patience = 10s;

spdlog::logger& log() {
  return base::logger("worker");
}

wire::Outcome kept(const wire::Entry& entry, const pb::ManifestEntry& held) {
  wire::Outcome outcome;
  outcome.sequence = entry.sequence;
  outcome.state = wire_state(held.state());
  outcome.bytes = entry.bytes();
  outcome.paths = static_cast<uint32_t>(entry.paths());
  outcome.unchanged = true;
  outcome.failure = held.failure();
  return outcome;
}

wire::Outcome left_out(const wire::Entry& entry) {
  wire::Outcome outcome;
  outcome.sequence = entry.sequence;
  outcome.state = wire::State::left_out;
  outcome.bytes = entry.bytes();
  outcome.paths = static_cast<uint32_t>(entry.paths());
  outcome.unchanged = true;
  return outcome;
}

// As the walk would send it; its files are looked at again before reading.
wire::Entry entry_of(const store::BundleId& bundle,
                     const pb::ManifestEntry& held) {
  wire::Entry entry;
  entry.root = bundle.root;
  entry.path = bundle.path;
  entry.kind =
      held.directory() ? wire::EntryKind::directory : wire::EntryKind::file;
  for (const pb::FileStamp& file : held.files()) {
    wire::Member member;
    member.path = file.path();
    member.size = file.size();
    member.mtime_ns = file.mtime_ns();
    member.ctime_ns = file.ctime_ns();
    member.inode = file.inode();
    entry.members.push_back(std::move(member));
  }
  return entry;
}

bool is_below(const std::string& path,
              const std::vector<std::string>& prefixes) {
  return std::any_of(
      prefixes.begin(), prefixes.end(),
      [&](const std::string& prefix) { return path.starts_with(prefix); });
}

class StoreShard : public Shard {
public:
  StoreShard(const RunContext& context,
             std::unique_ptr<store::ShardWriter> writer)
      : m_context(context), m_writer(std::move(writer)) {}

  uint64_t epoch() const override { return m_writer->epoch(); }

  base::Result<std::vector<std::optional<wire::Outcome>>>
  triage(const std::vector<wire::Entry>& entries) override {
    std::vector<std::optional<wire::Outcome>> outcomes(entries.size());
    std::vector<store::BundleId> seen;
    for (size_t i = 0; i < entries.size(); ++i) {
      const wire::Entry& entry = entries[i];
      store::BundleId bundle{entry.root, entry.path};
      TRY_ASSIGN(auto held, m_writer->find(bundle));
      Verdict verdict = judge(entry, held ? &*held : nullptr,
                              m_context.versions, m_context.wanted);
      if (verdict == Verdict::left_out) {
        outcomes[i] = left_out(entry);
        continue;
      }
      if (verdict == Verdict::keep && is_file(entry)) {
        outcomes[i] = kept(entry, *held);
      }
      seen.push_back(std::move(bundle));
    }
    TRY(m_writer->mark_seen(seen, m_context.walk_id));
    return outcomes;
  }

  base::Result<wire::Outcome> read(const wire::Entry& entry) override {
    return BundleReading(m_context, *m_writer, entry).run();
  }

  base::Result<std::vector<OcrJob>> sweep(const wire::Sweep& sweep) override {
    m_swept = 0;
    for (const wire::RootEnd& root : m_end.roots) {
      if (std::find(sweep.roots.begin(), sweep.roots.end(), root.root) !=
          sweep.roots.end()) {
        // Whether most of the root is gone was judged over all shards.
        TRY_ASSIGN(auto swept,
                   m_writer->sweep({root.root, m_context.walk_id, root.count,
                                    root.kept_prefixes, true}));
        m_swept += swept.removed;
      }
    }
    std::vector<OcrJob> jobs;
    TRY(m_writer->scan_entries([&](const store::BundleId& bundle,
                                   const pb::ManifestEntry& entry,
                                   uint64_t walk_id) {
      if (walk_id == m_context.walk_id &&
          waits_for_ocr(entry, m_context.ocr_languages)) {
        jobs.push_back({entry_of(bundle, entry),
                        uint64_t{entry.ocr_pending()} + entry.ocr_pages()});
      }
      return true;
    }));
    return jobs;
  }

  base::Result<void> recognize(const wire::Entry& entry) override {
    return BundleReading(m_context, *m_writer, entry).recognize();
  }

  base::Result<void> sync() override { return m_writer->sync(); }

  base::Result<wire::Counted> count(const wire::WalkEnd& end) override {
    m_end = end;
    wire::Counted counted{end.shard, {}};
    for (const wire::RootEnd& root : end.roots) {
      wire::RootCount count{root.root, 0, 0};
      TRY_ASSIGN(count.bearing,
                 m_writer->count_seen(root.root, m_context.walk_id));
      counted.roots.push_back(std::move(count));
    }
    TRY(m_writer->scan_entries([&](const store::BundleId& bundle, const auto&,
                                   uint64_t walk_id) {
      for (size_t i = 0; i < end.roots.size(); ++i) {
        counted.roots[i].gone +=
            bundle.root == end.roots[i].root && walk_id != m_context.walk_id &&
            !is_below(bundle.path, end.roots[i].kept_prefixes);
      }
      return true;
    }));
    return counted;
  }

  base::Result<wire::ShardDone>
  finish(const wire::Sweep& sweep,
         const std::function<void(wire::Report)>& report) override {
    wire::ShardDone done;
    done.shard = sweep.shard;
    done.swept = m_swept;
    uint64_t offset = 0;
    ReportRows rows(m_context.walk_id, [&](std::string text) {
      uint64_t size = text.size();
      report({sweep.shard, offset, std::move(text)});
      offset += size;
    });
    base::Result<void> inside;
    TRY(m_writer->scan_entries([&](const store::BundleId& bundle,
                                   const pb::ManifestEntry& entry,
                                   uint64_t walk_id) {
      if (walk_id == m_context.walk_id) {
        rows.add(bundle, entry);
        inside = add_inside(bundle, entry, rows);
      }
      return inside.has_value();
    }));
    TRY(inside);
    rows.flush();
    done.rows.assign(rows.counts().begin(), rows.counts().end());
    done.members = rows.members();
    done.report_bytes = rows.bytes();
    TRY(publish());
    return done;
  }

  base::Result<void> publish() override {
    TRY_ASSIGN(uint64_t generation, m_writer->publish());
    log().info("published {} generation={}", m_writer->path(), generation);
    return {};
  }

private:
  base::Result<void> add_inside(const store::BundleId& bundle,
                                const pb::ManifestEntry& entry,
                                ReportRows& rows) const {
    const auto file = store::document_id(entry.document());
    if (entry.inside() == 0 || !file) {
      return {};
    }
    TRY_ASSIGN(const auto ids, m_writer->with_inside(*file));
    for (size_t i = 1; i < ids.size(); ++i) {
      TRY_ASSIGN(const auto document, m_writer->document(ids[i]));
      if (document) {
        rows.add_inside(bundle, entry, ids[i], *document);
      }
    }
    return {};
  }

  static bool is_file(const wire::Entry& entry) {
    return entry.kind == wire::EntryKind::file ||
           entry.kind == wire::EntryKind::directory;
  }

  const RunContext& m_context;
  std::unique_ptr<store::ShardWriter> m_writer;
  wire::WalkEnd m_end;
  uint64_t m_swept = 0;
};

} // namespace

StoreOpener::StoreOpener(store::Archive archive, StoreOptions options)
    : m_archive(std::move(archive)), m_families(std::move(options.families)),
      m_curves(std::move(options.curves)),
      m_ocr_languages(std::move(options.ocr_languages)),
      m_embedder(std::move(options.embedder)), m_pool(std::move(options.pool)) {
}

StoreOpener::~StoreOpener() = default;

void StoreOpener::begin(const wire::Welcome& welcome) {
  ASSERT(!m_context);
  m_context.emplace(RunContext{m_pool,
                               m_embedder,
                               {},
                               m_families,
                               {},
                               {},
                               welcome.walk_id,
                               m_ocr_languages,
                               m_cancelled});
  m_context->wanted = {welcome.only_failed, welcome.reader_older_than,
                       welcome.retry_quarantined, m_embedder.wanted()};
  for (const wire::Root& root : welcome.roots) {
    m_context->roots[root.name] = root.path;
  }
}

base::Result<void> StoreOpener::learn_versions() {
  if (m_versions_known) {
    return {};
  }
  TRY_ASSIGN(pool::Abilities abilities, m_pool.abilities());
  m_context->versions = versions_of(abilities, m_families, m_curves);
  m_versions_known = true;
  return {};
}

base::Result<std::unique_ptr<Shard>> StoreOpener::open(uint32_t shard) {
  if (!m_context || shard >= m_archive.shards()) {
    return base::fail(base::Errc::invalid, "no such shard in this archive");
  }
  TRY(learn_versions());
  store::ShardOptions options;
  options.space = m_archive.space_number();
  options.dims = m_archive.config().embedder().dimensions();
  base::Nanoseconds until = base::boot_time() + k_open_patience;
  while (true) {
    auto writer =
        store::ShardWriter::open(m_archive.shard_path(shard), options);
    if (writer) {
      return std::unique_ptr<Shard>(
          std::make_unique<StoreShard>(*m_context, std::move(*writer)));
    }
    if (writer.error().code != base::Errc::conflict || m_cancelled ||
        base::boot_time() > until) {
      return base::fail(std::move(writer.error()));
    }
    std::this_thread::sleep_for(100ms);
  }
}

void StoreOpener::cancel() {
  m_cancelled = true;
  m_pool.stop();
}

} // namespace worker
