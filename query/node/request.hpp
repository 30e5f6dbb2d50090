// SPDX-License-Identifier: Apache-2.0
//
// What a query node may be asked, as plain values, and its bytes
// (proto/node.proto, docs/format/node.md). Pure; safe from any thread.
#pragma once

#include "core/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace node {

inline constexpr uint8_t k_frame_version = 1;
// Of a request in either form; larger ones are not read.
inline constexpr size_t k_most_request = size_t{1} << 20;
// Of an answer; what is larger is refused, and a client answers it itself.
inline constexpr size_t k_most_answer = size_t{48} << 20;
inline constexpr size_t k_most_question = 16'384; // bytes
inline constexpr size_t k_most_where = 100;
inline constexpr size_t k_most_identifiers = 10'000;
inline constexpr size_t k_most_text = 4'096; // of a condition, an identifier
inline constexpr uint64_t k_most_hits = 100'000;
inline constexpr std::chrono::milliseconds k_most_deadline{600'000};
// That an answer to a question in prose quotes, where nobody says how many.
inline constexpr uint64_t k_passages_asked = 4;

// As query::HnswMode; numbers are sent.
enum class Hnsw : uint32_t { off = 1, automatic = 2, on = 3 };

struct Search {
  std::string question;
  std::vector<std::string> where; // as --where takes them
  uint64_t limit = 10;
  uint64_t per_document = 2;
  Hnsw hnsw = Hnsw::off;
  bool no_embedder = false; // rank by words and keys
  bool explain = false;
  bool json = false;
  friend bool operator==(const Search&, const Search&) = default;
};

// As `keybed ask` without a model; `explain` of its question is not looked at.
struct Ask {
  Search question;
  bool context = false; // print the text of every source
  friend bool operator==(const Ask&, const Ask&) = default;
};

struct Lookup {
  std::vector<std::string> identifiers;
  std::string family;
  uint64_t limit = 1000;
  bool ocr = false;
  bool listed = false;
  bool no_card = false;
  bool csv = false;
  bool json = false;
  friend bool operator==(const Lookup&, const Lookup&) = default;
};

struct Facts {
  std::string key;
  uint64_t limit = 50;
  bool json = false;
  friend bool operator==(const Facts&, const Facts&) = default;
};

struct Stats {
  bool json = false;
  friend bool operator==(const Stats&, const Stats&) = default;
};

// Answered at once, without the archive: "I am here".
struct Health {
  friend bool operator==(const Health&, const Health&) = default;
};

using Question = std::variant<Search, Lookup, Facts, Stats, Health, Ask>;

struct Request {
  uint64_t id = 0;
  std::string token;
  std::string program; // of the client; "" from HTTP
  std::chrono::milliseconds deadline{0};
  bool log = false;
  std::string archive; // as the client wrote it, for messages
  Question question;
  friend bool operator==(const Request&, const Request&) = default;
};

// What a command would have printed, and its exit code.
struct Answer {
  int exit = 0;
  std::string out;
  std::string err;
  std::string log; // lines for --query-log, if asked for
  friend bool operator==(const Answer&, const Answer&) = default;
};

// Numbers are sent.
enum class ReplyState : uint32_t {
  accepted = 1, // it waits or is being answered
  done = 2,
  refused = 3, // not answered, `reason` says why
};

// Numbers are sent.
enum class Refusal : uint32_t {
  none = 0,
  invalid = 1,   // the request breaks a rule
  token = 2,     // not the node's
  program = 3,   // the client is another build
  busy = 4,      // so many wait already
  late = 5,      // its deadline passed
  ending = 6,    // the node is going
  too_large = 7, // the answer
  failed = 8,    // unexpectedly
  cannot = 9,    // not by this node: it has no embedder
};

struct Reply {
  uint64_t id = 0;
  ReplyState state = ReplyState::done;
  Refusal refusal = Refusal::none;
  std::string reason; // of a refusal
  Answer answer;
  friend bool operator==(const Reply&, const Reply&) = default;
};

// Whether every field is within its limit; Errc::invalid says which is not.
base::Result<void> check(const Question& question);

std::string encode(const Request& request);
std::string encode(const Reply& reply);

// Of what a peer sent: a known version, a known message, within its limits.
// Errc::corrupt or Errc::invalid otherwise. Never throws, whatever the bytes.
base::Result<Request> decode_request(std::string_view frame);
base::Result<Reply> decode_reply(std::string_view frame);

} // namespace node
