// SPDX-License-Identifier: Apache-2.0
// The first byte picks the name, and so the reader; the rest is the file.
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>

namespace {

// The bytes as a file that has a path, with the name's ending.
class MemoryFile {
public:
  MemoryFile(const char* name, const uint8_t* data, size_t size)
      : m_fd(::memfd_create(name, 0)) {
    ASSERT(m_fd >= 0);
    ASSERT(::write(m_fd, data, size) == static_cast<ssize_t>(size));
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(m_fd); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

private:
  int m_fd;
};

void check(const domain::CollectedDocument& document) {
  ASSERT(document.ended);
  for (const auto& passage : document.passages) {
    ASSERT(!passage.text.empty() && base::is_utf8(passage.text));
    ASSERT(base::is_utf8(passage.locator.section));
  }
  for (const auto& fact : document.facts) {
    ASSERT(!fact.key.empty() && base::is_utf8(fact.text));
  }
  for (const auto& key : document.keys) {
    ASSERT(base::is_utf8(key.verbatim));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static constexpr std::array names{"csv", "html", "markdown", "text"};
  if (size == 0 || size > size_t{1} << 20) {
    return 0;
  }
  const std::string name = names[data[0] % names.size()];
  const MemoryFile file("input", data + 1, size - 1);
  auto input = readers::open_input(file.path(), {});
  ASSERT(input.has_value());
  for (const auto& reader : readers::all_readers()) {
    if (reader->name() != name) {
      continue;
    }
    domain::Collector collector(100000);
    const auto result = reader->read(*input, collector);
    ASSERT(result.has_value());
    check(collector.documents().front());
  }
  return 0;
}
