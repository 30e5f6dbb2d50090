// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/tnef.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const readers_test::MemoryFile file(bytes);
  const auto opened = base::open_regular(file.path());
  ASSERT(opened);
  const auto message =
      readers::parse_tnef(*opened, size, [] { return base::Result<void>(); });
  if (!message) {
    return 0;
  }
  for (const auto& one : message->attachments) {
    ASSERT(one.byte <= size && one.size <= size - one.byte);
    readers::mapi_attachment_name(one.properties);
  }
  const auto facts =
      readers::mail_facts_of(message->properties, message->recipients);
  ASSERT(base::is_utf8(facts.subject));
  readers::mapi_bodies(message->properties);
  readers::mapi_rtf(message->properties, 1 << 16);
  return 0;
}
