// SPDX-License-Identifier: Apache-2.0
// What is split gives every byte back but separators and marks of quoting.
#include "core/base/assert.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/mbox_splitter.hpp"

namespace {

class Counter final : public readers::MboxHandler {
public:
  base::Result<void> begin(uint64_t number, uint64_t byte) override {
    ASSERT(number == m_messages + 1 && byte >= m_last);
    m_messages = number;
    m_last = byte;
    return {};
  }
  base::Result<void> bytes(std::string_view bytes) override {
    ASSERT(m_messages > 0);
    m_bytes += bytes.size();
    return {};
  }
  base::Result<bool> end(const std::string& message_id) override {
    ASSERT(message_id.size() <= 1000);
    ++m_ended;
    return true;
  }
  base::Result<void> progress() override { return {}; }
  void check(size_t size) const {
    ASSERT(m_ended == m_messages && m_bytes <= size);
  }

private:
  uint64_t m_messages = 0, m_ended = 0, m_last = 0, m_bytes = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const readers_test::MemoryFile file(
      std::string_view(reinterpret_cast<const char*>(data), size));
  const auto opened = base::open_regular(file.path());
  ASSERT(opened);
  Counter counter;
  ASSERT(readers::split_mbox(*opened, counter));
  counter.check(size);
  return 0;
}
