// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"
#include "proto/reader_frames.hpp"
#include "worker/pool/listen.hpp"
#include "worker/pool/outcome.hpp"

#include <cstdint>

namespace pool {

// Follows the replies to one request: passes items on to a sink, checks that
// documents begin and end in order, and keeps what the answer says. Pure but
// for the sink.
class Replay {
public:
  // `sink` may be null when no documents may come.
  Replay(uint64_t id, domain::DocumentSink* sink) : m_id(id), m_sink(sink) {}

  // An error is the sink's.
  base::Result<Heard> take(const pb::ReaderReply& reply);

  // What was said so far; whole after Heard::answer.
  const ReadOutcome& outcome() const { return m_outcome; }
  // The child said that it ran out of memory, and must not be used again.
  bool is_worn_out() const { return m_outcome.ending == Ending::out_of_memory; }

private:
  base::Result<Heard> take_batch(const pb::ReaderBatch& batch);
  base::Result<Heard> take_item(const pb::ReaderItem& item);
  bool may_begin(const pb::DocumentHead& head) const;
  Heard take_done(const pb::ReaderDone& done);

  const uint64_t m_id;
  domain::DocumentSink* m_sink;
  bool m_has_begun = false; // a reply to this request has come
  bool m_begun = false;     // the file's own document
  size_t m_open = 0;        // documents begun and not ended
  ReadOutcome m_outcome;
};

} // namespace pool
