// SPDX-License-Identifier: Apache-2.0
//
// A question about what one document says: the words that name the document
// choose it, and the others what is quoted of it.
#include "core/domain/asked_facts.hpp"
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/answer/alike_words.hpp"
#include "query/answer/draft.hpp"
#include "query/answer/named_files.hpp"
#include "query/answer/relevance.hpp"
#include "query/search/named.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_documents = 4;      // that are read
constexpr uint32_t k_passages = 1000;  // of one
constexpr double k_of_the_best = 0.75; // others that are quoted too
constexpr double k_heading = 0.4;      // a word in a heading, beside the text

struct Named {
  std::vector<HitPath> paths;
  std::vector<std::string> words;
};

struct Found {
  HitPath path;
  domain::Passage passage;
  double by = 0;
};

// An agreement by its parties, title and folders.
base::Result<Named> agreement(const Draft& draft) {
  Named out;
  TRY_ASSIGN(const auto documents, named_documents(draft.view, {}));
  const Naming naming = name_documents(documents, draft.question);
  size_t telling = 0;
  for (const std::string& word : naming.words) {
    telling += is_general_word(word) ? 0 : 1;
  }
  if (naming.documents.size() > k_documents || telling == 0 ||
      naming.words.size() < 2) {
    return out;
  }
  for (const size_t i : naming.documents) {
    out.paths.push_back(documents[i].paths.front());
  }
  out.words = naming.words;
  return out;
}

// What stands behind "in", "of", "according to" may be the name of a document:
// up to a mark or a word that ends it.
std::vector<std::string> name_stretches_of(const std::string& question) {
  const std::string text = domain::lower_ascii(question);
  std::vector<std::string> out;
  for (const char* begins : {" in ", " of ", " under ", " from ", " per ",
                             " by ", " to ", " does ", " do "}) {
    size_t at = text.find(begins);
    for (; at != std::string::npos; at = text.find(begins, at + 1)) {
      const size_t from = at + std::string_view(begins).size();
      size_t end = text.find_first_of("?,;:", from);
      end = std::min(end, text.size());
      for (const char* ends :
           {" say", " about ", " for ", " on ", " in ", " with ", " define",
            " require", " state", " recommend", " describe", " mention",
            " list", " give", " call", " contain"}) {
        end = std::min(end, text.find(ends, from));
      }
      out.push_back(question.substr(from, end - from));
    }
  }
  return out;
}

// Every word of such a stretch stands in the file's name, title or folders.
base::Result<Named> by_words(const Draft& draft) {
  Named out;
  for (const std::string& stretch : name_stretches_of(draft.question)) {
    std::vector<std::string> words = domain::words_of(stretch);
    std::erase_if(words, [](const std::string& word) {
      return is_stopword(word) || domain::is_file_word(word);
    });
    if (words.size() < 2 || words.size() <= out.words.size()) {
      continue;
    }
    TRY_ASSIGN(const NamedFiles found,
               files_with_words(draft.view, words, k_documents));
    if (!found.paths.empty() && found.missed.empty()) {
      out.paths = found.paths;
      out.words = found.words;
    }
  }
  return out;
}

base::Result<Named> named(Draft& draft) {
  TRY_ASSIGN(const NamedFiles file, question_files(draft));
  if (!file.paths.empty() && file.paths.size() <= k_documents &&
      file.words.size() >= 2) {
    return Named{file.paths, file.words};
  }
  TRY_ASSIGN(Named out, agreement(draft));
  if (!out.paths.empty()) {
    return out;
  }
  return by_words(draft);
}

std::set<std::string> set_of(std::string_view text) {
  const auto words = domain::words_of(text);
  return {words.begin(), words.end()};
}

// The share of the weight of `words` that a passage says, and more where its
// heading says it.
double measure(const domain::Passage& passage, const TellingWords& words,
               const std::vector<std::string>& list) {
  const auto text = set_of(passage.text);
  const auto heading = set_of(passage.locator.section);
  double out = 0;
  for (const std::string& word : list) {
    const double headed = likeness(heading, word);
    const double said = std::max(likeness(text, word), headed);
    out += words.only({word}).weight() * (said + k_heading * headed);
  }
  return words.weight() > 0 ? out / words.weight() : 0;
}

base::Result<std::vector<Found>> read(const Draft& draft, const Named& from,
                                      const TellingWords& words,
                                      const std::vector<std::string>& list) {
  std::vector<Found> out;
  for (const HitPath& path : from.paths) {
    TRY_ASSIGN(const auto place, content_at(draft.view, path.root, path.path));
    const uint32_t count = place ? std::min(place->passages, k_passages) : 0;
    for (uint32_t i = 0; i < count; ++i) {
      TRY_ASSIGN(const auto row, place->shard->passage(place->version, i));
      if (row) {
        Found one{path, proto::decode(*row), 0};
        one.by = measure(one.passage, words, list);
        out.push_back(std::move(one));
      }
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Found& a, const Found& b) { return a.by > b.by; });
  return out;
}

bool is_told(const std::vector<std::string>& told, const std::string& text) {
  return std::find(told.begin(), told.end(), text) != told.end();
}

} // namespace

base::Result<void> compose_named(Draft& draft) {
  TRY_ASSIGN(const Named from, named(draft));
  if (from.paths.empty()) {
    return {};
  }
  const TellingWords rest = draft.words.without(from.words);
  const auto list = rest.lacking("");
  if (list.empty()) {
    return {};
  }
  TRY_ASSIGN(const auto found, read(draft, from, rest, list));
  if (found.empty() || found.front().by < least_share(list.size())) {
    return {};
  }
  std::vector<std::string> told;
  for (const Found& one : found) {
    if (told.size() == draft.limit ||
        one.by < k_of_the_best * found.front().by) {
      break;
    }
    TRY_ASSIGN(const auto id,
               draft.evidence.add_passage(one.path, one.passage.locator,
                                          one.passage.text));
    if (!id) {
      continue;
    }
    const Source& source = draft.evidence.source(*id);
    const std::string text = telling_quotes(rest, source.text);
    if (!text.empty() && !is_told(told, text)) {
      told.push_back(text);
      say(draft.answer.sentences,
          fmt::format("{}: {}", document_name(source), text), {*id});
    }
  }
  return {};
}

} // namespace query
