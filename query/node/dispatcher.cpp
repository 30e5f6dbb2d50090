// SPDX-License-Identifier: Apache-2.0
#include "query/node/dispatcher.hpp"

#include "core/base/log.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace node {
namespace {

Reply refused(uint64_t id, Refusal refusal, std::string reason) {
  Reply out;
  out.id = id;
  out.state = ReplyState::refused;
  out.refusal = refusal;
  out.reason = std::move(reason);
  return out;
}

Refusal refusal_of(base::Errc code) {
  return code == base::Errc::unsupported ? Refusal::cannot
         : code == base::Errc::limit     ? Refusal::late
                                         : Refusal::failed;
}

} // namespace

Dispatcher::Dispatcher(ViewNow view, Answerer answerer, Limits limits)
    : m_view(std::move(view)), m_answerer(std::move(answerer)),
      m_limits(limits),
      m_queue(limits.threads, limits.waiting, base::boot_time) {}

void Dispatcher::ask(Request request, std::function<void(Reply)> reply) {
  const uint64_t id = request.id;
  if (std::holds_alternative<Health>(request.question)) {
    reply({id,
           ReplyState::done,
           Refusal::none,
           "",
           {0, "{\"status\": \"ok\"}\n", "", ""}});
    return;
  }
  const auto allowed = request.deadline.count() > 0
                           ? std::min(request.deadline, k_most_deadline)
                           : m_limits.deadline;
  const base::Nanoseconds deadline = base::boot_time() + allowed;
  auto shared = std::make_shared<Request>(std::move(request));
  const bool taken = m_queue.submit(
      {deadline,
       [this, shared, deadline, reply] { reply(reply_to(*shared, deadline)); },
       [id, reply](const char* why) {
         const bool ends = std::string_view(why).starts_with("the node");
         reply(refused(id, ends ? Refusal::ending : Refusal::late, why));
       }});
  if (!taken) {
    reply(refused(id, Refusal::busy, "too many questions wait already"));
  }
}

// The one catch-all of a question: it costs its own answer and no more.
Reply Dispatcher::reply_to(const Request& request, base::Nanoseconds deadline) {
  const unsigned machine = std::max(1U, std::thread::hardware_concurrency());
  try {
    auto view = m_view();
    if (!view) {
      return refused(request.id, Refusal::failed, view.error().message);
    }
    const auto busy =
        static_cast<unsigned>(std::max<size_t>(1, m_queue.running()));
    auto answer = m_answerer(request.question, {std::move(*view), deadline,
                                                std::max(1U, machine / busy),
                                                request.log, request.archive});
    if (!answer) {
      return refused(request.id, refusal_of(answer.error().code),
                     answer.error().message);
    }
    if (answer->out.size() + answer->err.size() + answer->log.size() >
        k_most_answer) {
      return refused(request.id, Refusal::too_large,
                     "the answer is too large to be sent");
    }
    ++m_answered;
    return {request.id, ReplyState::done, Refusal::none, "",
            std::move(*answer)};
  } catch (const std::exception& error) {
    base::logger("node").error("unexpected failure: {}", error.what());
    return refused(request.id, Refusal::failed,
                   std::string("unexpected failure: ") + error.what());
  }
}

} // namespace node
