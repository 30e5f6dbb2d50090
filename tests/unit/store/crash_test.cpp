// SPDX-License-Identifier: Apache-2.0
//
// What a shard is after its writer was killed, or its machine lost power.
#include "tests/unit/store/store_fixture.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>

namespace {

using namespace store_test;
using store::Match;

// This process itself never opens a shard: RocksDB's threads would be missing
// in the processes that it forks.
class Crash : public StoreTest {
protected:
  // Runs `body` in a process of its own; what fails there fails here.
  void elsewhere(const std::function<void()>& body) {
    const pid_t child = ::fork();
    if (child == 0) {
      body();
      close();
      std::fflush(nullptr);
      ::_exit(HasFailure() ? 1 : 0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }

  static File file_of(int i) {
    const std::string name = std::to_string(i % 12);
    File file{.path = "p" + name, .text = "text " + std::to_string(i)};
    for (int line = 0; line < i % 7 * 10; ++line) {
      file.text += "\nline " + std::to_string(line);
    }
    file.identifiers = {"ID-" + std::to_string(i), "SHARED-" + name};
    file.path_identifiers = {"SHARED-" + name};
    return file;
  }

  // In a process of its own: files without end, a publish now and then; a byte
  // into `out` after each step.
  [[noreturn]] void work(int out, int from) {
    m_options.stage_bytes = 2000;
    for (int i = from; i < from + 100000; ++i) {
      put(writer(), file_of(i));
      if (i % 3 == 0) {
        take(writer().publish());
      }
      if (::write(out, "x", 1) != 1) {
        break;
      }
    }
    ::_exit(0);
  }

  // Kills the worker somewhere after `steps` steps.
  void run_and_kill(int steps, int from) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      work(ends[1], from);
    }
    ::close(ends[1]);
    char byte = 0;
    for (int i = 0; i < steps; ++i) {
      ASSERT_EQ(::read(ends[0], &byte, 1), 1);
    }
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]);
    EXPECT_TRUE(WIFSIGNALED(status));
  }

  void lose_power() {
    for (int i = 0; i < 5; ++i) {
      put(writer(), file_of(i));
    }
    ok(writer().sync());
    const auto log_of = [](const std::string& db) {
      std::string out;
      for (const auto& entry : fs::directory_iterator(db)) {
        if (entry.path().extension() == ".log" && entry.path().string() > out) {
          out = entry.path();
        }
      }
      return out;
    };
    const auto synced = fs::file_size(log_of(shard_path() + "/db"));
    for (int i = 5; i < 9; ++i) {
      put(writer(), file_of(i));
    }
    const std::string copy = m_folder.path() + "/copy";
    fs::create_directories(copy);
    fs::copy(shard_path() + "/db", copy + "/db");
    close();
    fs::remove_all(shard_path());
    const auto whole = fs::file_size(log_of(copy + "/db"));
    ASSERT_GT(whole, synced);
    std::mt19937 random(5);
    for (int i = 0; i < 8; ++i) {
      fs::copy(copy, shard_path(), fs::copy_options::recursive);
      const auto cut = i == 0 ? synced : synced + random() % (whole - synced);
      fs::resize_file(log_of(shard_path() + "/db"), cut);
      const auto shard = published();
      EXPECT_EQ(problems(shard), "") << "cut at " << cut;
      for (int f = 0; f < 5; ++f) {
        EXPECT_EQ(found(shard, "ID-" + std::to_string(f), Match::exact).size(),
                  1U);
      }
      close();
      fs::remove_all(shard_path());
    }
  }

  void expect_consistent() {
    const auto shard = published();
    EXPECT_EQ(problems(shard), "");
    EXPECT_FALSE(shard.info().has_dead_rows());
    EXPECT_FALSE(fs::exists(shard_path() + "/generations/x.tmp"));
    close();
  }
};

TEST_F(Crash, a_writer_killed_at_any_moment_leaves_a_whole_shard) {
  int from = 0;
  for (const int steps : {0, 1, 2, 5, 3, 7, 1, 4, 9, 2, 6, 3}) {
    run_and_kill(steps, from);
    ASSERT_FALSE(HasFatalFailure());
    elsewhere([&] {
      if (fs::exists(shard_path() + "/CURRENT")) {
        EXPECT_EQ(problems(open_current()), "") << "as readers see it";
      }
      expect_consistent();
    });
    ASSERT_FALSE(HasFailure()) << "after " << steps << " steps";
    from += steps;
  }
}

TEST_F(Crash, what_follows_a_kill_ends_like_a_run_without_one) {
  const auto finish = [&] {
    for (int i = 0; i < 12; ++i) {
      put(writer(), file_of(i));
    }
    const auto digest = take(store::digest(published())).hex();
    std::ofstream(m_folder.path() + "/digests", std::ios::app)
        << digest << "\n";
  };
  run_and_kill(8, 100);
  elsewhere(finish);
  fs::remove_all(shard_path());
  fs::create_directories(shard_path());
  elsewhere(finish);
  std::ifstream digests(m_folder.path() + "/digests");
  std::string killed;
  std::string undisturbed;
  digests >> killed >> undisturbed;
  EXPECT_EQ(killed.size(), 32U);
  EXPECT_EQ(killed, undisturbed);
}

TEST_F(Crash, power_loss_takes_at_most_what_was_not_synced) {
  elsewhere([this] { lose_power(); });
}

} // namespace
