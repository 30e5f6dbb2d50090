// SPDX-License-Identifier: Apache-2.0
#include "worker/dispatcher.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace worker;
using namespace std::chrono_literals;

// Remembers what was done to shards; entries named "old" did not change.
struct Record {
  std::mutex mutex;
  std::set<uint64_t> read;
  int synced = 0;
  int published = 0;
  bool cancelled = false;
  bool fail_reads = false;
};

class FakeShard : public Shard {
public:
  explicit FakeShard(Record& record) : m_record(record) {}
  uint64_t epoch() const override { return 3; }
  base::Result<std::vector<std::optional<wire::Outcome>>>
  triage(const std::vector<wire::Entry>& entries) override {
    std::vector<std::optional<wire::Outcome>> outcomes;
    for (const wire::Entry& entry : entries) {
      outcomes.emplace_back();
      if (entry.path == "old") {
        outcomes.back().emplace();
        outcomes.back()->sequence = entry.sequence;
        outcomes.back()->unchanged = true;
      }
    }
    return outcomes;
  }
  base::Result<wire::Outcome> read(const wire::Entry& entry) override {
    std::lock_guard lock(m_record.mutex);
    if (m_record.fail_reads) {
      return base::fail(base::Errc::io, "disk full");
    }
    m_record.read.insert(entry.sequence);
    wire::Outcome outcome;
    outcome.sequence = entry.sequence;
    return outcome;
  }
  base::Result<void> sync() override {
    std::lock_guard lock(m_record.mutex);
    ++m_record.synced;
    return {};
  }
  base::Result<wire::Counted> count(const wire::WalkEnd& end) override {
    return wire::Counted{end.shard, {}};
  }
  base::Result<wire::ShardDone>
  finish(const wire::Sweep& sweep,
         const std::function<void(wire::Report)>& report) override {
    report({sweep.shard, 0, "row\n"});
    wire::ShardDone done;
    done.shard = sweep.shard;
    done.report_bytes = 4;
    return done;
  }
  base::Result<void> publish() override {
    std::lock_guard lock(m_record.mutex);
    ++m_record.published;
    return {};
  }

private:
  Record& m_record;
};

class FakeOpener : public ShardOpener {
public:
  Record record;
  void begin(const wire::Welcome&) override {}
  base::Result<std::unique_ptr<Shard>> open(uint32_t shard) override {
    if (shard == 9) {
      return base::fail(base::Errc::conflict, "held by process 7");
    }
    return std::unique_ptr<Shard>(std::make_unique<FakeShard>(record));
  }
  void cancel() override { record.cancelled = true; }
};

class DispatcherTest : public ::testing::Test {
protected:
  // Waits until a message of type T was posted and returns the last of them.
  template <typename T>
  T wait_for() {
    std::unique_lock lock(m_mutex);
    T found;
    bool there = m_arrived.wait_for(lock, 10s, [&] {
      for (auto& message : m_posted) {
        if (auto* one = std::get_if<T>(&message)) {
          found = *one;
          return true;
        }
      }
      return false;
    });
    EXPECT_TRUE(there);
    return found;
  }
  size_t index_of(size_t type) {
    std::lock_guard lock(m_mutex);
    for (size_t i = 0; i < m_posted.size(); ++i) {
      if (m_posted[i].index() == type) {
        return i;
      }
    }
    return m_posted.size();
  }
  void post(wire::Message message) {
    std::lock_guard lock(m_mutex);
    m_posted.push_back(std::move(message));
    m_arrived.notify_all();
  }
  static wire::Work work(std::vector<std::string> paths) {
    wire::Work work{1, {}};
    for (size_t i = 0; i < paths.size(); ++i) {
      wire::Entry entry;
      entry.sequence = i + 1;
      entry.path = paths[i];
      work.entries.push_back(entry);
    }
    return work;
  }

  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::vector<wire::Message> m_posted;
  FakeOpener m_opener;
  Dispatcher m_dispatcher{{.reading_threads = 2, .sync_every = 20ms},
                          m_opener,
                          [this](wire::Message m) { post(std::move(m)); }};
};

TEST_F(DispatcherTest, OpensAShardAndTellsItsEpoch) {
  m_dispatcher.assign(1);
  EXPECT_EQ(wait_for<wire::ShardOpened>().epoch, 3u);
}

TEST_F(DispatcherTest, TellsWhyAShardCannotBeOpened) {
  m_dispatcher.assign(9);
  EXPECT_EQ(wait_for<wire::ShardRefused>().reason, "held by process 7");
}

TEST_F(DispatcherTest, ReadsOnlyWhatChangedAndAcknowledgesAfterTheSync) {
  m_dispatcher.assign(1);
  wait_for<wire::ShardOpened>();
  m_dispatcher.work(work({"old", "new"}));
  wait_for<wire::Durable>();
  while (true) {
    std::lock_guard lock(m_opener.record.mutex);
    if (!m_opener.record.read.empty()) {
      EXPECT_EQ(m_opener.record.read, (std::set<uint64_t>{2}));
      EXPECT_GE(m_opener.record.synced, 1);
      break;
    }
  }
  EXPECT_LT(index_of(wire::Message(wire::Finished{}).index()),
            index_of(wire::Message(wire::Durable{}).index()));
}

TEST_F(DispatcherTest, AnswersTheEndOfTheWalkAndTheSweep) {
  m_dispatcher.assign(1);
  wait_for<wire::ShardOpened>();
  m_dispatcher.walk_end({1, {}});
  EXPECT_EQ(wait_for<wire::Counted>().shard, 1u);
  m_dispatcher.sweep({1, {}});
  EXPECT_EQ(wait_for<wire::ShardDone>().report_bytes, 4u);
  EXPECT_EQ(wait_for<wire::Report>().text, "row\n");
}

TEST_F(DispatcherTest, PublishesWhatChangedBeforeItStops) {
  m_dispatcher.assign(1);
  wait_for<wire::ShardOpened>();
  m_dispatcher.work(work({"new"}));
  wait_for<wire::Finished>();
  m_dispatcher.stop(false);
  while (!m_dispatcher.stopped()) {
    std::this_thread::yield();
  }
  EXPECT_EQ(m_opener.record.published, 1);
  EXPECT_FALSE(m_opener.record.cancelled);
}

TEST_F(DispatcherTest, StoppedAtOnceItDoesNotPublish) {
  m_dispatcher.assign(1);
  wait_for<wire::ShardOpened>();
  m_dispatcher.work(work({"new"}));
  wait_for<wire::Finished>();
  m_dispatcher.stop(true);
  while (!m_dispatcher.stopped()) {
    std::this_thread::yield();
  }
  EXPECT_EQ(m_opener.record.published, 0);
  EXPECT_TRUE(m_opener.record.cancelled);
}

TEST_F(DispatcherTest, AShardThatCannotGoOnIsGivenBack) {
  m_opener.record.fail_reads = true;
  m_dispatcher.assign(1);
  wait_for<wire::ShardOpened>();
  m_dispatcher.work(work({"new"}));
  EXPECT_EQ(wait_for<wire::ShardRefused>().reason, "disk full");
}

} // namespace
