// SPDX-License-Identifier: Apache-2.0
//
// What coordinator, workers and status clients say to each other, as plain
// values; docs/format/wire.md describes the bytes. Values, no threads.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace wire {

// A file as the walk saw it. `path` is bytes, relative to the root.
struct Member {
  std::string path;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;
  uint64_t inode = 0;
  uint32_t mode = 0;
  uint32_t uid = 0;
  uint32_t gid = 0;
  friend bool operator==(const Member&, const Member&) = default;
};

// Numbers are sent.
enum class EntryKind : uint32_t {
  file = 1,               // a regular file, with its companions
  directory = 2,          // everything below a *.gdb directory
  symlink = 3,            // never followed
  special = 4,            // FIFO, socket or device; `reason` says which
  unreadable = 5,         // could not be looked at; `reason` says why
  unlisted_directory = 6, // could not be listed; what is below is kept
};

// One unit of work: a bundle, or something that gets a report row only.
struct Entry {
  uint64_t sequence = 0; // unique in one walk
  std::string root;      // name of the root
  std::string path;      // of the bundle: its main member or its directory
  EntryKind kind = EntryKind::file;
  std::string reason;
  std::vector<Member> members; // the main member first, if there is one

  uint64_t bytes() const;
  // Rows that it has in a report: its own and one for each further member.
  uint64_t paths() const;
  friend bool operator==(const Entry&, const Entry&) = default;
};

// How a bundle stands after it was dealt with. Numbers are sent.
enum class State : uint32_t {
  done = 1,
  partial = 2, // kept, and not embedded in full
  skipped = 3, // no reader, symlink, FIFO …
  failed = 4,
  quarantined = 5,
  left_out = 6, // this run was asked for other files only
};
inline constexpr uint32_t k_states = 7; // one more than the last

struct Root {
  std::string name;
  std::string path; // absolute
  friend bool operator==(const Root&, const Root&) = default;
};

// ---- worker to coordinator -------------------------------------------------

struct Hello {
  std::string host;
  uint64_t pid = 0;
  std::vector<uint32_t> offers; // shards it can hold; empty = any
  uint64_t window_bytes = 0;    // credit: bytes sent and not yet finished
  uint32_t window_entries = 0;  // credit: entries sent and not yet finished
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Both ways: the coordinator echoes it, and the worker counts its leases from
// the sending.
struct Heartbeat {
  uint64_t sent_at_ns = 0;
  friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

struct ShardOpened {
  uint32_t shard = 0;
  uint64_t epoch = 0;
  friend bool operator==(const ShardOpened&, const ShardOpened&) = default;
};

struct ShardRefused {
  uint32_t shard = 0;
  std::string reason;
  friend bool operator==(const ShardRefused&, const ShardRefused&) = default;
};

struct Outcome {
  uint64_t sequence = 0;
  State state = State::done;
  uint64_t bytes = 0;
  uint64_t passages = 0;
  uint32_t paths = 1; // of the bundle, members included
  bool unchanged = false;
  std::string failure; // class of the failure; "" if none
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Dealt with: gives the credit back. Not yet safe from a power loss.
struct Finished {
  uint32_t shard = 0;
  std::vector<Outcome> outcomes;
  friend bool operator==(const Finished&, const Finished&) = default;
};

// The acknowledgement: durable in the manifest; never sent again.
struct Durable {
  uint32_t shard = 0;
  std::vector<uint64_t> sequences;
  friend bool operator==(const Durable&, const Durable&) = default;
};

struct RootCount {
  std::string root;
  uint64_t bearing = 0; // rows that bear this walk's id
  uint64_t gone = 0;    // rows that do not and could be swept
  friend bool operator==(const RootCount&, const RootCount&) = default;
};

struct Counted {
  uint32_t shard = 0;
  std::vector<RootCount> roots;
  friend bool operator==(const Counted&, const Counted&) = default;
};

// Text of images: so many pages of a shard are dealt with, of all that wait.
struct Recognized {
  uint32_t shard = 0;
  uint64_t pages = 0;
  uint64_t of = 0;
  friend bool operator==(const Recognized&, const Recognized&) = default;
};

// A piece of the shard's part of the report; offset 0 begins it anew.
struct Report {
  uint32_t shard = 0;
  uint64_t offset = 0;
  std::string text;
  friend bool operator==(const Report&, const Report&) = default;
};

struct ShardDone {
  uint32_t shard = 0;
  uint64_t swept = 0;
  std::vector<uint64_t> rows; // bundles by State; [0] those unchanged and done
  uint64_t members = 0;       // paths that are part of another
  uint64_t report_bytes = 0;  // all of them arrived, or the report is not whole
  friend bool operator==(const ShardDone&, const ShardDone&) = default;
};

struct Goodbye {
  friend bool operator==(const Goodbye&, const Goodbye&) = default;
};

// ---- coordinator to worker -------------------------------------------------

struct Welcome {
  uint64_t walk_id = 0;
  std::vector<Root> roots;
  uint64_t heartbeat_ms = 0;
  uint64_t lease_ms = 0;
  bool only_failed = false;
  uint32_t reader_older_than = 0; // 0: not asked for
  bool retry_quarantined = false;
  friend bool operator==(const Welcome&, const Welcome&) = default;
};

struct Assign {
  uint32_t shard = 0;
  friend bool operator==(const Assign&, const Assign&) = default;
};

struct Work {
  uint32_t shard = 0;
  std::vector<Entry> entries;
  friend bool operator==(const Work&, const Work&) = default;
};

struct RootEnd {
  std::string root;
  uint64_t count = 0; // bundles sent to this shard in this walk
  bool sweep = false; // false: the walk saw a part only
  std::vector<std::string> kept_prefixes; // "dir/": could not be listed
  friend bool operator==(const RootEnd&, const RootEnd&) = default;
};

struct WalkEnd {
  uint32_t shard = 0;
  std::vector<RootEnd> roots;
  friend bool operator==(const WalkEnd&, const WalkEnd&) = default;
};

// Remove what is gone below these roots, report, publish.
struct Sweep {
  uint32_t shard = 0;
  std::vector<std::string> roots;
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

struct Stop {
  bool at_once = false;
  friend bool operator==(const Stop&, const Stop&) = default;
};

// ---- status ----------------------------------------------------------------

struct StatusRequest {
  friend bool operator==(const StatusRequest&, const StatusRequest&) = default;
};

struct StatusReply {
  std::string json;
  friend bool operator==(const StatusReply&, const StatusReply&) = default;
};

using Message =
    std::variant<Hello, Heartbeat, ShardOpened, ShardRefused, Finished, Durable,
                 Counted, Report, ShardDone, Goodbye, Welcome, Assign, Work,
                 WalkEnd, Sweep, Stop, StatusRequest, StatusReply, Recognized>;

} // namespace wire
