// SPDX-License-Identifier: Apache-2.0
#include "query/core/statistics.hpp"

#include "core/domain/kinds.hpp"
#include "query/core/facts.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace query {
namespace {

std::string state_name(pb::BundleState state) {
  switch (state) {
  case pb::BUNDLE_STATE_DONE:
    return "done";
  case pb::BUNDLE_STATE_PARTIAL:
    return "partial";
  case pb::BUNDLE_STATE_SKIPPED:
    return "skipped";
  case pb::BUNDLE_STATE_FAILED:
    return "failed";
  case pb::BUNDLE_STATE_QUARANTINED:
    return "quarantined";
  case pb::BUNDLE_STATE_READING:
    return "interrupted";
  default:
    return "unknown";
  }
}

bool fits_name(std::string_view path, std::string_view format) {
  const size_t dot = path.rfind('.');
  std::string extension(dot == std::string_view::npos ? ""
                                                      : path.substr(dot + 1));
  std::transform(
      extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
  return domain::name_fits(extension, format);
}

void add_waiting(const pb::Document& document, uint64_t pages,
                 Statistics& out) {
  const auto paths = static_cast<uint64_t>(document.paths_size());
  OcrCount& format = out.ocr_formats[document.head().format()];
  format.pages += pages * paths;
  format.files += paths;
  out.ocr_pages += pages * paths;
  out.ocr_files += paths;
}

// Documents with so many pages that wait.
base::Result<void> add_waiting(const store::Generation& shard, double pages,
                               Statistics& out) {
  const std::string value = store::number_value(pages);
  base::Result<void> inner;
  TRY(shard.fact_range("pages_needing_ocr", value, value + '\0',
                       [&](const store::DocumentVersion& version) {
                         const auto document = shard.document(version.id);
                         if (!document) {
                           inner = base::fail(document.error());
                         } else if (*document) {
                           add_waiting(**document, static_cast<uint64_t>(pages),
                                       out);
                         }
                         return inner.has_value();
                       }));
  return inner;
}

base::Result<void> add_ocr(const ArchiveView& view, Statistics& out) {
  TRY_ASSIGN(const auto counts, fact_values(view, "pages_needing_ocr"));
  for (const store::FactValue& count : counts) {
    if (count.number && *count.number > 0) {
      for (const auto& shard : view.shards()) {
        TRY(add_waiting(shard, *count.number, out));
      }
    }
  }
  TRY_ASSIGN(const auto blank, fact_values(view, "blank_pages"));
  for (const store::FactValue& count : blank) {
    if (count.number) {
      out.blank_pages += static_cast<uint64_t>(*count.number) * count.paths;
      out.blank_files += count.paths;
    }
  }
  TRY_ASSIGN(const auto done, fact_values(view, "pages_by_ocr"));
  for (const store::FactValue& count : done) {
    out.ocr_done +=
        static_cast<uint64_t>(count.number.value_or(0)) * count.paths;
  }
  TRY_ASSIGN(const auto confidences, fact_values(view, "ocr_confidence"));
  double sum = 0, documents = 0;
  for (const store::FactValue& one : confidences) {
    sum += one.number.value_or(0) * static_cast<double>(one.paths);
    documents += static_cast<double>(one.paths);
  }
  if (documents > 0) {
    out.ocr_confidence = sum / documents;
  }
  return {};
}

void add_entry(const store::BundleId& bundle, const pb::ManifestEntry& entry,
               Statistics& out) {
  uint64_t bytes = 0;
  for (const pb::FileStamp& file : entry.files()) {
    bytes += file.size();
  }
  ++out.bundles;
  out.files += static_cast<uint64_t>(std::max(1, entry.files_size()));
  out.bytes += bytes;
  if (!entry.format().empty()) {
    FormatCount& format = out.formats[entry.format()];
    format.bytes += bytes;
    format.paths += entry.document().empty() ? 1 : 0; // nothing came of it
    if (!entry.document().empty() && !fits_name(bundle.path, entry.format())) {
      out.misnamed.push_back({bundle.root, bundle.path, entry.format()});
    }
  }
  if (entry.failure() == "no-reader" && entry.reason().starts_with("named .")) {
    out.misnamed.push_back({bundle.root, bundle.path, "unknown"});
  }
  if (entry.state() != pb::BUNDLE_STATE_DONE) {
    ++out.failures[entry.failure().empty() ? state_name(entry.state())
                                           : entry.failure()];
    out.unread.push_back({bundle.root, bundle.path, state_name(entry.state()),
                          entry.failure(), entry.reason(), bytes});
  }
}

void add_unread_inside(const pb::Document& document, Statistics& out) {
  const std::string reason = store::why_unread(document);
  if (document.container().empty() || reason.empty()) {
    return;
  }
  const bool skipped = document.head().format().empty();
  for (const pb::PathRef& ref : document.paths()) {
    ++out.failures["inside"];
    out.unread.push_back({ref.root(), ref.path(),
                          skipped ? "skipped" : "partial", "inside", reason,
                          0});
  }
}

void add_document(const pb::Document& document, Statistics& out) {
  if (document.kind() != pb::DOCUMENT_KIND_CONTENT) {
    return;
  }
  const auto paths = static_cast<uint64_t>(document.paths_size());
  out.rejects += paths * document.rejected();
  out.inside += document.container().empty() ? 0 : paths;
  add_unread_inside(document, out);
  if (!document.head().format().empty()) {
    FormatCount& format = out.formats[document.head().format()];
    format.paths += paths;
    format.passages += paths * document.passages();
    format.rejects += paths * document.rejected();
  }
}

} // namespace

base::Result<Statistics> statistics(const ArchiveView& view) {
  Statistics out;
  out.counters = view.counters();
  for (const auto& shard : view.shards()) {
    TRY(shard.scan_manifest(
        [&](const store::BundleId& bundle, const pb::ManifestEntry& entry) {
          add_entry(bundle, entry, out);
          return true;
        }));
    TRY(shard.scan_documents([&](const auto&, const pb::Document& document) {
      add_document(document, out);
      return true;
    }));
  }
  const auto by_path = [](const auto& a, const auto& b) {
    return std::tie(a.root, a.path) < std::tie(b.root, b.path);
  };
  std::sort(out.unread.begin(), out.unread.end(), by_path);
  std::sort(out.misnamed.begin(), out.misnamed.end(), by_path);
  TRY(add_ocr(view, out));
  return out;
}

} // namespace query
