// SPDX-License-Identifier: Apache-2.0
#include "query/node/client.hpp"

#include "core/base/clock.hpp"
#include "proto/wire/socket.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace node {
namespace {

using std::chrono::milliseconds;

// Between two looks at whether the node lives.
constexpr milliseconds k_look{100};

base::Result<wire::Socket> send_to(const Endpoint& endpoint,
                                   const std::string& archive,
                                   const Asking& asking) {
  Request request;
  request.id = 1;
  request.token = endpoint.token;
  request.program = this_program();
  request.deadline = asking.deadline;
  request.log = asking.log;
  request.archive = archive;
  request.question = asking.question;
  TRY(check(request.question));
  const std::string frame = encode(request);
  if (frame.size() > k_most_request) {
    return base::fail(base::Errc::invalid, "it is too long for a node");
  }
  TRY_ASSIGN(auto socket, wire::Socket::connect(endpoint.zmq));
  TRY(socket.send("", frame));
  return socket;
}

// The next thing that the node says; Errc::limit if it says nothing by `until`.
base::Result<Reply> next(wire::Socket& socket, const Endpoint& endpoint,
                         base::Nanoseconds until) {
  while (true) {
    TRY_ASSIGN(const auto received, socket.receive());
    if (received) {
      return decode_reply(received->frame);
    }
    const auto now = base::boot_time();
    if (now >= until) {
      return base::fail(base::Errc::limit, "it does not answer in time");
    }
    if (!is_alive(endpoint)) {
      return base::fail(base::Errc::unavailable, "it has gone");
    }
    const auto left = std::chrono::duration_cast<milliseconds>(until - now);
    TRY(socket.wait(-1, std::min(k_look, left + milliseconds(1))));
  }
}

base::Result<Reply> asked(const Endpoint& endpoint, const std::string& archive,
                          const Asking& asking) {
  TRY_ASSIGN(auto socket, send_to(endpoint, archive, asking));
  TRY_ASSIGN(Reply first,
             next(socket, endpoint, base::boot_time() + asking.accept));
  if (first.state != ReplyState::accepted) {
    return first;
  }
  return next(socket, endpoint, base::boot_time() + asking.deadline);
}

} // namespace

Told ask_node(const std::string& archive, const Asking& asking) {
  const auto endpoint = find_endpoint(archive);
  if (!endpoint) {
    return {std::nullopt, "no node runs for this archive"};
  }
  auto reply = asked(*endpoint, archive, asking);
  const std::string name = fmt::format("node, process {}", endpoint->pid);
  if (!reply) {
    return {std::nullopt, name + ": " + reply.error().message};
  }
  if (reply->state != ReplyState::done) {
    return {std::nullopt, name + ": " + reply->reason};
  }
  return {std::move(reply->answer), name};
}

} // namespace node
