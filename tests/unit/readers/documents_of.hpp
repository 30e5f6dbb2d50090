// SPDX-License-Identifier: Apache-2.0
//
// All documents that a container gives, its own first, and small archives
// written in a few lines.
#pragma once

#include "tests/unit/readers/read_support.hpp"
#include "worker/readers/nested.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers::test {

struct Documents {
  std::string reader;
  std::string error;
  std::vector<domain::CollectedDocument> all;

  std::string names() const { // of the members, joined by "|"
    std::string out;
    for (const auto& one : all) {
      if (one.head.member.empty()) {
        continue;
      }
      std::string name;
      for (const auto& part : one.head.member) {
        name += (name.empty() ? "" : "!/") + part;
      }
      out += (out.empty() ? "" : "|") + name;
    }
    return out;
  }
  Reading at(size_t index) const {
    Reading reading;
    if (index < all.size()) {
      reading.document = all[index];
    }
    return reading;
  }
  // The document of the member; an empty one if there is none.
  Reading member(const std::string& name) const {
    for (size_t i = 0; i < all.size(); ++i) {
      if (!all[i].head.member.empty() && all[i].head.member.back() == name) {
        return at(i);
      }
    }
    return {};
  }
};

inline Documents documents_of(const std::string& name, const std::string& bytes,
                              NestingLimits limits = {}) {
  const Folder folder;
  Documents out;
  auto input = open_input(folder.file(name, bytes), {});
  if (!input) {
    out.error = input.error().message;
    return out;
  }
  input->nesting = std::make_shared<Nesting>(input->size, limits);
  const auto choice = choose_reader(*input);
  if (choice.reader == nullptr) {
    return out;
  }
  out.reader = choice.reader->name();
  domain::Collector collector(1000000);
  const auto result = choice.reader->read(*input, collector);
  out.error = result ? "" : result.error().message;
  if (result) {
    out.all = collector.documents();
    for (const auto& document : out.all) {
      EXPECT_TRUE(document.ended);
    }
  }
  return out;
}

inline std::string little(uint64_t value, size_t bytes) {
  std::string out;
  for (size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  return out;
}

inline uint32_t crc32_of(std::string_view bytes) {
  uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
    }
  }
  return ~crc;
}

using Files = std::vector<std::pair<std::string, std::string>>;

// Members as they are, without compression.
inline std::string zip_of(const Files& files, const std::string& comment = "",
                          unsigned flags = 0) {
  std::string body;
  std::string directory;
  for (const auto& [name, bytes] : files) {
    const std::string common =
        little(flags, 2) + little(0, 2) + little(0x2A434A63, 4) +
        little(crc32_of(bytes), 4) + little(bytes.size(), 4) +
        little(bytes.size(), 4) + little(name.size(), 2) + little(0, 2);
    directory += "PK\x01\x02" + little(20, 2) + little(20, 2) + common +
                 little(0, 10) + little(body.size(), 4) + name;
    body += "PK\x03\x04" + little(20, 2) + common + name + bytes;
  }
  return body + directory + "PK\x05\x06" + little(0, 4) +
         little(files.size(), 2) + little(files.size(), 2) +
         little(directory.size(), 4) + little(body.size(), 4) +
         little(comment.size(), 2) + comment;
}

// A header of a tar and its content, filled up to whole blocks.
inline std::string tar_entry(const std::string& name, const std::string& bytes,
                             char type = '0', const std::string& target = "") {
  std::string head(512, '\0');
  const auto put = [&](size_t at, const std::string& text) {
    head.replace(at, text.size(), text);
  };
  std::array<char, 16> size{};
  std::snprintf(size.data(), size.size(), "%011zo", bytes.size());
  put(0, name);
  put(100, "0000644");
  put(124, size.data());
  put(136, "07235200000");
  put(148, "        ");
  put(156, std::string(1, type) + target);
  put(257, std::string("ustar\0"
                       "00",
                       8));
  unsigned sum = 0;
  for (const char c : head) {
    sum += static_cast<unsigned char>(c);
  }
  std::snprintf(size.data(), size.size(), "%06o", sum);
  put(148, std::string(size.data()) + std::string("\0 ", 2));
  return head + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
}

// One stored block of deflate in gzip; up to 65,535 bytes.
inline std::string gzip_of(const std::string& bytes, const std::string& name) {
  const std::string flag(1, name.empty() ? '\0' : '\x08');
  return "\x1F\x8B\x08" + flag + little(0, 4) + little(0x0300, 2) +
         (name.empty() ? "" : name + '\0') + "\x01" + little(bytes.size(), 2) +
         little(~bytes.size(), 2) + bytes + little(crc32_of(bytes), 4) +
         little(bytes.size(), 4);
}

} // namespace readers::test
