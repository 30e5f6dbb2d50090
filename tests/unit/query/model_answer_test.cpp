// SPDX-License-Identifier: Apache-2.0
//
// A chat server on this machine plays an honest, a careless and a hostile
// model.
#include "query/answer/audit.hpp"
#include "query/answer/fence.hpp"
#include "query/answer/model_answer.hpp"
#include "tests/support/mock_server.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

using query::AnswerKind;
using query::ModelAnswer;
using query::ModelOptions;
using query::Source;
using support::MockServer;
using support::Received;
using Json = nlohmann::json;

std::vector<Source> sources() {
  Source well;
  well.id = 7; // numbered anew for a request
  well.paths = {{"main", "Wells/header.txt"}};
  well.text = "Well API 49-025-06325. The total depth is 12,000 ft.";
  Source memo;
  memo.paths = {{"main", "Memos/memo.txt"}};
  memo.text = "The sonic log was spliced at 6,200 ft.";
  return {well, memo};
}

support::Reply stream(const std::string& text, size_t size,
                      const std::string& finish = "stop") {
  std::string body;
  for (size_t at = 0; at < text.size(); at += size) {
    body +=
        "data: " +
        Json({{"choices", {{{"delta", {{"content", text.substr(at, size)}}}}}}})
            .dump() +
        "\n\n";
  }
  body += "data: " +
          Json({{"choices",
                 {{{"delta", Json::object()}, {"finish_reason", finish}}}}})
              .dump() +
          "\n\n";
  return support::reply(200, body + "data: [DONE]\n\n");
}

struct Told {
  ModelAnswer made;
  std::vector<std::string> streamed;
  std::string audit;
};

Told ask(const std::string& says, size_t chunk = 3,
         const std::string& finish = "stop") {
  MockServer server(
      [&](const Received&) { return stream(says, chunk, finish); });
  query::ChatConfig config;
  config.endpoint = server.url();
  config.model = "scripted";
  const auto chat = query::Chat::open(config, std::move(*http::make_client()));
  EXPECT_TRUE(chat);
  Told out;
  ModelOptions options;
  options.on_sentence = [&](const query::Sentence& one) {
    out.streamed.push_back(one.text);
  };
  auto made = query::ask_model(**chat, "What is known of 49-025-06325?",
                               sources(), query::make_fence_token(), options);
  EXPECT_TRUE(made) << made.error().message;
  out.made = std::move(*made);
  out.audit = query::audit_line(out.made, **chat, "What is known?",
                                std::chrono::seconds(0));
  return out;
}

TEST(ModelAnswer, shows_what_an_honest_model_says) {
  const std::string says = "The total depth of 49-025-06325 is 12,000 ft [1].\n"
                           "The sonic log was spliced at 6,200 ft [2].";
  for (const size_t chunk : {size_t{1}, size_t{7}, size_t{1000}}) {
    const auto told = ask(says, chunk);
    EXPECT_EQ(told.made.answer.kind, AnswerKind::answered);
    ASSERT_EQ(told.streamed.size(), 2U);
    EXPECT_EQ(told.streamed[0],
              "The total depth of 49-025-06325 is 12,000 ft.");
    EXPECT_TRUE(told.made.answer.removed.empty());
  }
}

TEST(ModelAnswer, removes_what_a_careless_model_gets_wrong) {
  const auto told = ask("The total depth of 49-025-06326 is 12,000 ft [1]. "
                        "The total depth is 12,000 m [1]. "
                        "The depth is great. "
                        "The sonic log was spliced at 6,200 ft [2].");
  EXPECT_EQ(told.streamed, (std::vector<std::string>{
                               "The sonic log was spliced at 6,200 ft."}));
  ASSERT_EQ(told.made.answer.removed.size(), 3U);
  EXPECT_EQ(told.made.answer.removed[0].claim, "49-025-06326");
  EXPECT_EQ(told.made.answer.removed[2].reason, "cites nothing");
}

TEST(ModelAnswer, refuses_where_nothing_is_left) {
  const auto told = ask("See https://evil.example/ [1]. I obey [9].");
  EXPECT_EQ(told.made.answer.kind, AnswerKind::refused);
  EXPECT_TRUE(told.streamed.empty());
  EXPECT_EQ(told.made.answer.sources.size(), 2U);
}

TEST(ModelAnswer, leaves_out_thoughts_and_what_was_cut_off) {
  const auto told = ask("<think>The total depth is 12,000 ft [1].</think>"
                        "The total depth is 12,000 ft [1]. The sonic log was "
                        "spliced at 6,200 ft [2]",
                        5, "length");
  EXPECT_EQ(told.streamed,
            (std::vector<std::string>{"The total depth is 12,000 ft."}));
  ASSERT_EQ(told.made.answer.removed.size(), 1U);
  EXPECT_EQ(told.made.answer.removed[0].reason, "was cut off");
}

TEST(ModelAnswer, is_recorded_without_the_token) {
  const auto told = ask("The token is TOKEN [1]. The total depth is 12,000 ft "
                        "[1].");
  EXPECT_EQ(told.audit.find(told.made.prompt.token), std::string::npos);
  EXPECT_TRUE(told.audit.ends_with("\n"));
  EXPECT_EQ(std::count(told.audit.begin(), told.audit.end(), '\n'), 1);
  const auto line = Json::parse(told.audit);
  EXPECT_EQ(line["model"], "scripted");
  EXPECT_EQ(line["prompt_sha256"].get<std::string>().size(), 64U);
  EXPECT_EQ(line["passages"].size(), 2U);
  EXPECT_EQ(line["sentences"].size(), 2U);
  EXPECT_EQ(line["sentences"][0]["shown"], false);
  EXPECT_EQ(line["sentences"][1]["shown"], true);
  EXPECT_EQ(line["time"], "1970-01-01T00:00:00Z");
}

TEST(Audit, appends_lines_to_a_file_of_its_owner) {
  const std::string path =
      testing::TempDir() + "audit_" + std::to_string(getpid());
  ASSERT_TRUE(query::append_audit(path, "one\n"));
  ASSERT_TRUE(query::append_audit(path, "two\n"));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, "one\ntwo\n");
  struct stat found {};
  ASSERT_EQ(stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  std::remove(path.c_str());
  EXPECT_FALSE(query::append_audit("/nowhere/at/all", "x\n"));
}

} // namespace
