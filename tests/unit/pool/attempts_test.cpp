// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/attempts.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using pool::AttemptEvent;
using pool::Attempts;
using pool::Ending;
using Kind = pool::AttemptEvent::Kind;

Attempts after(Attempts attempts, const std::vector<Kind>& events) {
  for (const Kind kind : events) {
    EXPECT_TRUE(pool::can_apply(attempts, {kind})) << static_cast<int>(kind);
    attempts = pool::apply(attempts, {kind});
  }
  return attempts;
}

Attempts attempted(Attempts attempts, Ending ending, int times = 1) {
  for (int i = 0; i < times; ++i) {
    attempts = after(attempts, {Kind::began, pool::build(ending).kind});
  }
  return attempts;
}

TEST(Attempts, TwoOwnCrashesQuarantine) {
  const Attempts once = attempted({}, Ending::crashed);
  EXPECT_FALSE(pool::is_quarantined(once));
  const Attempts twice = attempted(once, Ending::timed_out);
  EXPECT_TRUE(pool::is_quarantined(twice));
  const auto again = pool::can_apply(twice, {Kind::began});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, base::Errc::limit);
}

TEST(Attempts, FiveKillsFromOutsideQuarantineAndFourDoNot) {
  const Attempts four = attempted({}, Ending::killed_from_outside, 4);
  EXPECT_FALSE(pool::is_quarantined(four));
  EXPECT_EQ(four.own_crashes, 0U);
  EXPECT_TRUE(
      pool::is_quarantined(attempted(four, Ending::killed_from_outside)));
}

TEST(Attempts, ADeadWorkerCountsForNothing) {
  Attempts attempts;
  for (int i = 0; i < 20; ++i) {
    attempts = after(attempts, {Kind::began, Kind::abandoned});
  }
  EXPECT_EQ(attempts, Attempts());
}

TEST(Attempts, AnAnswerStartsTheCountAgain) {
  Attempts attempts = attempted({}, Ending::crashed);
  attempts = attempted(attempts, Ending::killed_from_outside);
  EXPECT_EQ(attempted(attempts, Ending::failed), Attempts());
}

TEST(Attempts, AStopKeepsTheCount) {
  const Attempts crashed = attempted({}, Ending::flooded);
  EXPECT_EQ(attempted(crashed, Ending::cancelled), crashed);
}

TEST(Attempts, ForgivingEndsQuarantine) {
  const Attempts bad = attempted({}, Ending::out_of_memory, 2);
  EXPECT_EQ(after(bad, {Kind::forgiven}), Attempts());
}

TEST(Attempts, EventsOutOfOrderAreConflicts) {
  const auto ended = pool::can_apply({}, {Kind::ended});
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, base::Errc::conflict);
  const auto began = pool::can_apply(after({}, {Kind::began}), {Kind::began});
  ASSERT_FALSE(began);
  EXPECT_EQ(began.error().code, base::Errc::conflict);
}

TEST(Attempts, WhatCountsAgainstAFileIsItsOwnDeathOrALimit) {
  for (const Ending own : {Ending::crashed, Ending::timed_out, Ending::flooded,
                           Ending::out_of_memory, Ending::protocol_error}) {
    EXPECT_EQ(pool::build(own).kind, Kind::own_crash);
  }
  for (const Ending fine : {Ending::ok, Ending::no_reader, Ending::failed,
                            Ending::changed_while_read}) {
    EXPECT_EQ(pool::build(fine).kind, Kind::ended);
  }
  EXPECT_EQ(pool::build(Ending::killed_from_outside).kind, Kind::outside_kill);
  EXPECT_EQ(pool::build(Ending::cancelled).kind, Kind::cancelled);
}

} // namespace
