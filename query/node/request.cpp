// SPDX-License-Identifier: Apache-2.0
#include "query/node/request.hpp"

#include "proto/node.pb.h"

#include <algorithm>
#include <string>
#include <utility>

namespace node {
namespace {

tl::unexpected<base::Error> bad(const std::string& why) {
  return base::fail(base::Errc::corrupt, "message of a query node: " + why);
}

base::Result<void> within(size_t size, size_t most, const char* what) {
  if (size <= most) {
    return {};
  }
  return base::fail(base::Errc::invalid,
                    std::string(what) + ": " + std::to_string(size) +
                        ", and at most " + std::to_string(most) +
                        " are answered");
}

base::Result<void> texts_within(const std::vector<std::string>& texts,
                                const char* what) {
  for (const std::string& text : texts) {
    TRY(within(text.size(), k_most_text, what));
  }
  return {};
}

base::Result<void> check(const Search& one) {
  TRY(within(one.question.size(), k_most_question, "bytes of the question"));
  TRY(within(one.where.size(), k_most_where, "conditions"));
  TRY(texts_within(one.where, "bytes of a condition"));
  TRY(within(one.limit, k_most_hits, "limit"));
  return within(one.per_document, k_most_hits, "per_document");
}

base::Result<void> check(const Ask& one) {
  return check(one.question);
}

base::Result<void> check(const Lookup& one) {
  TRY(within(one.identifiers.size(), k_most_identifiers, "identifiers"));
  TRY(texts_within(one.identifiers, "bytes of an identifier"));
  TRY(within(one.family.size(), k_most_text, "bytes of the family"));
  return within(one.limit, k_most_hits, "limit");
}

base::Result<void> check(const Facts& one) {
  TRY(within(one.key.size(), k_most_text, "bytes of the key"));
  return within(one.limit, k_most_hits, "limit");
}

base::Result<void> check(const Stats&) {
  return {};
}

base::Result<void> check(const Health&) {
  return {};
}

void put(const Search& from, pb::NodeSearch& out) {
  out.set_question(from.question);
  for (const std::string& where : from.where) {
    out.add_where(where);
  }
  out.set_limit(from.limit);
  out.set_per_document(from.per_document);
  out.set_hnsw(static_cast<uint32_t>(from.hnsw));
  out.set_no_embedder(from.no_embedder);
  out.set_explain(from.explain);
  out.set_json(from.json);
}

void put(const Search& from, pb::NodeRequest& to) {
  put(from, *to.mutable_search());
}

void put(const Ask& from, pb::NodeRequest& to) {
  put(from.question, *to.mutable_ask()->mutable_question());
  to.mutable_ask()->set_context(from.context);
}

void put(const Lookup& from, pb::NodeRequest& to) {
  auto& out = *to.mutable_lookup();
  for (const std::string& identifier : from.identifiers) {
    out.add_identifiers(identifier);
  }
  out.set_family(from.family);
  out.set_limit(from.limit);
  out.set_ocr(from.ocr);
  out.set_listed(from.listed);
  out.set_no_card(from.no_card);
  out.set_csv(from.csv);
  out.set_json(from.json);
}

void put(const Facts& from, pb::NodeRequest& to) {
  auto& out = *to.mutable_facts();
  out.set_key(from.key);
  out.set_limit(from.limit);
  out.set_json(from.json);
}

void put(const Stats& from, pb::NodeRequest& to) {
  to.mutable_stats()->set_json(from.json);
}

void put(const Health&, pb::NodeRequest& to) {
  to.mutable_health();
}

base::Result<Search> get(const pb::NodeSearch& from) {
  if (from.hnsw() < 1 || from.hnsw() > static_cast<uint32_t>(Hnsw::on)) {
    return bad("unknown use of graphs");
  }
  return Search{from.question(),
                {from.where().begin(), from.where().end()},
                from.limit(),
                from.per_document(),
                static_cast<Hnsw>(from.hnsw()),
                from.no_embedder(),
                from.explain(),
                from.json()};
}

base::Result<Question> get(const pb::NodeAsk& from) {
  TRY_ASSIGN(Search question, get(from.question()));
  return Question(Ask{std::move(question), from.context()});
}

Question get(const pb::NodeLookup& from) {
  return Lookup{{from.identifiers().begin(), from.identifiers().end()},
                from.family(),
                from.limit(),
                from.ocr(),
                from.listed(),
                from.no_card(),
                from.csv(),
                from.json()};
}

base::Result<Question> question_of(const pb::NodeRequest& from) {
  using R = pb::NodeRequest;
  switch (from.body_case()) {
  case R::kSearch:
    return get(from.search()).map([](Search one) { return Question(one); });
  case R::kAsk:
    return get(from.ask());
  case R::kLookup:
    return get(from.lookup());
  case R::kFacts:
    return Question(
        Facts{from.facts().key(), from.facts().limit(), from.facts().json()});
  case R::kStats:
    return Question(Stats{from.stats().json()});
  case R::kHealth:
    return Question(Health{});
  case R::BODY_NOT_SET:
    break;
  }
  return bad("no question of this version");
}

template <typename Message>
std::string framed(const Message& message) {
  std::string frame(1, static_cast<char>(k_frame_version));
  message.AppendToString(&frame);
  return frame;
}

template <typename Message>
base::Result<Message> parsed(std::string_view frame, size_t most) {
  if (frame.size() > most) {
    return bad("too long");
  }
  if (frame.empty() || static_cast<uint8_t>(frame[0]) != k_frame_version) {
    return bad("unknown version");
  }
  Message out;
  if (!out.ParseFromArray(frame.data() + 1,
                          static_cast<int>(frame.size() - 1))) {
    return bad("not a message");
  }
  return out;
}

} // namespace

base::Result<void> check(const Question& question) {
  return std::visit([](const auto& one) { return check(one); }, question);
}

std::string encode(const Request& request) {
  pb::NodeRequest out;
  out.set_id(request.id);
  out.set_token(request.token);
  out.set_program(request.program);
  out.set_deadline_ms(static_cast<uint32_t>(
      std::clamp(request.deadline, std::chrono::milliseconds(0),
                 k_most_deadline)
          .count()));
  out.set_log(request.log);
  out.set_archive(request.archive);
  std::visit([&](const auto& one) { put(one, out); }, request.question);
  return framed(out);
}

std::string encode(const Reply& reply) {
  pb::NodeReply out;
  out.set_id(reply.id);
  out.set_state(static_cast<uint32_t>(reply.state));
  out.set_refusal(static_cast<uint32_t>(reply.refusal));
  out.set_reason(reply.reason);
  out.set_exit(reply.answer.exit);
  out.set_out(reply.answer.out);
  out.set_err(reply.answer.err);
  out.set_log(reply.answer.log);
  return framed(out);
}

base::Result<Request> decode_request(std::string_view frame) {
  TRY_ASSIGN(const auto from, parsed<pb::NodeRequest>(frame, k_most_request));
  Request out;
  out.id = from.id();
  out.token = from.token();
  out.program = from.program();
  out.deadline = std::chrono::milliseconds(from.deadline_ms());
  out.log = from.log();
  out.archive = from.archive();
  TRY_ASSIGN(out.question, question_of(from));
  TRY(within(out.token.size(), k_most_text, "bytes of the token"));
  TRY(within(out.program.size(), k_most_text, "bytes of the program"));
  TRY(within(out.archive.size(), k_most_text, "bytes of the archive's path"));
  if (out.deadline > k_most_deadline) {
    return base::fail(base::Errc::invalid,
                      "deadline: at most " +
                          std::to_string(k_most_deadline.count()) + " ms");
  }
  TRY(check(out.question));
  return out;
}

base::Result<Reply> decode_reply(std::string_view frame) {
  TRY_ASSIGN(auto from,
             parsed<pb::NodeReply>(frame, k_most_answer + k_most_request));
  if (from.state() < 1 ||
      from.state() > static_cast<uint32_t>(ReplyState::refused)) {
    return bad("unknown state of a reply");
  }
  if (from.refusal() > static_cast<uint32_t>(Refusal::cannot)) {
    return bad("unknown refusal");
  }
  return Reply{from.id(),
               static_cast<ReplyState>(from.state()),
               static_cast<Refusal>(from.refusal()),
               std::move(*from.mutable_reason()),
               {from.exit(), std::move(*from.mutable_out()),
                std::move(*from.mutable_err()),
                std::move(*from.mutable_log())}};
}

} // namespace node
