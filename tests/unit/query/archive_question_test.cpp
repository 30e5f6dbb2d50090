// SPDX-License-Identifier: Apache-2.0
#include "query/answer/archive_question.hpp"

#include <gtest/gtest.h>

namespace {

using query::archive_question;
using query::ArchiveTopic;

TEST(ArchiveQuestion, questions_about_files_and_their_reading_are_recognised) {
  const auto topic = [](const char* question) {
    const auto found = archive_question(question);
    return found ? static_cast<int>(found->topic) : 0;
  };
  const auto is = [](ArchiveTopic one) { return static_cast<int>(one); };
  EXPECT_EQ(topic("Which files are encrypted?"), is(ArchiveTopic::password));
  EXPECT_EQ(topic("Which documents need a password to open?"),
            is(ArchiveTopic::password));
  EXPECT_EQ(topic("Which files could not be opened, and why?"),
            is(ArchiveTopic::unread));
  EXPECT_EQ(topic("list everything that failed"), is(ArchiveTopic::unread));
  EXPECT_EQ(topic("Which files have the wrong extension?"),
            is(ArchiveTopic::misnamed));
  EXPECT_EQ(topic("how many scanned pages are waiting for OCR"),
            is(ArchiveTopic::ocr));
  EXPECT_EQ(topic("Re-ingest only the SEG-Y files"), is(ArchiveTopic::again));
  EXPECT_EQ(topic("How many PDF files are there?"), is(ArchiveTopic::size));
  EXPECT_EQ(topic("What kinds of files are in the archive?"),
            is(ArchiveTopic::size));
}

TEST(ArchiveQuestion, what_stands_in_files_is_no_question_about_them) {
  for (const char* question :
       {"Which manuals mention a password?", "Why did the pump fail?",
        "How many wells are in Wyoming County?", "Who read the meter?",
        "Which files hold 49-025-06325?", "What failed in the 2018 audit?", "",
        "How do I scan a document with the Galaxy S7?"}) {
    EXPECT_FALSE(archive_question(question)) << question;
  }
  EXPECT_FALSE(archive_question("which files failed" + std::string(500, ' ')));
}

TEST(ArchiveQuestion, kinds_that_it_names_narrow_it) {
  const auto found = archive_question("How many PDF pages will need OCR?");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->formats.contains("pdf"));
  const auto las = archive_question("Re-read only the LAS files");
  ASSERT_TRUE(las);
  EXPECT_TRUE(las->formats.contains("las"));
}

} // namespace
