// SPDX-License-Identifier: Apache-2.0
#include "query/search/diagnose.hpp"

#include "core/domain/literals.hpp"
#include "query/search/source_scan.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace query {
namespace {

constexpr size_t k_first = 10; // hits that a person looks at

class Diagnosing {
public:
  Diagnosing(const ArchiveView& view,
             const std::vector<std::string>& identifiers)
      : m_view(view) {
    for (uint32_t i = 0; i < identifiers.size(); ++i) {
      m_report.rows.push_back({});
      m_report.rows.back().typed = identifiers[i];
      m_literals.add(i, identifiers[i]);
    }
  }

  base::Result<void> scan_sources();
  base::Result<void> scan_passages();
  base::Result<void> ask(const LiveQuery& query);
  DiagnoseReport take();

private:
  struct Seen {
    bool as_typed = false;
  };
  using Found = std::map<uint32_t, Seen>;

  void note(const Window& window, Found& found) const;
  void note(std::string_view text, Found& found) const {
    note(Window{text, 0, text.size()}, found);
  }
  void add(const Found& found, const std::string& place,
           Sightings Diagnosis::*kind);
  static std::optional<size_t> rank_of(const SearchResult& result,
                                       const std::string& typed);

  const ArchiveView& m_view;
  domain::LiteralSet m_literals;
  DiagnoseReport m_report;
};

void Diagnosing::note(const Window& window, Found& found) const {
  m_literals.scan(window.bytes, [&](const domain::LiteralMatch& match) {
    if (match.begin < window.from || match.begin >= window.to) {
      return;
    }
    Seen& seen = found[match.identifier];
    seen.as_typed = seen.as_typed || match.form == 0;
  });
}

void Diagnosing::add(const Found& found, const std::string& place,
                     Sightings Diagnosis::*kind) {
  for (const auto& [identifier, seen] : found) {
    Sightings& sightings = m_report.rows[identifier].*kind;
    if (sightings.paths++ == 0) {
      sightings.example = place;
    }
    sightings.as_typed = sightings.as_typed || seen.as_typed;
  }
}

base::Result<void> Diagnosing::scan_sources() {
  return each_source(m_view, [&](const Source& source) -> base::Result<void> {
    Found found;
    note(source.path, found);
    const auto read =
        read_source(source, m_literals.overlap(), domain::LiteralSet::k_around,
                    [&](const Window& window) { note(window, found); });
    m_report.files += read.opened ? 1 : 0;
    m_report.unreadable += read.opened ? 0 : 1;
    m_report.bytes += read.bytes;
    m_report.packed += read.packed ? 1 : 0;
    const std::string place = source.root + ":" + source.path;
    add(found, place, &Diagnosis::source);
    if (!source.held) {
      add(found, place + " (" + source.reason + ")", &Diagnosis::unread);
    }
    return {};
  });
}

base::Result<void> Diagnosing::scan_passages() {
  std::set<store::DocumentId> seen; // the same content in several shards
  for (const auto& shard : m_view.shards()) {
    base::Result<void> inner;
    TRY(shard.scan_documents(
        [&](const store::DocumentId& id, const pb::Document& document) {
          if (document.kind() != pb::DOCUMENT_KIND_CONTENT ||
              !seen.insert(id).second) {
            return true;
          }
          Found found;
          for (uint32_t i = 0; i < document.passages(); ++i) {
            const auto passage = shard.passage({id, document.version()}, i);
            if (!passage) {
              inner = base::fail(passage.error());
              return false;
            }
            note(*passage ? (*passage)->text() : std::string(), found);
          }
          for (const pb::PathRef& path : document.paths()) {
            add(found, path.root() + ":" + path.path(), &Diagnosis::passages);
          }
          return true;
        }));
    TRY(inner);
  }
  return {};
}

// The first hit that holds it by a key or shows it.
std::optional<size_t> Diagnosing::rank_of(const SearchResult& result,
                                          const std::string& typed) {
  domain::LiteralSet one;
  one.add(0, typed);
  for (size_t i = 0; i < result.hits.size(); ++i) {
    bool right = result.hits[i].boosted;
    one.scan(result.hits[i].text,
             [&](const domain::LiteralMatch&) { right = true; });
    if (right) {
      return i + 1;
    }
  }
  return std::nullopt;
}

base::Result<void> Diagnosing::ask(const LiveQuery& query) {
  for (Diagnosis& row : m_report.rows) {
    const auto found = lookup(m_view, row.typed, {});
    if (!found && found.error().code == base::Errc::invalid) {
      row.problem = found.error().message;
      continue;
    }
    TRY(found);
    row.looked_up = found->paths;
    TRY_ASSIGN(const SearchResult result, query(row.typed));
    row.rank = rank_of(result, row.typed);
  }
  return {};
}

Verdict verdict_of(const Diagnosis& row) {
  if (!row.problem.empty()) {
    return Verdict::invalid;
  }
  const bool literal = row.source.paths + row.passages.paths > 0;
  if (row.looked_up > 0) {
    return !row.rank || *row.rank > k_first ? Verdict::ranked_low
           : literal                        ? Verdict::found
                                            : Verdict::variant;
  }
  if (row.passages.paths > 0) {
    return Verdict::no_key;
  }
  if (row.source.paths > row.unread.paths) {
    return Verdict::destroyed;
  }
  return row.unread.paths > 0 ? Verdict::not_read : Verdict::absent;
}

DiagnoseReport Diagnosing::take() {
  for (Diagnosis& row : m_report.rows) {
    row.verdict = verdict_of(row);
  }
  return std::move(m_report);
}

} // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::found:
    return "found";
  case Verdict::variant:
    return "found in another form";
  case Verdict::ranked_low:
    return "ranked low";
  case Verdict::no_key:
    return "not recognised";
  case Verdict::not_read:
    return "not read";
  case Verdict::destroyed:
    return "lost in reading";
  case Verdict::invalid:
    return "no identifier";
  case Verdict::absent:
    break;
  }
  return "absent";
}

std::string_view meaning_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::found:
    return "in the archive and among the first hits";
  case Verdict::variant:
    return "found by a form that no file writes literally (another length, a "
           "part of a name): look whether it is the one that was meant";
  case Verdict::ranked_low:
    return "looked up, but other hits come first: a matter of scoring; "
           "`keybed lookup` lists it";
  case Verdict::no_key:
    return "stands in a passage, but no family takes it for an identifier: "
           "add a family to keybed.textproto (`keybed keys discover`)";
  case Verdict::not_read:
    return "stands only in files that were not read: `keybed stats` says why";
  case Verdict::destroyed:
    return "stands in the bytes of a file that was read and in none of its "
           "passages: the reader lost it";
  case Verdict::invalid:
    return "cannot be looked up as it is written";
  case Verdict::absent:
    break;
  }
  return "in no source file that can be seen into, in no passage, and not "
         "found";
}

base::Result<DiagnoseReport>
diagnose(const ArchiveView& view, const std::vector<std::string>& identifiers,
         const LiveQuery& ask) {
  Diagnosing run(view, identifiers);
  TRY(run.scan_sources());
  TRY(run.scan_passages());
  TRY(run.ask(ask));
  return run.take();
}

} // namespace query
