// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/compound_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const readers_test::MemoryFile bytes(
      std::string_view(reinterpret_cast<const char*>(data), size));
  auto file = readers::CompoundFile::open(bytes.path());
  if (!file) {
    ASSERT(!file.error().message.empty());
    return 0;
  }
  for (size_t i = 0; i < file->entries().size() && i < 200; ++i) {
    const auto& entry = file->entries()[i];
    ASSERT(base::is_utf8(entry.name));
    ASSERT(entry.parent < file->entries().size());
    const auto stream = file->locate(i);
    ASSERT(stream.size <= size);
    const auto all = file->read_all(stream, size);
    ASSERT(all && all->size() == stream.size);
  }
  if (auto copy = readers::copy_storage(*file, 0, 1 << 20)) {
    const readers_test::MemoryFile again(*copy);
    auto copied = readers::CompoundFile::open(again.path());
    ASSERT(copied && copied->damage().empty());
    ASSERT(copied->entries().size() == file->entries().size());
  }
  return 0;
}
