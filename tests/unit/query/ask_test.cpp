// SPDX-License-Identifier: Apache-2.0
//
// Questions answered over a small archive, and every answer held against the
// sources that it cites.
#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "query/answer/ask.hpp"
#include "query/answer/draft.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace store_test;
using query::AnswerKind;

struct Text {
  std::string path;
  std::string title;
  std::string text;
  std::vector<domain::Fact> facts;
};

domain::Fact fact(const std::string& key, const std::string& text) {
  domain::Fact out;
  out.key = key;
  out.text = text;
  return out;
}

class Asking : public testing::Test {
protected:
  void SetUp() override {
    for (int i = 0; i < 30; ++i) {
      m_texts.push_back({fmt::format("notes/{:02}.txt", i),
                         "",
                         fmt::format("Core {} was cut at the river bend. The "
                                     "crew rested.",
                                     i),
                         {}});
    }
    m_texts.push_back({"pumps.txt",
                       "Pump manual",
                       "The impeller of pump QX-7731-A is replaced every 400 "
                       "hours.\nWarranty: 18 months\nThe casing is painted.",
                       {}});
    m_texts.push_back({"bad.txt",
                       "T\x1b[31mitle",
                       "zebrafish \x01\x02\x1b[2J and \xff\xfe bytes",
                       {}});
    m_texts.push_back({"kansas.txt",
                       "",
                       "limestone of the county",
                       {fact("state", "Kansas")}});
    open();
  }

  void open() {
    const std::string path = m_folder.path() + "/archive";
    auto archive = take(store::Archive::create(path, 1, {}));
    auto shard = take(store::ShardWriter::open(archive.shard_path(0), {}));
    for (const Text& text : m_texts) {
      put(*shard, text);
    }
    take(shard->publish());
    m_view =
        take(query::ArchiveView::open(path, store::Generation::all_families()));
  }

  static void put(store::ShardWriter& shard, const Text& text) {
    const File file{.path = text.path, .text = text.text};
    const auto commit = take(shard.begin(bundle_of(file)));
    domain::DocumentHead head;
    head.format = "text";
    head.title = text.title;
    auto* content = take(commit->content(
        store::content_id(base::hash_of(text.text), head.format), head, "t"));
    domain::Passage passage;
    passage.text = text.text;
    const auto words = domain::count_words(passage.text);
    store::TermCounts terms;
    for (const auto& [word, count] : words.counts) {
      terms.emplace_back(word, count);
    }
    take(content->passage(passage, terms, words.total));
    for (const auto& key :
         domain::find_keys(text.text, domain::KeyContext::prose)) {
      ok(content->key(
          {key.family, key.canonical},
          {key.family, key.verbatim, {}, domain::KeyRole::mention}));
    }
    for (const domain::Fact& one : text.facts) {
      ok(content->fact(one));
    }
    fill_path(*commit, file);
    ok(commit->finish(entry_of(file)));
  }

  query::Answer ask(const std::string& question,
                    const std::vector<std::string>& where = {}) {
    query::AskOptions options;
    options.search.limit = query::k_passages_quoted;
    for (const std::string& one : where) {
      options.search.where.push_back(take(query::parse_condition(one)));
    }
    return take(query::ask(*m_view, question, nullptr, options)).answer;
  }

  TempFolder m_folder;
  std::vector<Text> m_texts;
  std::optional<query::ArchiveView> m_view;
};

std::string all_of(const std::vector<query::Sentence>& sentences) {
  std::string out;
  for (const query::Sentence& sentence : sentences) {
    out += sentence.text + "\n";
  }
  return out;
}

std::string remarks_of(const query::Answer& answer) {
  return fmt::format("{}", fmt::join(answer.remarks, "\n"));
}

// Whatever the answer: sentences cite sources that are there, rising, and what
// they quote stands in one of them.
void expect_sound(const query::Answer& answer) {
  std::map<unsigned, const query::Source*> sources;
  for (const query::Source& source : answer.sources) {
    EXPECT_TRUE(sources.emplace(source.id, &source).second);
  }
  for (const auto* list : {&answer.sentences, &answer.closest}) {
    for (const query::Sentence& sentence : *list) {
      ASSERT_FALSE(sentence.cites.empty()) << sentence.text;
      EXPECT_TRUE(std::is_sorted(sentence.cites.begin(), sentence.cites.end()));
      std::string text;
      for (const unsigned id : sentence.cites) {
        ASSERT_TRUE(sources.contains(id)) << sentence.text;
        text += query::one_line(sources[id]->text) + "\n";
      }
      for (size_t at = sentence.text.find("\u201c"); at != std::string::npos;
           at = sentence.text.find("\u201c", at + 3)) {
        const size_t end = sentence.text.find("\u201d", at);
        ASSERT_NE(end, std::string::npos);
        const auto quote = sentence.text.substr(at + 3, end - at - 3);
        EXPECT_NE(text.find(quote), std::string::npos) << quote;
      }
    }
  }
}

TEST_F(Asking, an_identifier_is_answered_with_the_passage_that_holds_it) {
  const auto answer = ask("QX-7731-A");
  EXPECT_EQ(answer.kind, AnswerKind::answered);
  EXPECT_NE(all_of(answer.sentences).find("QX-7731-A stands in 1 file"),
            std::string::npos)
      << all_of(answer.sentences);
  ASSERT_FALSE(answer.sources.empty());
  EXPECT_NE(answer.sources[0].text.find("QX-7731-A"), std::string::npos);
  expect_sound(answer);
}

TEST_F(Asking, what_else_is_asked_of_it_is_quoted_from_its_documents) {
  const auto answer = ask("warranty on QX-7731-A");
  EXPECT_NE(all_of(answer.sentences).find("\u201cWarranty: 18 months\u201d"),
            std::string::npos)
      << all_of(answer.sentences);
  expect_sound(answer);
  const auto other = ask("colour scheme of QX-7731-A");
  EXPECT_NE(remarks_of(other).find("colour, scheme"), std::string::npos)
      << remarks_of(other);
}

TEST_F(Asking, an_absent_identifier_is_refused_and_no_look_alike_shown) {
  for (const char* question :
       {"QX-7731-B", "warranty on QX-7731-B", "49-025-06325"}) {
    const auto answer = ask(question);
    EXPECT_EQ(answer.kind, AnswerKind::refused) << question;
    EXPECT_TRUE(answer.sentences.empty()) << question;
    EXPECT_NE(remarks_of(answer).find("is not in this archive"),
              std::string::npos)
        << remarks_of(answer);
    expect_sound(answer);
  }
  // Near ones are told as such.
  EXPECT_NE(all_of(ask("QX-7731-B").closest).find("near and not equal"),
            std::string::npos);
}

TEST_F(Asking, of_several_identifiers_each_is_answered) {
  const auto answer = ask("QX-7731-A and QX-7731-B");
  EXPECT_EQ(answer.kind, AnswerKind::answered);
  EXPECT_NE(all_of(answer.sentences).find("QX-7731-A stands in"),
            std::string::npos);
  EXPECT_NE(remarks_of(answer).find("QX-7731-B is not in this archive"),
            std::string::npos);
}

TEST_F(Asking, prose_is_quoted_and_nothing_relevant_is_refused) {
  const auto answer = ask("How often is the impeller replaced?");
  EXPECT_EQ(answer.kind, AnswerKind::answered);
  EXPECT_NE(all_of(answer.sentences).find("every 400 hours"),
            std::string::npos);
  expect_sound(answer);
  const auto none = ask("Which orchestra recorded the symphony?");
  EXPECT_EQ(none.kind, AnswerKind::refused);
  EXPECT_NE(remarks_of(none).find("orchestra"), std::string::npos);
  EXPECT_NE(remarks_of(none).find("Searched: "), std::string::npos);
  expect_sound(none);
}

TEST_F(Asking, a_name_that_nothing_has_is_not_answered_from_others) {
  const auto answer = ask("Which crew of Zanzibar rested at the river bend?");
  EXPECT_EQ(answer.kind, AnswerKind::refused);
  EXPECT_NE(remarks_of(answer).find("Zanzibar"), std::string::npos);
}

TEST_F(Asking, a_count_is_never_made_of_passages) {
  const auto answer = ask("How many cores were cut at the river bend?");
  EXPECT_EQ(answer.kind, AnswerKind::refused);
  EXPECT_NE(remarks_of(answer).find("cannot count"), std::string::npos);
  EXPECT_TRUE(answer.sentences.empty());
  expect_sound(answer);
}

TEST_F(Asking, distances_and_comparisons_without_a_column_are_out_of_reach) {
  EXPECT_NE(
      remarks_of(ask("cores within 5 km of the river bend")).find("distances"),
      std::string::npos);
  EXPECT_NE(remarks_of(ask("cores of 42 inches or more")).find("42 inches"),
            std::string::npos);
}

TEST_F(Asking, files_that_have_a_fact_are_listed_with_it) {
  const auto answer = ask("limestone in Kansas");
  EXPECT_EQ(answer.kind, AnswerKind::answered);
  EXPECT_NE(all_of(answer.sentences).find("state = Kansas in 1 file"),
            std::string::npos)
      << all_of(answer.sentences);
  expect_sound(answer);
}

TEST_F(Asking, filters_that_leave_nothing_are_told) {
  const auto answer = ask("limestone", {"state=WY"});
  EXPECT_EQ(answer.kind, AnswerKind::refused);
  EXPECT_NE(remarks_of(answer).find("state = WY"), std::string::npos)
      << remarks_of(answer);
}

TEST_F(Asking, any_bytes_are_answered_and_no_word_is_an_error) {
  query::AskOptions options;
  for (const std::string& question :
       {std::string(), std::string("   "), std::string("?!"),
        std::string(query::k_longest_question + 1, 'a')}) {
    const auto asked = query::ask(*m_view, question, nullptr, options);
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().code, base::Errc::invalid);
  }
  for (const std::string& question :
       {std::string("zebrafish \xff\xfe\x00 and \x1b[31m", 24),
        std::string("zebrafish bytes"), std::string(4000, 'z'),
        std::string("\xe2\x80\xae zebrafish"), std::string("a \xc3")}) {
    expect_sound(ask(question));
  }
  std::string many;
  for (int i = 0; i < 2000; ++i) {
    many += fmt::format("w{} ", i);
  }
  expect_sound(ask(many));
}

TEST_F(Asking, the_same_question_has_the_same_answer) {
  const auto first = ask("How often is the impeller replaced?");
  const auto second = ask("How often is the impeller replaced?");
  EXPECT_EQ(all_of(first.sentences), all_of(second.sentences));
  EXPECT_EQ(first.sources.size(), second.sources.size());
}

} // namespace
