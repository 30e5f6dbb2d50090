// SPDX-License-Identifier: Apache-2.0
#include "proto/wire/codec.hpp"

#include "proto/wire.pb.h"

#include <type_traits>
#include <utility>

namespace wire {
namespace {

namespace pb = ::pb;

// ---- to protobuf -----------------------------------------------------------

void put(const Entry& from, pb::WireEntry* to) {
  to->set_sequence(from.sequence);
  to->set_root(from.root);
  to->set_path(from.path);
  to->set_kind(static_cast<uint32_t>(from.kind));
  to->set_reason(from.reason);
  for (const Member& member : from.members) {
    pb::WireMember* out = to->add_members();
    out->set_path(member.path);
    out->set_size(member.size);
    out->set_mtime_ns(member.mtime_ns);
    out->set_ctime_ns(member.ctime_ns);
    out->set_inode(member.inode);
    out->set_mode(member.mode);
    out->set_uid(member.uid);
    out->set_gid(member.gid);
  }
}

void put(const Hello& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_hello();
  out->set_host(from.host);
  out->set_pid(from.pid);
  out->mutable_offers()->Add(from.offers.begin(), from.offers.end());
  out->set_window_bytes(from.window_bytes);
  out->set_window_entries(from.window_entries);
}

void put(const Heartbeat& from, pb::WireEnvelope& to) {
  to.mutable_heartbeat()->set_sent_at_ns(from.sent_at_ns);
}

void put(const ShardOpened& from, pb::WireEnvelope& to) {
  to.mutable_shard_opened()->set_shard(from.shard);
  to.mutable_shard_opened()->set_epoch(from.epoch);
}

void put(const ShardRefused& from, pb::WireEnvelope& to) {
  to.mutable_shard_refused()->set_shard(from.shard);
  to.mutable_shard_refused()->set_reason(from.reason);
}

void put(const Finished& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_finished();
  out->set_shard(from.shard);
  for (const Outcome& outcome : from.outcomes) {
    auto* one = out->add_outcomes();
    one->set_sequence(outcome.sequence);
    one->set_state(static_cast<uint32_t>(outcome.state));
    one->set_bytes(outcome.bytes);
    one->set_passages(outcome.passages);
    one->set_paths(outcome.paths);
    one->set_unchanged(outcome.unchanged);
    one->set_failure(outcome.failure);
  }
}

void put(const Durable& from, pb::WireEnvelope& to) {
  to.mutable_durable()->set_shard(from.shard);
  to.mutable_durable()->mutable_sequences()->Add(from.sequences.begin(),
                                                 from.sequences.end());
}

void put(const Counted& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_counted();
  out->set_shard(from.shard);
  for (const RootCount& root : from.roots) {
    auto* one = out->add_roots();
    one->set_root(root.root);
    one->set_bearing(root.bearing);
    one->set_gone(root.gone);
  }
}

void put(const Recognized& from, pb::WireEnvelope& to) {
  to.mutable_recognized()->set_shard(from.shard);
  to.mutable_recognized()->set_pages(from.pages);
  to.mutable_recognized()->set_of(from.of);
}

void put(const Report& from, pb::WireEnvelope& to) {
  to.mutable_report()->set_shard(from.shard);
  to.mutable_report()->set_offset(from.offset);
  to.mutable_report()->set_text(from.text);
}

void put(const ShardDone& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_shard_done();
  out->set_shard(from.shard);
  out->set_swept(from.swept);
  out->mutable_rows()->Add(from.rows.begin(), from.rows.end());
  out->set_members(from.members);
  out->set_report_bytes(from.report_bytes);
}

void put(const Goodbye&, pb::WireEnvelope& to) {
  to.mutable_goodbye();
}

void put(const Welcome& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_welcome();
  out->set_walk_id(from.walk_id);
  for (const Root& root : from.roots) {
    auto* one = out->add_roots();
    one->set_name(root.name);
    one->set_path(root.path);
  }
  out->set_heartbeat_ms(from.heartbeat_ms);
  out->set_lease_ms(from.lease_ms);
  out->set_only_failed(from.only_failed);
  out->set_reader_older_than(from.reader_older_than);
  out->set_retry_quarantined(from.retry_quarantined);
}

void put(const Assign& from, pb::WireEnvelope& to) {
  to.mutable_assign()->set_shard(from.shard);
}

void put(const Work& from, pb::WireEnvelope& to) {
  to.mutable_work()->set_shard(from.shard);
  for (const Entry& entry : from.entries) {
    put(entry, to.mutable_work()->add_entries());
  }
}

void put(const WalkEnd& from, pb::WireEnvelope& to) {
  auto* out = to.mutable_walk_end();
  out->set_shard(from.shard);
  for (const RootEnd& root : from.roots) {
    auto* one = out->add_roots();
    one->set_root(root.root);
    one->set_count(root.count);
    one->set_sweep(root.sweep);
    for (const std::string& prefix : root.kept_prefixes) {
      one->add_kept_prefixes(prefix);
    }
  }
}

void put(const Sweep& from, pb::WireEnvelope& to) {
  to.mutable_sweep()->set_shard(from.shard);
  for (const std::string& root : from.roots) {
    to.mutable_sweep()->add_roots(root);
  }
}

void put(const Stop& from, pb::WireEnvelope& to) {
  to.mutable_stop()->set_at_once(from.at_once);
}

void put(const StatusRequest&, pb::WireEnvelope& to) {
  to.mutable_status_request();
}

void put(const StatusReply& from, pb::WireEnvelope& to) {
  to.mutable_status_reply()->set_json(from.json);
}

// ---- from protobuf ---------------------------------------------------------

auto bad(std::string_view what) {
  return base::fail(base::Errc::corrupt, "frame: " + std::string(what));
}

base::Result<Entry> get(const pb::WireEntry& from) {
  Entry to;
  to.sequence = from.sequence();
  to.root = from.root();
  to.path = from.path();
  to.reason = from.reason();
  if (from.kind() < 1 ||
      from.kind() > static_cast<uint32_t>(EntryKind::unlisted_directory)) {
    return bad("unknown kind of entry");
  }
  to.kind = static_cast<EntryKind>(from.kind());
  bool root_itself = to.kind == EntryKind::unlisted_directory && to.path == ".";
  if (to.root.empty() || (!root_itself && !is_inner_path(to.path))) {
    return bad("entry without a path inside a root");
  }
  for (const pb::WireMember& member : from.members()) {
    if (!is_inner_path(member.path())) {
      return bad("member outside its root");
    }
    to.members.push_back({member.path(), member.size(), member.mtime_ns(),
                          member.ctime_ns(), member.inode(), member.mode(),
                          member.uid(), member.gid()});
  }
  if (to.kind == EntryKind::file && to.members.empty()) {
    return bad("file without a member");
  }
  return to;
}

base::Result<Message> get(const pb::WireHello& from) {
  return Message(Hello{from.host(),
                       from.pid(),
                       {from.offers().begin(), from.offers().end()},
                       from.window_bytes(),
                       from.window_entries()});
}

base::Result<Message> get(const pb::WireFinished& from) {
  Finished to{from.shard(), {}};
  for (const pb::WireOutcome& one : from.outcomes()) {
    if (one.state() < 1 || one.state() >= k_states) {
      return bad("unknown state");
    }
    to.outcomes.push_back({one.sequence(), static_cast<State>(one.state()),
                           one.bytes(), one.passages(), one.paths(),
                           one.unchanged(), one.failure()});
  }
  return Message(std::move(to));
}

base::Result<Message> get(const pb::WireCounted& from) {
  Counted to{from.shard(), {}};
  for (const pb::WireRootCount& one : from.roots()) {
    to.roots.push_back({one.root(), one.bearing(), one.gone()});
  }
  return Message(std::move(to));
}

base::Result<Message> get(const pb::WireShardDone& from) {
  if (from.rows_size() > static_cast<int>(k_states)) {
    return bad("more states than there are");
  }
  return Message(ShardDone{from.shard(),
                           from.swept(),
                           {from.rows().begin(), from.rows().end()},
                           from.members(),
                           from.report_bytes()});
}

base::Result<Message> get(const pb::WireWelcome& from) {
  Welcome to;
  to.walk_id = from.walk_id();
  for (const pb::WireRoot& root : from.roots()) {
    if (root.name().empty() || root.path().empty() || root.path()[0] != '/') {
      return bad("root without a name or an absolute path");
    }
    to.roots.push_back({root.name(), root.path()});
  }
  to.heartbeat_ms = from.heartbeat_ms();
  to.lease_ms = from.lease_ms();
  to.only_failed = from.only_failed();
  to.reader_older_than = from.reader_older_than();
  to.retry_quarantined = from.retry_quarantined();
  if (to.heartbeat_ms == 0 || to.lease_ms < to.heartbeat_ms) {
    return bad("lease shorter than a heartbeat");
  }
  return Message(std::move(to));
}

base::Result<Message> get(const pb::WireWork& from) {
  Work to{from.shard(), {}};
  for (const pb::WireEntry& entry : from.entries()) {
    TRY_ASSIGN(Entry one, get(entry));
    to.entries.push_back(std::move(one));
  }
  return Message(std::move(to));
}

base::Result<Message> get(const pb::WireWalkEnd& from) {
  WalkEnd to{from.shard(), {}};
  for (const pb::WireRootEnd& one : from.roots()) {
    to.roots.push_back(
        {one.root(),
         one.count(),
         one.sweep(),
         {one.kept_prefixes().begin(), one.kept_prefixes().end()}});
  }
  return Message(std::move(to));
}

base::Result<Message> get(const pb::WireEnvelope& from) {
  using E = pb::WireEnvelope;
  switch (from.body_case()) {
  case E::kHello:
    return get(from.hello());
  case E::kHeartbeat:
    return Message(Heartbeat{from.heartbeat().sent_at_ns()});
  case E::kShardOpened:
    return Message(
        ShardOpened{from.shard_opened().shard(), from.shard_opened().epoch()});
  case E::kShardRefused:
    return Message(ShardRefused{from.shard_refused().shard(),
                                from.shard_refused().reason()});
  case E::kFinished:
    return get(from.finished());
  case E::kDurable:
    return Message(Durable{from.durable().shard(),
                           {from.durable().sequences().begin(),
                            from.durable().sequences().end()}});
  case E::kCounted:
    return get(from.counted());
  case E::kReport:
    return Message(Report{from.report().shard(), from.report().offset(),
                          from.report().text()});
  case E::kShardDone:
    return get(from.shard_done());
  case E::kGoodbye:
    return Message(Goodbye{});
  case E::kWelcome:
    return get(from.welcome());
  case E::kAssign:
    return Message(Assign{from.assign().shard()});
  case E::kWork:
    return get(from.work());
  case E::kWalkEnd:
    return get(from.walk_end());
  case E::kSweep:
    return Message(
        Sweep{from.sweep().shard(),
              {from.sweep().roots().begin(), from.sweep().roots().end()}});
  case E::kStop:
    return Message(Stop{from.stop().at_once()});
  case E::kStatusRequest:
    return Message(StatusRequest{});
  case E::kRecognized:
    return Message(Recognized{from.recognized().shard(),
                              from.recognized().pages(),
                              from.recognized().of()});
  case E::kStatusReply:
    return Message(StatusReply{from.status_reply().json()});
  case E::BODY_NOT_SET:
    break;
  }
  return bad("no message of this version");
}

bool shards_in_range(const Message& message) {
  return std::visit(
      [](const auto& one) {
        if constexpr (requires { one.shard; }) {
          return one.shard < k_max_shards;
        } else if constexpr (requires { one.offers; }) {
          for (uint32_t shard : one.offers) {
            if (shard >= k_max_shards) {
              return false;
            }
          }
        }
        return true;
      },
      message);
}

} // namespace

uint64_t Entry::bytes() const {
  uint64_t sum = 0;
  for (const Member& member : members) {
    sum = member.size > UINT64_MAX - sum ? UINT64_MAX : sum + member.size;
  }
  return sum;
}

uint64_t Entry::paths() const {
  if (kind == EntryKind::directory) {
    return members.size() + 1;
  }
  return members.empty() ? 1 : members.size();
}

bool is_inner_path(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) {
    return false;
  }
  while (true) {
    size_t slash = path.find('/');
    std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == "..") {
      return false;
    }
    if (slash == std::string_view::npos) {
      return true;
    }
    path.remove_prefix(slash + 1);
  }
}

std::string encode(const Message& message) {
  pb::WireEnvelope envelope;
  std::visit([&](const auto& one) { put(one, envelope); }, message);
  std::string frame(1, static_cast<char>(k_frame_version));
  envelope.AppendToString(&frame);
  return frame;
}

base::Result<Message> decode(std::string_view frame) {
  if (frame.size() > k_max_frame) {
    return bad("too long");
  }
  if (frame.empty() || static_cast<uint8_t>(frame[0]) != k_frame_version) {
    return bad("unknown version");
  }
  pb::WireEnvelope envelope;
  if (!envelope.ParseFromArray(frame.data() + 1,
                               static_cast<int>(frame.size() - 1))) {
    return bad("not a message");
  }
  TRY_ASSIGN(Message message, get(envelope));
  if (!shards_in_range(message)) {
    return bad("shard number out of range");
  }
  return message;
}

} // namespace wire
