// SPDX-License-Identifier: Apache-2.0
// A whole message: its header, its parts, its text.
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/mail_text.hpp"
#include "worker/readers/mime_transfer.hpp"
#include "worker/readers/mime_walk.hpp"

namespace {

class Parts final : public readers::MimeHandler {
public:
  base::Result<void> message(const readers::MimePart& part) override {
    ASSERT(!m_begun);
    m_begun = true;
    look_at(part);
    return {};
  }
  base::Result<void> container(const readers::MimePart& part) override {
    look_at(part);
    return {};
  }
  base::Result<void> begin(const readers::MimePart& part) override {
    ASSERT(m_begun && !m_open);
    m_open = true;
    look_at(part);
    return {};
  }
  base::Result<void> body(std::string_view raw) override {
    ASSERT(m_open);
    readers::decode_quoted_printable(raw);
    readers::decode_base64(raw);
    return {};
  }
  base::Result<void> end() override {
    ASSERT(m_open);
    m_open = false;
    return {};
  }
  base::Result<void> progress() override { return {}; }
  bool whole() const { return m_begun && !m_open; }

private:
  static void look_at(const readers::MimePart& part) {
    ASSERT(base::is_utf8(readers::decode_words(part.header.raw("subject"))));
    for (const auto& one :
         readers::split_addresses(part.header.raw("to"), 100)) {
      ASSERT(base::is_utf8(one));
    }
    for (const auto& [name, value] : part.type.parameters) {
      ASSERT(base::is_utf8(value));
    }
  }
  bool m_begun = false;
  bool m_open = false;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const readers_test::MemoryFile file(
      std::string_view(reinterpret_cast<const char*>(data), size));
  const auto opened = base::open_regular(file.path());
  ASSERT(opened);
  Parts parts;
  readers::MimeWalk walk(*opened, parts);
  ASSERT(walk.run() && parts.whole());
  return 0;
}
