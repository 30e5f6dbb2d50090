// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/domain/document.hpp"
#include "proto/reader_frames.hpp"

#include <cstddef>
#include <functional>

namespace child {

// Sends one reply; fails when the worker is gone.
using Send = std::function<base::Result<void>(const pb::ReaderReply&)>;

// What a reader finds, sent to the worker in batches of about 64 KiB and at
// least every quarter of a second, so that the worker knows it is alive.
// flush() before the answer. One item may have at most 1 MiB (Errc::limit).
class Batches : public domain::DocumentSink {
public:
  Batches(uint64_t id, Send send, base::Clock clock);
  // Asked before each reply, for ReaderReply::unpacked.
  void tell_unpacked(std::function<uint64_t()> unpacked) {
    m_unpacked = std::move(unpacked);
  }

  base::Result<void> begin(domain::DocumentHead head) override;
  base::Result<void> fact(domain::Fact fact) override;
  base::Result<void> passage(domain::Passage passage) override;
  base::Result<void> key(domain::Key key) override;
  base::Result<void> reject(domain::Reject reject) override;
  base::Result<void> end() override;
  base::Result<void> progress() override;

  base::Result<void> flush();

private:
  pb::ReaderItem& add() { return *m_reply.mutable_batch()->add_items(); }
  base::Result<void> added(const pb::ReaderItem& item);
  base::Result<void> send(pb::ReaderReply& reply);

  Send m_send;
  std::function<uint64_t()> m_unpacked = [] { return 0; };
  base::Clock m_clock;
  pb::ReaderReply m_reply;
  size_t m_bytes = 0;
  base::Nanoseconds m_sent_at;
};

} // namespace child
