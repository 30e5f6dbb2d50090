// SPDX-License-Identifier: Apache-2.0
#include "worker/verdict.hpp"

#include <algorithm>

namespace worker {
namespace {

constexpr int64_t k_settled_ns = 2'000'000'000;

bool same_file(const wire::Member& member, const pb::FileStamp& stamp) {
  return member.path == stamp.path() && member.size == stamp.size() &&
         member.mtime_ns == stamp.mtime_ns() &&
         member.ctime_ns == stamp.ctime_ns() && member.inode == stamp.inode();
}

uint32_t find_or_0(const std::map<std::string, uint32_t>& all,
                   const std::string& name) {
  auto at = all.find(name);
  return at == all.end() ? 0 : at->second;
}

bool versions_changed(const pb::ManifestEntry& manifest,
                      const Versions& versions) {
  if (manifest.detection_version() != versions.detection) {
    return true;
  }
  return !manifest.reader().empty() &&
         (manifest.reader_version() != versions.reader(manifest.reader()) ||
          manifest.tables() != versions.table(manifest.reader()) ||
          manifest.chunker_version() != versions.chunker);
}

bool is_failed(const pb::ManifestEntry& manifest) {
  return manifest.state() == pb::BUNDLE_STATE_FAILED ||
         manifest.state() == pb::BUNDLE_STATE_PARTIAL ||
         manifest.state() == pb::BUNDLE_STATE_READING ||
         manifest.state() == pb::BUNDLE_STATE_QUARANTINED;
}

// Not changed; how does it stand?
Verdict judge_settled(const pb::ManifestEntry& manifest,
                      const Versions& versions, const Wanted& wanted) {
  // The names of what could not be read hold identifiers too.
  if (manifest.keys_version() != versions.keys) {
    return Verdict::rekey;
  }
  switch (manifest.state()) {
  case pb::BUNDLE_STATE_PARTIAL:
    return wanted.embeds ? Verdict::embed : Verdict::keep;
  case pb::BUNDLE_STATE_QUARANTINED:
    return wanted.retry_quarantined ? Verdict::read : Verdict::keep;
  case pb::BUNDLE_STATE_FAILED:
    // What may go better next time: a first crash, or because it is asked for.
    return wanted.only_failed || manifest.own_crashes() > 0 ||
                   manifest.outside_kills() > 0
               ? Verdict::read
               : Verdict::keep;
  case pb::BUNDLE_STATE_DONE:
  case pb::BUNDLE_STATE_SKIPPED:
    return Verdict::keep;
  default:
    return Verdict::read;
  }
}

} // namespace

uint32_t Versions::reader(const std::string& name) const {
  return find_or_0(readers, name);
}

uint32_t Versions::table(const std::string& reader) const {
  return find_or_0(tables, reader);
}

bool waits_for_ocr(const pb::ManifestEntry& manifest,
                   const std::string& languages) {
  const bool was_read = manifest.state() == pb::BUNDLE_STATE_DONE ||
                        manifest.state() == pb::BUNDLE_STATE_PARTIAL;
  return was_read && !languages.empty() &&
         manifest.ocr_pending() + manifest.ocr_pages() > 0 &&
         manifest.ocr_languages() != languages;
}

bool stamps_differ(const wire::Entry& entry,
                   const pb::ManifestEntry& manifest) {
  if (static_cast<size_t>(manifest.files_size()) != entry.members.size()) {
    return true;
  }
  for (size_t i = 0; i < entry.members.size(); ++i) {
    if (!same_file(entry.members[i], manifest.files(static_cast<int>(i)))) {
      return true;
    }
  }
  return false;
}

bool files_changed(const wire::Entry& entry,
                   const pb::ManifestEntry& manifest) {
  return stamps_differ(entry, manifest) ||
         std::any_of(entry.members.begin(), entry.members.end(),
                     [&](const wire::Member& member) {
                       return member.mtime_ns >
                              manifest.read_at_ns() - k_settled_ns;
                     });
}

Verdict judge(const wire::Entry& entry, const pb::ManifestEntry* manifest,
              const Versions& versions, const Wanted& wanted) {
  if (wanted.only_failed && (manifest == nullptr || !is_failed(*manifest))) {
    return Verdict::left_out;
  }
  if (manifest == nullptr || files_changed(entry, *manifest) ||
      versions_changed(*manifest, versions)) {
    return Verdict::read;
  }
  if (wanted.reader_older_than > 0 && !manifest->reader().empty() &&
      manifest->reader_version() < wanted.reader_older_than) {
    return Verdict::read;
  }
  return judge_settled(*manifest, versions, wanted);
}

} // namespace worker
