// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/replay.hpp"

#include "proto/document_codec.hpp"
#include "worker/pool/last_words.hpp"

#include <algorithm>
#include <optional>

namespace pool {
namespace {

constexpr size_t k_name_bytes = 64;
constexpr size_t k_reason_bytes = 1000;

std::optional<Ending> ending_of(uint32_t result) {
  switch (static_cast<proto::ReaderResult>(result)) {
  case proto::ReaderResult::ok:
    return Ending::ok;
  case proto::ReaderResult::no_reader:
    return Ending::no_reader;
  case proto::ReaderResult::failed:
    return Ending::failed;
  case proto::ReaderResult::out_of_memory:
    return Ending::out_of_memory;
  case proto::ReaderResult::changed:
    return Ending::changed_while_read;
  }
  return std::nullopt;
}

constexpr size_t k_max_open = 32;

base::Errc errc_of(uint32_t code) {
  const bool known = code >= static_cast<uint32_t>(base::Errc::not_found) &&
                     code <= static_cast<uint32_t>(base::Errc::unavailable);
  return known ? static_cast<base::Errc>(code) : base::Errc::invalid;
}

base::Result<Heard> go_on(base::Result<void> sunk) {
  TRY(std::move(sunk));
  return Heard::more;
}

} // namespace

base::Result<Heard> Replay::take(const pb::ReaderReply& reply) {
  if (reply.id() != m_id) {
    return reply.id() < m_id && !m_has_begun ? Heard::stale : Heard::rubbish;
  }
  m_has_begun = true;
  switch (reply.body_case()) {
  case pb::ReaderReply::kChosen:
    m_outcome.reader = clean_text(reply.chosen().reader().name(), k_name_bytes);
    m_outcome.reader_version = reply.chosen().reader().version();
    m_outcome.format = clean_text(reply.chosen().format(), k_name_bytes);
    return Heard::more;
  case pb::ReaderReply::kBatch:
    return take_batch(reply.batch());
  case pb::ReaderReply::kTick:
    return m_sink != nullptr ? go_on(m_sink->progress()) : Heard::more;
  case pb::ReaderReply::kDone:
    return take_done(reply.done());
  default:
    return Heard::rubbish;
  }
}

base::Result<Heard> Replay::take_batch(const pb::ReaderBatch& batch) {
  for (const pb::ReaderItem& item : batch.items()) {
    TRY_ASSIGN(const Heard heard, take_item(item));
    if (heard != Heard::more) {
      return heard;
    }
  }
  return Heard::more;
}

// The file's own document comes first and alone; what is inside stands within
// it, each deeper by one name or more.
bool Replay::may_begin(const pb::DocumentHead& head) const {
  const auto names = static_cast<size_t>(head.member_size());
  return m_open == 0 ? !m_begun && names == 0
                     : names >= m_open && m_open < k_max_open;
}

base::Result<Heard> Replay::take_item(const pb::ReaderItem& item) {
  const bool begins = item.body_case() == pb::ReaderItem::kBegin;
  if (m_sink == nullptr || (begins ? !may_begin(item.begin()) : m_open == 0)) {
    return Heard::rubbish;
  }
  switch (item.body_case()) {
  case pb::ReaderItem::kBegin:
    m_begun = true;
    ++m_open;
    return go_on(m_sink->begin(proto::decode(item.begin())));
  case pb::ReaderItem::kFact:
    return go_on(m_sink->fact(proto::decode(item.fact())));
  case pb::ReaderItem::kPassage:
    return go_on(m_sink->passage(proto::decode(item.passage())));
  case pb::ReaderItem::kKey:
    return go_on(m_sink->key(proto::decode(item.key())));
  case pb::ReaderItem::kReject:
    return go_on(m_sink->reject(proto::decode(item.reject())));
  case pb::ReaderItem::kEnd:
    --m_open;
    return go_on(m_sink->end());
  default:
    return Heard::rubbish;
  }
}

Heard Replay::take_done(const pb::ReaderDone& done) {
  const auto ending = ending_of(done.result());
  const size_t hash_bytes = done.content_hash().size();
  const bool hash_fits =
      hash_bytes == 0 || hash_bytes == base::Hash128().bytes.size();
  if (!ending || !hash_fits || (*ending == Ending::ok && m_open > 0)) {
    return Heard::rubbish;
  }
  m_outcome.ending = *ending;
  m_outcome.code = errc_of(done.code());
  m_outcome.reason = clean_text(done.message(), k_reason_bytes);
  m_outcome.peak_memory = done.peak_memory();
  if (hash_bytes != 0) {
    auto& bytes = m_outcome.content.emplace().bytes;
    std::copy(done.content_hash().begin(), done.content_hash().end(),
              bytes.begin());
  }
  for (const pb::ReaderStamp& stamp : done.stamps()) {
    m_outcome.stamps.push_back({stamp.path(), stamp.size(), stamp.mtime_ns(),
                                stamp.ctime_ns(), stamp.inode()});
  }
  return Heard::answer;
}

} // namespace pool
