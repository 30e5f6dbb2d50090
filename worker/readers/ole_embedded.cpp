// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ole_embedded.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/compound_kind.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

std::string_view extension_of(CompoundKind kind) {
  switch (kind) {
  case CompoundKind::word:
    return ".doc";
  case CompoundKind::excel:
    return ".xls";
  case CompoundKind::powerpoint:
    return ".ppt";
  case CompoundKind::outlook:
    return ".msg";
  case CompoundKind::visio:
    return ".vsd";
  case CompoundKind::publisher:
    return ".pub";
  case CompoundKind::project:
    return ".mpp";
  case CompoundKind::works:
    return ".wps";
  default:
    return "";
  }
}

// Without bytes 1 to 31 in front, which mark streams of OLE itself.
std::string shown_name(std::string_view name) {
  while (!name.empty() && static_cast<unsigned char>(name.front()) < 0x20) {
    name.remove_prefix(1);
  }
  return clean_utf8(name);
}

std::string string_at(LittleEndian bytes, size_t& at) {
  const auto rest = bytes.bytes(at, 1024);
  const auto end = rest.find('\0');
  if (end == std::string_view::npos) {
    at = bytes.size();
    return "";
  }
  at += end + 1;
  return clean_utf8(domain::decode_text(rest.substr(0, end), {}).text);
}

std::optional<size_t> package_in(const CompoundFile& file, size_t storage) {
  for (const std::string_view name :
       {"Package", "CONTENTS", "EmbeddedOdf", "\x01Ole10Native"}) {
    if (const auto entry = file.find(name, storage)) {
      return entry;
    }
  }
  return std::nullopt;
}

// A stream of its own as a nested document; false if it is none.
base::Result<bool> read_stream(const Input& container, CompoundFile& file,
                               size_t entry, const std::string& name,
                               domain::DocumentSink& sink) {
  const auto stream = file.locate(entry);
  auto bytes = file.read_all(stream, k_most_embedded_bytes);
  if (!bytes) {
    TRY(refuse_member(sink, name, bytes.error().message));
  } else if (file.entries()[entry].name != "\x01Ole10Native") {
    TRY(read_member_bytes(container, sink, name, *bytes));
  } else {
    const auto packaged = packaged_file(*bytes);
    if (!packaged) {
      return false; // what only the program knows that made it
    }
    TRY(read_member_bytes(container, sink,
                          packaged->name.empty() ? name : packaged->name,
                          packaged->bytes));
  }
  return true;
}

} // namespace

std::optional<PackagedFile> packaged_file(std::string_view stream) {
  const LittleEndian all(stream);
  size_t at = 4;
  if (all.u16(at) != 2) {
    return std::nullopt;
  }
  at += 2;
  PackagedFile out;
  const std::string label = string_at(all, at);
  const std::string path = string_at(all, at);
  out.name = label.empty() ? path.substr(path.find_last_of("/\\") + 1) : label;
  if (all.u16(at + 2) != 3) {
    return std::nullopt; // a link
  }
  const size_t skipped = all.u32(at + 4);
  at += 8;
  if (!all.has(at, skipped) || !all.has(at + skipped, 4)) {
    return std::nullopt;
  }
  at += skipped;
  out.bytes = all.bytes(at + 4, all.u32(at));
  return out.bytes.empty() ? std::nullopt : std::optional(std::move(out));
}

bool holds_package(const CompoundFile& file, size_t storage) {
  return package_in(file, storage).has_value();
}

base::Result<bool> read_embedded(const Input& container, CompoundFile& file,
                                 size_t storage, domain::DocumentSink& sink) {
  const std::string name = shown_name(file.entries()[storage].name);
  const auto kind = compound_kind(file, storage);
  if (kind == CompoundKind::other) {
    const auto entry = package_in(file, storage);
    return entry ? read_stream(container, file, *entry, name, sink)
                 : base::Result<bool>(false);
  }
  const std::string full = name + std::string(extension_of(kind));
  auto copy = copy_storage(file, storage, k_most_embedded_bytes);
  TRY(copy ? read_member_bytes(container, sink, full, *copy)
           : refuse_member(sink, full, copy.error().message));
  return true;
}

base::Result<void> read_all_embedded(const Input& container, CompoundFile& file,
                                     size_t storage,
                                     domain::DocumentSink& sink) {
  const std::vector<size_t> children = file.entries()[storage].children;
  for (const size_t child : children) {
    const CompoundEntry& entry = file.entries()[child];
    const bool embedded =
        entry.name.starts_with('_') || entry.name.starts_with("MBD");
    if (entry.kind == CompoundEntry::Kind::storage && embedded &&
        !entry.name.starts_with("_VBA")) {
      TRY_ASSIGN([[maybe_unused]] const bool any,
                 read_embedded(container, file, child, sink));
    }
  }
  return {};
}

} // namespace readers
