// SPDX-License-Identifier: Apache-2.0
#include "pool_fixture.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <thread>

namespace {

using namespace std::chrono_literals;
using pool::Ending;
using pool::Limit;

// Each is followed by a good file, so that none costs its neighbour.
class PoolEndings : public PoolTest {
protected:
  PoolEndings() {
    m_options = options();
    m_options.limits.no_progress = 700ms;
    m_options.limits.whole_base = 1500ms;
    m_options.limits.output_base = 8 << 20;
    m_options.limits.output_per_byte = 0;
  }

  pool::ReadOutcome ending_of(const std::string& name) const {
    pool::Pool pool(m_options);
    const auto outcome = read(pool, name);
    EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok) << "after " << name;
    return outcome;
  }

  pool::PoolOptions m_options;
};

TEST_F(PoolEndings, ACrashIsToldWithItsSignalAndTheReader) {
  const auto outcome = ending_of("segv-1");
  EXPECT_EQ(outcome.ending, Ending::crashed);
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_EQ(outcome.reader, "mock");
  EXPECT_NE(outcome.reason.find("signal 11"), std::string::npos);
}

TEST_F(PoolEndings, AnAbortIsToldWithWhatTheReaderWrote) {
  const auto outcome = ending_of("abort-1");
  EXPECT_EQ(outcome.ending, Ending::crashed);
  EXPECT_EQ(outcome.signal, SIGABRT);
  EXPECT_NE(outcome.reason.find("terminate called: broken"), std::string::npos)
      << outcome.reason;
}

TEST_F(PoolEndings, AKillFromOutsideIsNotTheFilesFault) {
  const auto outcome = ending_of("kill9-1");
  EXPECT_EQ(outcome.ending, Ending::killed_from_outside);
  EXPECT_FALSE(pool::counts_against_file(outcome.ending));
}

TEST_F(PoolEndings, SilenceReachesTheClockOfNoProgress) {
  const auto outcome = ending_of("hang-1");
  EXPECT_EQ(outcome.ending, Ending::timed_out);
  EXPECT_EQ(outcome.limit, Limit::no_progress);
  EXPECT_GE(outcome.wall, 700ms);
}

TEST_F(PoolEndings, AChildThatIgnoresSignalsIsEndedAllTheSame) {
  EXPECT_EQ(ending_of("deaf-1").limit, Limit::no_progress);
}

TEST_F(PoolEndings, EndlessProgressReachesTheClockOfTheWholeFile) {
  const auto outcome = ending_of("ticks-1");
  EXPECT_EQ(outcome.ending, Ending::timed_out);
  EXPECT_EQ(outcome.limit, Limit::whole_file);
}

TEST_F(PoolEndings, SlowProgressIsNoReasonToEndIt) {
  EXPECT_EQ(ending_of("slow-1").ending, Ending::ok);
}

TEST_F(PoolEndings, SpinningReachesTheLimitOfProcessorTime) {
  m_options.limits.no_progress = 60s;
  m_options.limits.whole_base = 60s;
  m_options.limits.cpu = 100ms;
  const auto outcome = ending_of("spin-1");
  EXPECT_EQ(outcome.ending, Ending::timed_out) << outcome.reason;
  EXPECT_EQ(outcome.limit, Limit::cpu);
}

TEST_F(PoolEndings, EndlessOutputReachesItsLimit) {
  const auto outcome = ending_of("flood-1");
  EXPECT_EQ(outcome.ending, Ending::flooded);
  EXPECT_LE(outcome.output_bytes, m_options.limits.output_base + 65536);
}

TEST_F(PoolEndings, TooMuchMemoryIsToldApartFromACrash) {
  if (pool::k_default_memory == 0) {
    GTEST_SKIP() << "memory cannot be limited under a sanitizer";
  }
  m_options.limits.memory_bytes = uint64_t{256} << 20;
  m_options.limits.no_progress = 20s;
  m_options.limits.whole_base = 20s;
  const auto outcome = ending_of("eat-1");
  EXPECT_EQ(outcome.ending, Ending::out_of_memory) << outcome.reason;
}

TEST_F(PoolEndings, AnExitCodeCanSayThatMemoryRanOut) {
  EXPECT_EQ(ending_of("exit86-1").ending, Ending::out_of_memory);
}

TEST_F(PoolEndings, LeavingWithoutAnAnswerIsACrash) {
  const auto outcome = ending_of("quiet-1");
  EXPECT_EQ(outcome.ending, Ending::crashed);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(ending_of("half-1").ending, Ending::crashed);
}

TEST_F(PoolEndings, RubbishIsAProtocolError) {
  for (const char* name : {"garbage-1", "noise-1", "otherid-1", "noend-1",
                           "nobegin-1", "closeout-1"}) {
    const auto outcome = ending_of(name);
    EXPECT_EQ(outcome.ending, Ending::protocol_error)
        << name << ": " << outcome.reason;
    EXPECT_FALSE(outcome.content);
  }
}

TEST_F(PoolEndings, WhatFollowsAnAnswerNeverReachesTheNextFile) {
  pool::Pool pool(m_options);
  for (int i = 0; i < 50; ++i) {
    read(pool, "twice-1");
    EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok);
  }
}

TEST_F(PoolEndings, WhatAHealthyReaderSaysOfAFileIsPassedOn) {
  const auto failed = ending_of("corrupt-1");
  EXPECT_EQ(failed.ending, Ending::failed);
  EXPECT_EQ(failed.reason, "byte 12: no such record");
  EXPECT_EQ(failed.code, base::Errc::corrupt);
  EXPECT_EQ(ending_of("unknown-1").ending, Ending::no_reader);
  EXPECT_EQ(ending_of("changed-1").ending, Ending::changed_while_read);
}

TEST_F(PoolEndings, ATemporaryFileBeyondTheLimitEndsTheReader) {
  m_options.limits.file_bytes = 1 << 20;
  EXPECT_EQ(ending_of("bigfile-1").ending, Ending::flooded);
}

TEST_F(PoolEndings, MuchTalkOnStandardErrorBlocksNothing) {
  EXPECT_EQ(ending_of("chatter-1").ending, Ending::ok);
  const auto outcome = ending_of("chatdie-1");
  EXPECT_EQ(outcome.ending, Ending::crashed);
  EXPECT_NE(outcome.reason.find("warning 19999"), std::string::npos);
  EXPECT_LT(outcome.reason.size(), 700U);
}

TEST_F(PoolEndings, AClosedStandardErrorCostsNoProcessorTime) {
  EXPECT_EQ(ending_of("closeerr-1").ending, Ending::ok);
}

bool is_running(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return file >> number >> name >> state && state != "Z" && state != "X";
}

TEST_F(PoolEndings, WhatAReaderStartedEndsWithIt) {
  for (const char* name : {"fork-1", "forkdie-1"}) {
    {
      pool::Pool pool(m_options);
      EXPECT_EQ(read(pool, name).ending,
                std::string(name) == "fork-1" ? Ending::ok : Ending::crashed);
    }
    pid_t pid = 0;
    std::ifstream(m_folder / (std::string(name) + ".pid")) >> pid;
    ASSERT_GT(pid, 0);
    for (int i = 0; i < 100 && is_running(pid); ++i) {
      std::this_thread::sleep_for(20ms);
    }
    EXPECT_FALSE(is_running(pid)) << name;
  }
}

} // namespace
