// SPDX-License-Identifier: Apache-2.0
#include "worker/child/batches.hpp"

#include "proto/document_codec.hpp"

#include <utility>

namespace child {
namespace {

constexpr size_t k_batch_bytes = 64 * 1024;
constexpr size_t k_item_bytes = size_t{1} << 20;
constexpr base::Nanoseconds k_longest_wait = std::chrono::milliseconds(250);

} // namespace

Batches::Batches(uint64_t id, Send send, base::Clock clock)
    : m_send(std::move(send)), m_clock(std::move(clock)), m_sent_at(m_clock()) {
  m_reply.set_id(id);
}

base::Result<void> Batches::begin(domain::DocumentHead head) {
  auto& item = add();
  proto::encode(head, *item.mutable_begin());
  return added(item);
}

base::Result<void> Batches::fact(domain::Fact fact) {
  auto& item = add();
  proto::encode(fact, *item.mutable_fact());
  return added(item);
}

base::Result<void> Batches::passage(domain::Passage passage) {
  auto& item = add();
  proto::encode(passage, *item.mutable_passage());
  return added(item);
}

base::Result<void> Batches::key(domain::Key key) {
  auto& item = add();
  proto::encode(key, *item.mutable_key());
  return added(item);
}

base::Result<void> Batches::reject(domain::Reject reject) {
  auto& item = add();
  proto::encode(reject, *item.mutable_reject());
  return added(item);
}

base::Result<void> Batches::end() {
  auto& item = add();
  item.set_end(true);
  return added(item);
}

base::Result<void> Batches::added(const pb::ReaderItem& item) {
  const size_t size = item.ByteSizeLong();
  if (size > k_item_bytes) {
    m_reply.mutable_batch()->mutable_items()->RemoveLast();
    return base::fail(base::Errc::limit, "one item of " + std::to_string(size) +
                                             " bytes; at most 1 MiB can be "
                                             "kept");
  }
  m_bytes += size;
  return m_bytes >= k_batch_bytes ? flush() : progress();
}

base::Result<void> Batches::progress() {
  if (m_clock() - m_sent_at < k_longest_wait) {
    return {};
  }
  if (m_bytes > 0) {
    return flush();
  }
  pb::ReaderReply tick;
  tick.set_id(m_reply.id());
  tick.mutable_tick();
  m_sent_at = m_clock();
  return send(tick);
}

base::Result<void> Batches::send(pb::ReaderReply& reply) {
  reply.set_unpacked(m_unpacked());
  return m_send(reply);
}

base::Result<void> Batches::flush() {
  if (m_bytes == 0) {
    return {};
  }
  TRY(send(m_reply));
  m_reply.mutable_batch()->Clear();
  m_bytes = 0;
  m_sent_at = m_clock();
  return {};
}

} // namespace child
