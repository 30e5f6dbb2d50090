// SPDX-License-Identifier: Apache-2.0
#include "worker/report_rows.hpp"

#include "core/base/bytes.hpp"
#include "worker/bundle_reading.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace worker {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t k_piece = size_t{256} << 10;

void put_path(Json& row, std::string_view key, const std::string& path) {
  row[std::string(key)] = path; // what is not UTF-8 is replaced when printed
  if (!base::is_utf8(path)) {
    row[std::string(key) + "_base64"] = base::base64_of(path);
  }
}

std::string_view name_of(wire::State state) {
  switch (state) {
  case wire::State::done:
    return "done";
  case wire::State::partial:
    return "partial";
  case wire::State::skipped:
    return "skipped";
  case wire::State::failed:
    return "failed";
  case wire::State::quarantined:
    return "quarantined";
  case wire::State::left_out:
    break;
  }
  return "left out";
}

std::string printed(const Json& row) {
  return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void put_details(Json& row, const pb::ManifestEntry& entry) {
  uint64_t size = 0;
  for (const pb::FileStamp& file : entry.files()) {
    size += file.size();
  }
  row["bytes"] = size;
  if (!entry.format().empty()) {
    row["format"] = entry.format();
  }
  if (!entry.reader().empty()) {
    row["reader"] =
        entry.reader() + "/" + std::to_string(entry.reader_version());
  }
  if (!entry.document().empty()) {
    row["document"] = base::hex_of(entry.document());
    row["passages"] = entry.passages();
    row["rejects"] = entry.rejects();
  }
  if (!entry.failure().empty()) {
    row["failure"] = entry.failure();
    row["reason"] = entry.reason();
  }
}

} // namespace

void ReportRows::add(const store::BundleId& bundle,
                     const pb::ManifestEntry& entry) {
  wire::State state = wire_state(entry.state());
  bool before = static_cast<uint64_t>(entry.made_at_ns()) < m_walk_id;
  bool unchanged = before && state == wire::State::done;
  ++m_counts[unchanged ? 0 : static_cast<size_t>(state)];
  Json row;
  row["root"] = bundle.root;
  put_path(row, "path", bundle.path);
  row["state"] = unchanged ? "unchanged" : std::string(name_of(state));
  row["unchanged"] = before;
  put_details(row, entry);
  this->row(printed(row));
  for (int i = entry.directory() ? 0 : 1; i < entry.files_size(); ++i) {
    Json member;
    member["root"] = bundle.root;
    put_path(member, "path", entry.files(i).path());
    member["state"] = "part of another";
    member["unchanged"] = before;
    put_path(member, "part_of", bundle.path);
    ++m_members;
    this->row(printed(member));
  }
}

void ReportRows::add_inside(const store::BundleId& bundle,
                            const pb::ManifestEntry& entry,
                            const store::DocumentId& id,
                            const pb::Document& document) {
  const auto& names = document.head().member();
  const std::string unread = store::why_unread(document);
  Json row;
  row["root"] = bundle.root;
  put_path(row, "path",
           store::inside_path(bundle.path, {names.begin(), names.end()}));
  row["state"] = unread.empty()                     ? "done"
                 : document.head().format().empty() ? "skipped"
                                                    : "partial";
  row["unchanged"] = static_cast<uint64_t>(entry.made_at_ns()) < m_walk_id;
  put_path(row, "inside", bundle.path);
  if (!document.head().format().empty()) {
    row["format"] = document.head().format();
  }
  row["document"] = id.hex();
  row["passages"] = document.passages();
  row["rejects"] = document.rejected();
  if (!unread.empty()) {
    row["failure"] = "inside";
    row["reason"] = unread;
  }
  this->row(printed(row));
}

void ReportRows::row(std::string text) {
  m_text += text;
  if (m_text.size() >= k_piece) {
    flush();
  }
}

void ReportRows::flush() {
  if (!m_text.empty()) {
    m_bytes += m_text.size();
    m_write(std::exchange(m_text, {}));
  }
}

} // namespace worker
