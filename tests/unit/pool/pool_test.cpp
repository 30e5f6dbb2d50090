// SPDX-License-Identifier: Apache-2.0
#include "pool_fixture.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using pool::Ending;

TEST_F(PoolTest, AFileBecomesADocument) {
  pool::Pool pool(options());
  domain::Collector sink(10);
  const auto outcome = must(pool.read(file("good.txt", "hello"), sink));
  EXPECT_EQ(outcome.ending, Ending::ok) << outcome.reason;
  EXPECT_EQ(outcome.reader, "mock");
  EXPECT_EQ(outcome.reader_version, 7U);
  EXPECT_EQ(outcome.format, "mock");
  EXPECT_GT(outcome.output_bytes, 0U);
  ASSERT_EQ(sink.documents().size(), 1U);
  EXPECT_TRUE(sink.documents()[0].ended);
  ASSERT_EQ(sink.documents()[0].passages.size(), 1U);
  EXPECT_EQ(sink.documents()[0].passages[0].text, "hello");
}

TEST_F(PoolTest, TheProgramSaysWhatItCanDo) {
  pool::Pool pool(options());
  const auto abilities = pool.abilities();
  ASSERT_TRUE(abilities) << abilities.error().message;
  EXPECT_EQ(abilities->detection_version, 3U);
  EXPECT_EQ(abilities->readers.at("mock"), 7U);
}

TEST_F(PoolTest, AProgramThatDoesNotStartIsAnErrorWithItsLastWords) {
  auto wanted = options();
  wanted.program = {MOCK_READER, "--die"};
  pool::Pool pool(wanted);
  domain::Collector sink(10);
  const auto outcome = pool.read(file("good.txt"), sink);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, base::Errc::unavailable);
  EXPECT_NE(outcome.error().message.find("cannot load a library"),
            std::string::npos)
      << outcome.error().message;
}

TEST_F(PoolTest, AKillFromOutsideWhileItStartsCostsNothing) {
  auto wanted = options();
  const auto log = m_folder / "starts";
  wanted.program = {MOCK_READER, "--killed", log, "3"};
  pool::Pool pool(wanted);
  const auto abilities = pool.abilities();
  ASSERT_TRUE(abilities) << abilities.error().message;
  EXPECT_EQ(std::filesystem::file_size(log), 4U);
}

TEST_F(PoolTest, AProgramThatIsKilledAtEveryStartIsGivenUp) {
  auto wanted = options();
  const auto log = m_folder / "starts";
  wanted.program = {MOCK_READER, "--killed", log, "1000"};
  pool::Pool pool(wanted);
  const auto abilities = pool.abilities();
  ASSERT_FALSE(abilities);
  EXPECT_EQ(abilities.error().code, base::Errc::unavailable);
  EXPECT_NE(abilities.error().message.find("Killed"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(log), 5U);
}

TEST_F(PoolTest, AProgramThatIsNotThereIsAnError) {
  auto wanted = options();
  wanted.program = {"/nonexistent/keybed-reader"};
  pool::Pool pool(wanted);
  const auto abilities = pool.abilities();
  ASSERT_FALSE(abilities);
  EXPECT_NE(abilities.error().message.find("cannot be run"), std::string::npos)
      << abilities.error().message;
}

TEST_F(PoolTest, AProgramOfAnotherVersionIsRefused) {
  auto wanted = options();
  wanted.program = {MOCK_READER, "--hello-version", "99"};
  pool::Pool pool(wanted);
  const auto abilities = pool.abilities();
  ASSERT_FALSE(abilities);
  EXPECT_EQ(abilities.error().code, base::Errc::conflict);
}

TEST_F(PoolTest, AProgramThatSaysNothingIsGivenUp) {
  auto wanted = options();
  wanted.program = {MOCK_READER, "--no-hello"};
  wanted.limits.start = 200ms;
  pool::Pool pool(wanted);
  const auto abilities = pool.abilities();
  ASSERT_FALSE(abilities);
  EXPECT_EQ(abilities.error().code, base::Errc::unavailable);
}

TEST_F(PoolTest, ManyThreadsShareFewChildren) {
  auto wanted = options();
  wanted.children = 2;
  wanted.recycle_after = 7;
  pool::Pool pool(wanted);
  std::vector<std::thread> threads;
  std::atomic<int> whole = 0;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 15; ++i) {
        const std::string text = std::to_string(t) + "/" + std::to_string(i);
        domain::Collector sink(10);
        const auto name =
            "good" + std::to_string(t) + "-" + std::to_string(i) + ".txt";
        const auto outcome = must(pool.read(file(name, text), sink));
        if (outcome.ending == Ending::ok &&
            sink.documents().at(0).passages.at(0).text == text) {
          ++whole;
        }
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(whole, 6 * 15);
}

TEST_F(PoolTest, StopEndsWhatRunsAndWhatWaits) {
  auto wanted = options();
  wanted.children = 1;
  pool::Pool pool(wanted);
  std::vector<pool::ReadOutcome> outcomes(3);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    threads.emplace_back(
        [&, i] { outcomes[i] = read(pool, "hang-" + std::to_string(i)); });
  }
  std::this_thread::sleep_for(200ms);
  pool.stop();
  for (auto& thread : threads) {
    thread.join();
  }
  for (const auto& outcome : outcomes) {
    EXPECT_EQ(outcome.ending, Ending::cancelled) << outcome.reason;
  }
  EXPECT_EQ(read(pool, "good.txt").ending, Ending::cancelled);
}

// Fails at the first passage.
class FailingSink : public domain::Collector {
public:
  FailingSink() : Collector(10) {}
  base::Result<void> passage(domain::Passage) override {
    return base::fail(base::Errc::io, "the disk is full");
  }
};

TEST_F(PoolTest, TheErrorOfASinkIsPassedOnAndThePoolWorksOn) {
  pool::Pool pool(options());
  FailingSink sink;
  const auto outcome = pool.read(file("flood.txt"), sink);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "the disk is full");
  EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok);
}

// Takes longer than the clock of no progress allows a child.
class SlowSink : public domain::Collector {
public:
  SlowSink() : Collector(10) {}
  base::Result<void> passage(domain::Passage passage) override {
    std::this_thread::sleep_for(900ms);
    return Collector::passage(std::move(passage));
  }
};

TEST_F(PoolTest, TimeThatTheSinkTakesIsOnNoClock) {
  auto wanted = options();
  wanted.limits.no_progress = 600ms;
  wanted.limits.whole_base = 800ms;
  pool::Pool pool(wanted);
  SlowSink sink;
  const auto outcome = must(pool.read(file("good.txt"), sink));
  EXPECT_EQ(outcome.ending, Ending::ok) << outcome.reason;
  EXPECT_LT(outcome.wall, 800ms);
}

TEST_F(PoolTest, AChildThatDiedWhileIdleIsReplacedWithoutAWord) {
  pool::Pool pool(options());
  EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok);
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (pid_t pid = 0; file >> pid;) {
      ::kill(pid, SIGKILL);
    }
  }
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok);
}

TEST_F(PoolTest, SecretsOfTheEnvironmentStayHere) {
  ::setenv("OPENAI_API_KEY", "sk-secret", 1);
  pool::Pool pool(options());
  domain::Collector sink(1000);
  must(pool.read(file("env"), sink));
  ::unsetenv("OPENAI_API_KEY");
  bool has_tmpdir = false;
  for (const auto& passage : sink.documents().at(0).passages) {
    EXPECT_EQ(passage.text.find("sk-secret"), std::string::npos);
    has_tmpdir = has_tmpdir || passage.text.starts_with(
                                   "TMPDIR=" + (m_folder / "scratch").string());
  }
  EXPECT_TRUE(has_tmpdir);
}

TEST_F(PoolTest, TemporaryFoldersAreGoneAfterwardsAndThoseOfTheDeadToo) {
  const auto left = m_folder / "scratch" / "keybed-reader-abcdef";
  std::filesystem::create_directories(left / "inside");
  {
    pool::Pool pool(options());
    read(pool, "good.txt");
    read(pool, "segv-1");
    EXPECT_FALSE(std::filesystem::exists(left));
    pool::Pool other(options()); // does not take the first one's
    EXPECT_EQ(read(pool, "good.txt").ending, Ending::ok);
  }
  EXPECT_TRUE(std::filesystem::is_empty(m_folder / "scratch"));
}

} // namespace
