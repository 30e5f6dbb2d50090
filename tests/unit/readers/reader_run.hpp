// SPDX-License-Identifier: Apache-2.0
//
// Runs a reader over bytes in memory: a file that has no name on any disk.
#pragma once

#include "core/base/assert.hpp"
#include "core/base/fd.hpp"
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace readers_test {

struct Outcome {
  readers::Detection detection;
  bool read = false;
  std::string error;
  domain::CollectedDocument document;

  const domain::Fact* fact(std::string_view key) const {
    for (const auto& fact : document.facts) {
      if (fact.key == key) {
        return &fact;
      }
    }
    return nullptr;
  }
  std::string text(std::string_view key) const {
    const auto* found = fact(key);
    return found == nullptr ? "" : found->text;
  }
  // NaN if there is none, which equals nothing.
  double number(std::string_view key) const {
    const auto* found = fact(key);
    return found != nullptr && found->number ? *found->number : 0.0 / 0.0;
  }
  const domain::Reject* reject(std::string_view field) const {
    for (const auto& reject : document.rejects) {
      if (reject.field == field) {
        return &reject;
      }
    }
    return nullptr;
  }
  bool has_key(std::string_view family, std::string_view verbatim) const {
    return std::any_of(document.keys.begin(), document.keys.end(),
                       [&](const domain::Key& key) {
                         return key.family == family &&
                                key.verbatim == verbatim;
                       });
  }
  bool holds(std::string_view text) const {
    return std::any_of(document.passages.begin(), document.passages.end(),
                       [&](const domain::Passage& passage) {
                         return passage.text.find(text) != std::string::npos;
                       });
  }
};

// Anonymous memory as a regular file, by its name in /proc.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view bytes)
      : m_fd(::memfd_create("bytes", MFD_CLOEXEC)) {
    ASSERT(m_fd);
    while (!bytes.empty()) {
      const auto n = ::write(m_fd.get(), bytes.data(), bytes.size());
      ASSERT(n > 0);
      bytes.remove_prefix(static_cast<size_t>(n));
    }
  }
  // Longer by zeros that take no memory.
  void extend(uint64_t size) {
    ASSERT(::ftruncate(m_fd.get(), static_cast<off_t>(size)) == 0);
  }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(m_fd.get());
  }

private:
  base::Fd m_fd;
};

inline Outcome run(const readers::Reader& reader, const MemoryFile& file,
                   const std::string& extension = "") {
  auto input = readers::open_input(file.path(), {});
  ASSERT(input);
  const std::string path = input->path;
  input->path += extension.empty() ? "" : "." + extension;
  Outcome outcome;
  outcome.detection = reader.detect(*input);
  input->path = path;
  domain::Collector sink(100000);
  const auto done = reader.read(*input, sink);
  outcome.read = done.has_value();
  outcome.error = done ? "" : done.error().message;
  if (!sink.documents().empty()) {
    outcome.document = sink.documents().front();
  }
  return outcome;
}

inline Outcome run(const readers::Reader& reader, std::string_view bytes,
                   const std::string& extension = "") {
  return run(reader, MemoryFile(bytes), extension);
}

} // namespace readers_test
