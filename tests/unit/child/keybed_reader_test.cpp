// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"
#include "temp_folder.hpp"
#include "worker/pool/pool.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace {

using pool::Ending;

class KeybedReader : public ::testing::Test {
protected:
  KeybedReader() {
    pool::PoolOptions options;
    options.program = {KEYBED_READER};
    m_pool = std::make_unique<pool::Pool>(options);
  }
  pool::ReadOutcome read(const std::string& path) {
    const auto outcome = m_pool->read({path, {}, 0, true}, m_sink);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome ? *outcome : pool::ReadOutcome();
  }

  const TempFolder m_folder;
  domain::Collector m_sink{1000};
  std::unique_ptr<pool::Pool> m_pool;
};

TEST_F(KeybedReader, ReadsATextFileAndHashesIt) {
  const auto path = m_folder.file("a.txt", "Well 49-025-06325 was logged.\n");
  const auto outcome = read(path);
  EXPECT_EQ(outcome.ending, Ending::ok) << outcome.reason;
  EXPECT_EQ(outcome.reader, "text");
  ASSERT_TRUE(outcome.content);
  ASSERT_EQ(outcome.stamps.size(), 1U);
  EXPECT_EQ(outcome.stamps[0].size, 30U);
  ASSERT_FALSE(m_sink.documents().empty());
  const auto hashed = m_pool->hash({path, {}, 0, true});
  ASSERT_TRUE(hashed);
  EXPECT_EQ(hashed->content, outcome.content);
}

TEST_F(KeybedReader, SaysWhatItCanDo) {
  const auto abilities = m_pool->abilities();
  ASSERT_TRUE(abilities) << abilities.error().message;
  EXPECT_GE(abilities->detection_version, 1U);
  EXPECT_TRUE(abilities->readers.contains("text"));
  for (const char* reader : {"las", "dlis", "lis", "archive", "mail"}) {
    EXPECT_TRUE(abilities->names_curves.contains(reader)) << reader;
  }
  EXPECT_FALSE(abilities->names_curves.contains("segy"));
}

TEST_F(KeybedReader, PathsAreBytes) {
  const auto path = m_folder.file("\xff\xfe\n.txt", "words\n");
  EXPECT_EQ(read(path).ending, Ending::ok);
}

TEST_F(KeybedReader, WhatCannotBeReadHasAReason) {
  EXPECT_NE(read(m_folder.path() / "gone.txt").reason.find("No such file"),
            std::string::npos);
  const std::string fifo = m_folder.path() / "pipe.txt";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const auto outcome = read(fifo);
  EXPECT_EQ(outcome.ending, Ending::failed);
  EXPECT_NE(outcome.reason.find("not a regular file"), std::string::npos);
  EXPECT_EQ(read(m_folder.path()).ending, Ending::no_reader);
}

TEST_F(KeybedReader, OddFilesAreOneOutcomeEach) {
  for (const char* name : {"a.txt", "a.pdf", "a.sgy", "a.las", "a.shp", "a.csv",
                           "a.html", "a.md", "a.gpkg", "a.json"}) {
    for (const auto& bytes :
         {std::string(), std::string(1, '\0'), std::string(70'000, '\0'),
          std::string(5000, '\xff'), std::string("%PDF-1.4\n")}) {
      const auto outcome = read(m_folder.file(name, bytes));
      EXPECT_FALSE(pool::counts_against_file(outcome.ending))
          << name << " of " << bytes.size() << " bytes: " << outcome.reason;
    }
  }
}

TEST_F(KeybedReader, ASparseFileOfFourGigabytesEnds) {
  const auto path = m_folder.file("big.txt", "x");
  ASSERT_EQ(::truncate(path.c_str(), int64_t{4} << 30), 0);
  domain::Collector sink(10);
  const auto outcome = m_pool->read({path, {}, uint64_t{4} << 30, false}, sink);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_FALSE(pool::counts_against_file(outcome->ending)) << outcome->reason;
  EXPECT_LT(outcome->peak_memory, uint64_t{1} << 30);
}

} // namespace
