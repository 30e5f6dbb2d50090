// SPDX-License-Identifier: Apache-2.0
#include "query/node/endpoint.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace node {
namespace {

class EndpointTest : public ::testing::Test {
protected:
  void SetUp() override {
    char pattern[] = "/tmp/keybed-node-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern), nullptr);
    m_folder = pattern;
    m_archive = m_folder + "/arch";
    std::filesystem::create_directory(m_archive);
    ::setenv("XDG_RUNTIME_DIR", m_folder.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("XDG_RUNTIME_DIR");
    std::filesystem::remove_all(m_folder);
  }
  Endpoint endpoint_of(const Claim& claim) const {
    return {4711,
            claim.archive(),
            this_program(),
            claim.zmq_endpoint(),
            "http://127.0.0.1:1",
            "token"};
  }
  std::string m_folder;
  std::string m_archive;
};

TEST_F(EndpointTest, is_found_while_its_node_lives) {
  EXPECT_FALSE(find_endpoint(m_archive));
  {
    const auto claim = Claim::make(m_archive);
    ASSERT_TRUE(claim) << claim.error().message;
    EXPECT_FALSE(find_endpoint(m_archive)) << "not published yet";
    ASSERT_TRUE(claim->publish(endpoint_of(*claim)));
    const auto found = find_endpoint(m_archive + "/../arch/");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pid, 4711U);
    EXPECT_EQ(found->token, "token");
    EXPECT_TRUE(is_alive(*found));
    struct stat info {};
    ASSERT_EQ(::stat(claim->file().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600U);
  }
  EXPECT_FALSE(find_endpoint(m_archive));
}

TEST_F(EndpointTest, is_one_for_an_archive) {
  const auto first = Claim::make(m_archive);
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->publish(endpoint_of(*first)));
  const auto second = Claim::make(m_archive);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, base::Errc::conflict);
  EXPECT_NE(second.error().message.find("runs already"), std::string::npos);
  EXPECT_TRUE(find_endpoint(m_archive)) << "the first is as it was";
}

TEST_F(EndpointTest, of_a_killed_node_is_none) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto claim = Claim::make(m_archive);
    const bool told = claim && claim->publish(endpoint_of(*claim));
    ::kill(::getpid(), told ? SIGKILL : SIGABRT);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_FALSE(find_endpoint(m_archive));
  EXPECT_TRUE(Claim::make(m_archive)) << "and another may follow";
}

TEST_F(EndpointTest, that_others_may_read_is_none) {
  const auto claim = Claim::make(m_archive);
  ASSERT_TRUE(claim);
  ASSERT_TRUE(claim->publish(endpoint_of(*claim)));
  ASSERT_EQ(::chmod(claim->file().c_str(), 0644), 0);
  EXPECT_FALSE(find_endpoint(m_archive));
}

TEST_F(EndpointTest, of_any_text_nothing_crashes) {
  const auto claim = Claim::make(m_archive);
  ASSERT_TRUE(claim);
  for (const char* text :
       {"", "{}", "[]", "{\"pid\": -1}", "{\"pid\": 1}", "nonsense",
        R"({"pid":1,"program":1,"zmq":2,"http":3,"token":4})",
        R"({"pid":1,"program":"","zmq":"ipc:///etc/x.sock","http":"",
            "token":""})"}) {
    std::ofstream(claim->file()) << text;
    ::chmod(claim->file().c_str(), 0600);
    EXPECT_FALSE(find_endpoint(m_archive)) << text;
  }
  EXPECT_FALSE(is_alive({}));
}

TEST_F(EndpointTest, needs_an_archive) {
  EXPECT_FALSE(Claim::make(m_folder + "/none"));
  EXPECT_FALSE(find_endpoint(m_folder + "/none"));
}

TEST(Token, is_new_each_time) {
  const auto a = new_token();
  const auto b = new_token();
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->size(), 64U);
  EXPECT_NE(*a, *b);
}

} // namespace
} // namespace node
