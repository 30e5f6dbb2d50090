// SPDX-License-Identifier: Apache-2.0
#include "worker/path_document.hpp"

#include "core/base/bytes.hpp"
#include "worker/derive.hpp"
#include "worker/write_key.hpp"

#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>

namespace worker {
namespace {

// Facts are UTF-8. A name that is not shows its other bytes as \xNN.
std::string shown(std::string_view bytes) {
  if (base::is_utf8(bytes)) {
    return std::string(bytes);
  }
  std::string out;
  for (char c : bytes) {
    if (static_cast<unsigned char>(c) < 0x80) {
      out += c;
    } else {
      out += "\\x" + base::hex_of(std::string_view(&c, 1));
    }
  }
  return out;
}

// Looking a name up may ask a directory service; once a number is enough.
template <typename Lookup>
std::string cached_name(std::map<uint32_t, std::string>& names, uint32_t id,
                        Lookup lookup) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  auto at = names.find(id);
  if (at == names.end()) {
    at = names.emplace(id, lookup()).first;
  }
  return at->second;
}

std::string owner_name(uint32_t uid) {
  static std::map<uint32_t, std::string> names;
  return cached_name(names, uid, [uid] {
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) != 0 ||
        found == nullptr) {
      return std::to_string(uid);
    }
    return shown(found->pw_name);
  });
}

std::string group_name(uint32_t gid) {
  static std::map<uint32_t, std::string> names;
  return cached_name(names, gid, [gid] {
    group entry{};
    group* found = nullptr;
    std::array<char, 16384> buffer{};
    if (getgrgid_r(gid, &entry, buffer.data(), buffer.size(), &found) != 0 ||
        found == nullptr) {
      return std::to_string(gid);
    }
    return shown(found->gr_name);
  });
}

std::string mode_text(uint32_t mode) {
  std::string text;
  for (int shift : {9, 6, 3, 0}) {
    text += static_cast<char>('0' + ((mode >> shift) & 7));
  }
  return text;
}

domain::Fact fact(std::string key, std::string text) {
  domain::Fact one;
  one.key = std::move(key);
  one.text = std::move(text);
  return one;
}

std::string lower_ascii(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

base::Result<void> describe_name(std::string_view path,
                                 store::DocumentWriter& writer) {
  while (true) {
    size_t slash = path.find('/');
    if (slash == std::string_view::npos) {
      break;
    }
    if (slash > 0) {
      TRY(writer.fact(fact("folder", shown(path.substr(0, slash)))));
    }
    path.remove_prefix(slash + 1);
  }
  TRY(writer.fact(fact("file_name", shown(path))));
  size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && dot > 0 && dot + 1 < path.size()) {
    TRY(writer.fact(
        fact("extension", lower_ascii(shown(path.substr(dot + 1))))));
  }
  return {};
}

base::Result<void> describe_keys(std::string_view path,
                                 const domain::KeyFamilies& families,
                                 store::DocumentWriter& writer) {
  for (const FoundKey& found : keys_in_path(path, families)) {
    if (fits(found.identifier)) {
      TRY(write_key(writer, found.identifier,
                    {found.identifier.family,
                     found.verbatim,
                     {},
                     domain::KeyRole::subject}));
    }
  }
  return {};
}

} // namespace

base::Result<void> describe_path(const wire::Entry& entry,
                                 const domain::KeyFamilies& families,
                                 store::DocumentWriter& writer) {
  TRY(describe_name(entry.path, writer));
  if (!entry.members.empty()) {
    const wire::Member& main = entry.members.front();
    domain::Fact size = fact("file_size_bytes", std::to_string(entry.bytes()));
    size.number = static_cast<double>(entry.bytes());
    size.unit = "B";
    TRY(writer.fact(size));
    TRY(writer.fact(fact("owner", owner_name(main.uid))));
    TRY(writer.fact(fact("group", group_name(main.gid))));
    TRY(writer.fact(fact("mode", mode_text(main.mode))));
  }
  return describe_keys(entry.path, families, writer);
}

base::Result<void> describe_inside(const std::string& container,
                                   const std::vector<std::string>& member,
                                   const domain::KeyFamilies& families,
                                   store::DocumentWriter& writer) {
  std::string path = container;
  for (const std::string& name : member) {
    path += "/" + name;
  }
  TRY(describe_name(path, writer));
  return describe_keys(path, families, writer);
}

} // namespace worker
