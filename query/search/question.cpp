// SPDX-License-Identifier: Apache-2.0
#include "query/search/question.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/kinds.hpp"
#include "core/domain/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace query {
namespace {

bool is_stopword(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "a",    "an",   "and",  "are",   "as",    "at",  "be",   "by",  "does",
      "do",   "for",  "from", "has",   "have",  "how", "i",    "in",  "is",
      "it",   "many", "me",   "much",  "of",    "on",  "or",   "our", "s",
      "show", "that", "the",  "thi",   "this",  "to",  "wa",   "was", "we",
      "were", "what", "when", "where", "which", "who", "with", "all", "any"};
  return words.contains(word);
}

std::vector<std::string> question_words(const std::string& question) {
  std::vector<std::string> all = domain::words_of(question);
  std::vector<std::string> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [](const std::string& word) { return !is_stopword(word); });
  return out.empty() ? all : out;
}

// Identifiers of the question, longest first; one inside another is dropped.
std::vector<std::string> question_identifiers(const std::string& question) {
  auto found = domain::find_keys(question, domain::KeyContext::question);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) {
                     return a.end - a.begin > b.end - b.begin;
                   });
  std::vector<domain::KeyMatch> kept;
  for (const auto& match : found) {
    const bool inside = std::any_of(
        kept.begin(), kept.end(), [&](const domain::KeyMatch& other) {
          return match.begin >= other.begin && match.end <= other.end;
        });
    if (!inside) {
      kept.push_back(match);
    }
  }
  std::vector<std::string> out;
  for (const auto& match : kept) {
    out.push_back(match.verbatim);
  }
  return out;
}

// What an absent identifier is made of ("abc", "b") says nothing about the rest
// of the question.
void forget(const std::string& identifier, std::vector<std::string>& words) {
  const auto parts = domain::words_of(identifier);
  std::erase_if(words, [&](const std::string& word) {
    return std::find(parts.begin(), parts.end(), word) != parts.end();
  });
}

} // namespace

base::Result<Question> understand(const ArchiveView& view,
                                  const std::string& question, Plan& plan) {
  Question out;
  out.words = question_words(question);
  out.formats = domain::formats_named(question);
  TRY_ASSIGN(out.asked, match_asked(view, question));
  for (const AskedMatch& match : out.asked) {
    plan.steps.push_back(fmt::format("read \"{}\" as {}: {} paths",
                                     match.asked.words, match.shown,
                                     match.paths.size()));
  }
  std::set<std::string> covered;
  for (const std::string& identifier : question_identifiers(question)) {
    TRY_ASSIGN(Lookup found, lookup(view, identifier, {}));
    plan.steps.push_back(
        fmt::format("lookup {}: {} paths", identifier, found.paths));
    for (const LookupHit& hit : found.hits) {
      out.holders[{hit.root, hit.path}].push_back(hit);
    }
    for (const std::string& word : domain::words_of(identifier)) {
      covered.insert(word);
    }
    if (found.paths == 0) {
      forget(identifier, out.words);
    }
    out.identifiers.push_back(std::move(found));
  }
  out.only_identifiers = std::all_of(
      out.words.begin(), out.words.end(), [&](const std::string& word) {
        return covered.contains(word) || word == "well" || word == "file" ||
               word == "api" || word == "uwi" || word == "part";
      });
  return out;
}

} // namespace query
