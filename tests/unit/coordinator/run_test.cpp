// SPDX-License-Identifier: Apache-2.0
#include "coordinator/run.hpp"

#include <gtest/gtest.h>

namespace {

using namespace coordinator;
using namespace std::chrono_literals;

wire::Entry entry(uint64_t sequence, uint64_t size = 10,
                  const std::string& root = "arch") {
  wire::Entry one;
  one.sequence = sequence;
  one.root = root;
  one.path = "f" + std::to_string(sequence);
  one.members = {{one.path, size, 0, 0, 0, 0, 0, 0}};
  return one;
}

wire::Outcome dealt(uint64_t sequence) {
  wire::Outcome outcome;
  outcome.sequence = sequence;
  return outcome;
}

wire::Hello hello(uint64_t bytes = 1 << 20, uint32_t entries = 100) {
  return {"host", 1, {}, bytes, entries};
}

// A run whose shards are all held by worker "w".
RunState working_run(uint32_t shards = 1, wire::Hello said = hello()) {
  RunState run({.shards = shards});
  run.apply(Joined{"w", said, 0s});
  for (uint32_t i = 0; i < shards; ++i) {
    run.apply(Assigned{i, "w"});
    run.apply(Opened{i, "w", 1});
  }
  return run;
}

void deal_with(RunState& run, uint32_t shard, const std::string& worker) {
  while (auto sent = run.build_work(shard, 1000)) {
    run.apply(*sent);
    wire::Finished finished{shard, {}};
    for (uint64_t sequence : sent->sequences) {
      finished.outcomes.push_back(dealt(sequence));
    }
    run.apply(Finished{worker, finished});
    run.apply(Durable{worker, {shard, sent->sequences}});
  }
}

TEST(Run, SendsWithinTheCreditsOfTheWorker) {
  RunState run = working_run(1, hello(100'000, 3));
  for (uint64_t i = 0; i < 10; ++i) {
    run.apply(Walked{0, entry(i, i == 0 ? 90'000 : 1)});
  }
  auto sent = run.build_work(0, 1000);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->sequences, (std::vector<uint64_t>{0, 1, 2}));
  run.apply(*sent);
  EXPECT_FALSE(run.build_work(0, 1000));
  run.apply(Finished{"w", {0, {dealt(0)}}});
  EXPECT_EQ(run.build_work(0, 1000)->sequences, (std::vector<uint64_t>{3}));
}

TEST(Run, AFileLargerThanTheWindowFitsIntoAnEmptyOne) {
  RunState run = working_run(1, hello(100'000, 30));
  run.apply(Walked{0, entry(0, 1)});
  run.apply(Walked{0, entry(1, uint64_t{1} << 50)});
  auto sent = run.build_work(0, 10);
  EXPECT_EQ(sent->sequences, (std::vector<uint64_t>{0}));
  run.apply(*sent);
  EXPECT_FALSE(run.build_work(0, 10));
  run.apply(Finished{"w", {0, {dealt(0)}}});
  EXPECT_TRUE(run.build_work(0, 10));
}

TEST(Run, SendsAgainWhatWasNotDurableWhenAWorkerIsLost) {
  RunState run = working_run();
  for (uint64_t i = 0; i < 4; ++i) {
    run.apply(Walked{0, entry(i)});
  }
  run.apply(*run.build_work(0, 3));
  run.apply(Finished{"w", {0, {dealt(0), dealt(1)}}});
  run.apply(Durable{"w", {0, {0}}});
  run.apply(Left{"w", 1s});
  EXPECT_EQ(run.shards()[0].phase, Phase::free);
  run.apply(Joined{"x", hello(), 2s});
  run.apply(*run.build_assignment(2s));
  run.apply(Opened{0, "x", 2});
  EXPECT_EQ(run.build_work(0, 10)->sequences, (std::vector<uint64_t>{1, 2, 3}));
  deal_with(run, 0, "x");
  EXPECT_EQ(run.live().dealt_bundles, 4u); // none twice
}

TEST(Run, TakesNoWordFromAWorkerThatLostItsShard) {
  RunState run = working_run();
  run.apply(Walked{0, entry(0)});
  run.apply(*run.build_work(0, 3));
  run.apply(Left{"w", 1s});
  EXPECT_FALSE(run.can_apply(Finished{"w", {0, {dealt(0)}}}).has_value());
  EXPECT_FALSE(run.can_apply(Durable{"w", {0, {0}}}).has_value());
}

TEST(Run, RefusesAnEpochThatDidNotRise) {
  RunState run = working_run();
  run.apply(Left{"w", 1s});
  run.apply(Joined{"x", hello(), 2s});
  run.apply(Assigned{0, "x"});
  EXPECT_FALSE(run.can_apply(Opened{0, "x", 1}).has_value());
  EXPECT_TRUE(run.can_apply(Opened{0, "x", 2}).has_value());
}

TEST(Run, RefusesAcknowledgementsOfWhatWasNotSentOrNotFinished) {
  RunState run = working_run();
  run.apply(Walked{0, entry(0)});
  EXPECT_FALSE(run.can_apply(Finished{"w", {0, {dealt(0)}}}).has_value());
  run.apply(*run.build_work(0, 3));
  EXPECT_FALSE(run.can_apply(Durable{"w", {0, {0}}}).has_value());
  EXPECT_FALSE(
      run.can_apply(Finished{"w", {0, {dealt(0), dealt(0)}}}).has_value());
  EXPECT_FALSE(run.can_apply(Finished{"w", {5, {dealt(0)}}}).has_value());
}

TEST(Run, SharesShardsAmongTheWorkersItExpects) {
  RunState run({.shards = 4, .expected_workers = 2});
  run.apply(Joined{"a", hello(), 0s});
  run.apply(*run.build_assignment(1s));
  run.apply(*run.build_assignment(1s));
  EXPECT_FALSE(run.build_assignment(1s)) << "the rest is for the second";
  EXPECT_TRUE(run.build_assignment(60s)) << "unless it does not come";
  run.apply(Joined{"b", hello(), 2s});
  EXPECT_EQ(run.build_assignment(2s)->worker, "b");
}

TEST(Run, SharesAlsoOnAMachineThatHasBeenUpForLong) {
  RunState run({.shards = 4, .expected_workers = 2, .started = 5000s});
  run.apply(Joined{"a", hello(), 5000s});
  run.apply(*run.build_assignment(5001s));
  run.apply(*run.build_assignment(5001s));
  EXPECT_FALSE(run.build_assignment(5001s)) << "the rest is for the second";
  EXPECT_TRUE(run.build_assignment(5060s));
}

TEST(Run, GivesAShardToAWorkerThatOffersIt) {
  RunState run({.shards = 2});
  wire::Hello one = hello();
  one.offers = {1};
  run.apply(Joined{"a", one, 0s});
  EXPECT_EQ(run.build_assignment(60s)->shard, 1u);
}

TEST(Run, DoesNotAskAtOnceTheWorkerThatRefused) {
  RunState run({.shards = 1});
  run.apply(Joined{"a", hello(), 0s});
  run.apply(Assigned{0, "a"});
  run.apply(Refused{0, "a", 1s});
  EXPECT_FALSE(run.build_assignment(2s));
  EXPECT_TRUE(run.build_assignment(60s));
}

TEST(Run, EndsAShardOnlyWhenEverythingIsDurable) {
  RunState run = working_run();
  run.apply(Walked{0, entry(0)});
  EXPECT_FALSE(run.build_walk_end(0)) << "the walk goes on";
  run.apply(WalkOver{{{"arch", true, {"locked/"}}}});
  EXPECT_FALSE(run.build_walk_end(0)) << "one entry is open";
  deal_with(run, 0, "w");
  auto end = run.build_walk_end(0);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->roots[0].count, 1u);
  EXPECT_EQ(end->roots[0].kept_prefixes[0], "locked/");
}

SweepDecided decide(uint64_t walked, uint64_t bearing, uint64_t gone,
                    bool whole, bool prune) {
  RunState run({.shards = 1, .prune = prune});
  run.apply(Joined{"w", hello(), 0s});
  run.apply(Assigned{0, "w"});
  run.apply(Opened{0, "w", 1});
  for (uint64_t i = 0; i < walked; ++i) {
    run.apply(Walked{0, entry(i)});
  }
  run.apply(WalkOver{{{"arch", whole, {}}}});
  deal_with(run, 0, "w");
  run.apply(EndSent{0});
  EXPECT_FALSE(run.build_sweep_decision());
  run.apply(Counted{"w", {0, {{"arch", bearing, gone}}}});
  return *run.build_sweep_decision();
}

TEST(Run, SweepsOnlyWhatAWholeWalkAccountsFor) {
  EXPECT_EQ(decide(5, 5, 2, true, false).roots.size(), 1u);
  EXPECT_EQ(decide(5, 4, 2, true, false).roots.size(), 0u) << "one is missing";
  EXPECT_EQ(decide(5, 5, 2, false, false).roots.size(), 0u) << "filtered";
  EXPECT_EQ(decide(5, 5, 0, true, false).roots.size(), 0u) << "nothing gone";
}

TEST(Run, AsksForPruneWhenMostOfARootIsGone) {
  auto held = decide(5, 5, 6, true, false);
  EXPECT_EQ(held.roots.size(), 0u);
  EXPECT_EQ(held.held_back.size(), 1u);
  EXPECT_EQ(decide(5, 5, 6, true, true).roots.size(), 1u);
}

TEST(Run, TotalsComeFromTheShardsAndReconcile) {
  RunState run = working_run(2);
  for (uint64_t i = 0; i < 5; ++i) {
    run.apply(Walked{static_cast<uint32_t>(i % 2), entry(i)});
  }
  wire::Entry shape = entry(9);
  shape.members.push_back(shape.members[0]);
  run.apply(Walked{0, shape});
  run.apply(WalkOver{{{"arch", true, {}}}});
  for (uint32_t shard : {0U, 1U}) {
    deal_with(run, shard, "w");
    run.apply(EndSent{shard});
    run.apply(Counted{"w", {shard, {}}});
  }
  run.apply(*run.build_sweep_decision());
  EXPECT_FALSE(run.is_done());
  run.apply(SweepSent{0});
  run.apply(SweepSent{1});
  run.apply(ShardDone{"w", {0, 0, {1, 3}, 1, 0}});
  run.apply(ShardDone{"w", {1, 0, {0, 1, 0, 0, 1}, 0, 0}});
  ASSERT_TRUE(run.is_done());
  EXPECT_EQ(run.totals().line(),
            "walked 7 = done 4 + unchanged 1 + partial 0 + skipped 0 + failed "
            "1 + quarantined 0 + part of another 1");
  EXPECT_TRUE(run.totals().reconcile());
  EXPECT_TRUE(run.totals().has_rejects());
}

TEST(Run, AShardLostWhileItSweepsIsCountedAgain) {
  RunState run = working_run();
  run.apply(WalkOver{{{"arch", true, {}}}});
  run.apply(EndSent{0});
  run.apply(Counted{"w", {0, {}}});
  run.apply(*run.build_sweep_decision());
  run.apply(SweepSent{0});
  run.apply(Left{"w", 1s});
  run.apply(Joined{"x", hello(), 2s});
  run.apply(Assigned{0, "x"});
  run.apply(Opened{0, "x", 2});
  EXPECT_TRUE(run.build_walk_end(0));
  run.apply(EndSent{0});
  run.apply(Counted{"x", {0, {}}});
  EXPECT_FALSE(run.build_sweep_decision());
  EXPECT_TRUE(run.build_sweep(0));
}

TEST(Run, NamesTheWorkersThatAreSilent) {
  RunState run = working_run();
  EXPECT_TRUE(run.build_silent(4s, 5s).empty());
  EXPECT_EQ(run.build_silent(6s, 5s).size(), 1u);
  run.apply(Heard{"w", 6s});
  EXPECT_TRUE(run.build_silent(6s, 5s).empty());
}

TEST(Run, HoldsABoundedPartOfTheWalk) {
  RunState run({.shards = 1, .open_limit = 2});
  EXPECT_TRUE(run.has_room());
  run.apply(Walked{0, entry(0)});
  run.apply(Walked{0, entry(1)});
  EXPECT_FALSE(run.has_room());
}

} // namespace
