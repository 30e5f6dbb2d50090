// SPDX-License-Identifier: Apache-2.0
#include "query/answer/ask.hpp"

#include "core/domain/text.hpp"
#include "query/answer/archive_answer.hpp"
#include "query/answer/meanings.hpp"
#include "query/answer/refuse.hpp"
#include "query/answer/relevance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace query {
namespace {

// Hits that an answer chooses from.
constexpr size_t k_pool = 200;
constexpr size_t k_per_document = 6;

base::Result<void> check(const std::string& question) {
  if (question.size() > k_longest_question) {
    return base::fail(base::Errc::invalid,
                      fmt::format("the question has {} bytes, and {} are "
                                  "read: ask for less at once",
                                  question.size(), k_longest_question));
  }
  if (domain::words_of(question).empty()) {
    return base::fail(base::Errc::invalid,
                      "the question has no word: ask, for example, \"Which "
                      "files hold 49-025-06325?\"");
  }
  return {};
}

// Words that are no part of an identifier, a clause or what says its kind.
std::vector<std::string> telling_words(const SearchResult& found) {
  std::vector<std::string> out = found.words;
  for (const Lookup& one : found.identifiers) {
    forget(one.typed, out);
  }
  // Of what kind a document is stands seldom in it: "the letter about Asgard".
  std::vector<std::string> rest = out;
  forget("letter memo report document file manual agreement contract", rest);
  return rest.empty() ? out : rest;
}

bool counts(const std::string& question) {
  const auto words = domain::words_of(question);
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if ((words[i] == "how" && words[i + 1] == "many") ||
        (words[i] == "number" && words[i + 1] == "of")) {
      return true;
    }
  }
  return false;
}

// "Operates" is told by "operator": one stem by their first letters.
std::vector<std::string> without_stems(std::vector<std::string> words,
                                       const std::string& text) {
  constexpr size_t k_stem = 5;
  const auto told = domain::words_of(text);
  std::erase_if(words, [&](const std::string& word) {
    return word.size() >= k_stem &&
           std::any_of(told.begin(), told.end(), [&](const auto& other) {
             return other.compare(0, k_stem, word, 0, k_stem) == 0;
           });
  });
  return words;
}

class Asking {
public:
  Asking(const ArchiveView& view, const std::string& question,
         embed::Embedder* embedder, const AskOptions& options,
         const SearchResult& found, const TellingWords& words)
      : m_embedder(embedder), m_options(options), m_draft{view,
                                                          question,
                                                          found,
                                                          words,
                                                          options.search.limit,
                                                          counts(question),
                                                          Evidence(view),
                                                          {}} {}

  base::Result<Answer> run() {
    TRY(compose());
    m_draft.answer.read = m_draft.found.read;
    m_draft.answer.sources = m_draft.evidence.sources();
    return std::move(m_draft.answer);
  }

private:
  base::Result<void> compose();
  base::Result<void> answer();
  base::Result<void> rest_of_identifiers();
  base::Result<void> refuse_reach(const std::string& why);
  bool holds_identifier() const;

  embed::Embedder* m_embedder;
  const AskOptions& m_options;
  Draft m_draft;
};

bool Asking::holds_identifier() const {
  const auto& all = m_draft.found.identifiers;
  return std::any_of(all.begin(), all.end(),
                     [](const Lookup& one) { return one.paths > 0; });
}

base::Result<void> Asking::compose() {
  m_draft.answer.kind = AnswerKind::answered;
  TRY_ASSIGN(const bool recorded, compose_file_facts(m_draft));
  if (recorded) {
    return {};
  }
  SearchOptions search = m_options.search;
  search.limit = k_pool;
  TRY_ASSIGN(const bool refused, refuse_absent(m_draft, m_embedder, search));
  if (refused) {
    m_draft.answer.kind = AnswerKind::refused;
    return {};
  }
  if (!m_draft.found.asks.empty()) {
    m_draft.answer.kind = AnswerKind::asked_back;
    for (const AskBack& ask : m_draft.found.asks) {
      m_draft.answer.remarks.push_back(ask.question);
    }
    return compose_options(m_draft);
  }
  TRY_ASSIGN(const bool several, ask_which_meaning(m_draft));
  if (several) {
    m_draft.answer.kind = AnswerKind::asked_back;
    return {};
  }
  return answer();
}

base::Result<void> Asking::answer() {
  m_draft.answer.kind = AnswerKind::answered;
  auto& sentences = m_draft.answer.sentences;
  TRY(compose_clauses(m_draft));
  TRY(compose_identifiers(m_draft));
  TRY(compose_rows(m_draft));
  if (holds_identifier()) {
    return rest_of_identifiers();
  }
  if (!sentences.empty()) {
    return {};
  }
  if (const std::string reach = out_of_reach(m_draft); !reach.empty()) {
    return refuse_reach(reach);
  }
  TRY(compose_facts(m_draft));
  if (!sentences.empty()) {
    return {};
  }
  TRY(compose_named(m_draft));
  if (sentences.empty() && !asks_of_names_nowhere(m_draft)) {
    TRY(compose_passages(m_draft, sentences));
  }
  if (sentences.empty()) {
    m_draft.answer.kind = AnswerKind::refused;
    return refuse_nothing(m_draft, m_options.search, m_embedder != nullptr);
  }
  const auto nowhere = as_typed(m_draft.question, m_draft.words.nowhere());
  if (!nowhere.empty()) {
    m_draft.answer.remarks.push_back(fmt::format(
        "In no passage of this archive: {}.", fmt::join(nowhere, ", ")));
  }
  return {};
}

// What the question asks of an identifier, beyond the lines of its card.
base::Result<void> Asking::rest_of_identifiers() {
  std::string told;
  for (const Sentence& sentence : m_draft.answer.sentences) {
    told += sentence.text + "\n";
  }
  // Half of the weight: "who operates" is told by "operator".
  constexpr double k_told = 0.5;
  const bool answered =
      m_draft.words.empty() || m_draft.found.only_identifiers ||
      (!m_draft.found.cards.empty() && m_draft.words.share(told) >= k_told) ||
      (m_draft.words.size() == 1 && !m_draft.found.cards.empty());
  if (answered) {
    return {};
  }
  auto& sentences = m_draft.answer.sentences;
  TRY_ASSIGN(const bool several, ask_which_of_number(m_draft));
  if (several) {
    m_draft.answer.kind = AnswerKind::asked_back;
    return {};
  }
  const size_t before = sentences.size();
  TRY(compose_holders(m_draft));
  for (size_t i = before; i < sentences.size(); ++i) {
    told += sentences[i].text + "\n";
  }
  for (const ReadAs& read : m_draft.found.read) {
    told += read.words + "\n"; // taken as a filter
  }
  const auto rest = as_typed(m_draft.question,
                             without_stems(m_draft.words.lacking(told), told));
  if (m_draft.words.share(told) < k_told && !rest.empty()) {
    m_draft.answer.remarks.push_back(
        fmt::format("Nothing was found in the files that hold it for: {}.",
                    fmt::join(rest, ", ")));
  }
  return {};
}

// Never a count, or a list, of what happened to be found.
base::Result<void> Asking::refuse_reach(const std::string& why) {
  m_draft.answer.kind = AnswerKind::refused;
  m_draft.answer.remarks.push_back(why);
  return compose_passages(m_draft, m_draft.answer.closest);
}

} // namespace

base::Result<Asked> ask(const ArchiveView& view, const std::string& question,
                        embed::Embedder* embedder, const AskOptions& options) {
  TRY(check(question));
  Asked out;
  if (const auto about = archive_question(question);
      about && options.search.where.empty()) {
    TRY_ASSIGN(out.answer, answer_about(view, *about));
    return out;
  }
  SearchOptions search = options.search;
  search.limit = k_pool;
  search.per_document = std::max(search.per_document, k_per_document);
  TRY_ASSIGN(out.found, query::search(view, question, embedder, search));
  TRY_ASSIGN(const TellingWords words,
             TellingWords::weigh(view, telling_words(out.found)));
  out.best = best_relevance(out.found, words);
  TRY_ASSIGN(out.answer,
             Asking(view, question, embedder, options, out.found, words).run());
  return out;
}

} // namespace query
