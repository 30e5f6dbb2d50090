// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tool.hpp"
#include "worker/readers/warm_tools.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Tool : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    ::setenv("KEYBED_WARM_START", KEYBED_WARM, 1);
  }

  Tool() : m_file(::memfd_create("tool-test", MFD_CLOEXEC)) {
    constexpr std::string_view text = "what is in the file\n";
    EXPECT_EQ(::write(m_file.get(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }

  readers::ToolOutcome run(const std::vector<std::string>& argv,
                           readers::ToolLimits limits = {}) const {
    auto outcome = readers::run_tool(argv, m_file, limits,
                                     [] { return base::Result<void>(); });
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : readers::ToolOutcome{};
  }

  readers::ToolOutcome shell(const std::string& script,
                             readers::ToolLimits limits = {}) const {
    return run({"sh", "-c", script, "shell"}, limits);
  }

  // Of the shell, which waits from its second use on.
  void warm_up() const {
    EXPECT_EQ(shell("echo once").output, "once\n");
    EXPECT_EQ(shell("echo twice").output, "twice\n");
    ASSERT_FALSE(readers::waiting_tools().empty());
  }

  base::Fd m_file;
};

std::string said_of(const readers::ToolOutcome& outcome) {
  return std::to_string(static_cast<int>(outcome.end)) + " " +
         std::to_string(outcome.code) + "\n" + outcome.output + "\n" +
         outcome.errors;
}

TEST_F(Tool, ReadsItsFileAsDescriptorThreeFromTheFirstUseOn) {
  for (int use = 0; use < 3; ++use) {
    const auto outcome =
        run({"cat", std::string(readers::k_tool_input), "/nowhere"});
    EXPECT_EQ(outcome.output, "what is in the file\n");
    EXPECT_EQ(outcome.end, readers::ToolEnd::exited);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.errors.find("/nowhere"), std::string::npos);
  }
}

TEST_F(Tool, HasTheSameEnvironmentWhenItWaited) {
  const auto first = run({"env"});
  EXPECT_NE(first.output.find("LC_ALL=C.UTF-8"), std::string::npos);
  EXPECT_EQ(first.output.find("KEYBED"), std::string::npos);
  for (int use = 0; use < 2; ++use) {
    EXPECT_EQ(said_of(run({"env"})), said_of(first));
  }
}

TEST_F(Tool, HasTheSameArgumentsAndDescriptorsWhenItWaited) {
  const std::vector<std::string> listing = {"ls", "-1", "/proc/self/fd", ""};
  const auto first = run(listing);
  for (int use = 0; use < 2; ++use) {
    EXPECT_EQ(said_of(run(listing)), said_of(first));
  }
  EXPECT_EQ(run({"ls", "-d", "/proc"}).output, "/proc\n");
}

TEST_F(Tool, HasTheSameLimitsWhenItWaited) {
  readers::ToolLimits limits;
  limits.time = std::chrono::seconds(7);
  limits.memory = uint64_t{512} << 20;
  warm_up();
  const auto limited =
      shell("ulimit -t; ulimit -v; ulimit -c; ulimit -f", limits).output;
  EXPECT_EQ(limited, "9\n524288\n0\n0\n");
  // The next one has its own.
  EXPECT_EQ(shell("ulimit -t").output, "62\n");
}

TEST_F(Tool, IsAChildOfItsCallerWhenItWaited) {
  warm_up();
  EXPECT_EQ(shell("echo $PPID").output, std::to_string(::getpid()) + "\n");
  EXPECT_NE(shell("echo $$").output, shell("echo $$").output);
}

TEST_F(Tool, SaysHowItEndedWhenItWaited) {
  warm_up();
  EXPECT_EQ(shell("exit 7").code, 7);
  const auto killed = shell("kill -SEGV $$");
  EXPECT_EQ(killed.end, readers::ToolEnd::killed);
  EXPECT_EQ(killed.code, SIGSEGV);
  readers::ToolLimits limits;
  limits.time = std::chrono::milliseconds(200);
  EXPECT_EQ(shell("while :; do :; done", limits).end,
            readers::ToolEnd::timeout);
  limits = {};
  limits.output = 1000;
  EXPECT_EQ(shell("while :; do echo more; done", limits).end,
            readers::ToolEnd::flood);
  EXPECT_EQ(shell("echo whole").output, "whole\n");
}

TEST_F(Tool, IsStartedAnewWhereWhatWaitedIsGone) {
  const std::vector<std::string> argv = {"echo", "said"};
  const auto before = readers::waiting_tools();
  EXPECT_EQ(run(argv).output, "said\n");
  EXPECT_EQ(readers::waiting_tools().size(), before.size());
  EXPECT_EQ(run(argv).output, "said\n");
  ASSERT_EQ(readers::waiting_tools().size(), before.size() + 1);
  for (const pid_t pid : readers::waiting_tools()) {
    if (std::find(before.begin(), before.end(), pid) == before.end()) {
      ASSERT_EQ(::kill(pid, SIGKILL), 0);
    }
  }
  EXPECT_EQ(run(argv).output, "said\n");
  EXPECT_EQ(run(argv).output, "said\n");
  EXPECT_EQ(readers::waiting_tools().size(), before.size());
}

TEST_F(Tool, TakesMoreArgumentsThanOneThatWaitsIsToldOf) {
  std::vector<std::string> argv(200, "word");
  argv.front() = "printf";
  argv[1] = "%s";
  std::string expected;
  for (int i = 0; i < 198; ++i) {
    expected += "word";
  }
  for (int use = 0; use < 3; ++use) {
    EXPECT_EQ(run(argv).output, expected);
  }
}

} // namespace
