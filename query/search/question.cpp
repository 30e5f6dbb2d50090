// SPDX-License-Identifier: Apache-2.0
#include "query/search/question.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/code_forms.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/kinds.hpp"
#include "core/domain/text.hpp"
#include "query/core/words.hpp"
#include "query/search/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace query {

bool is_stopword(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "a",    "an",   "and",  "are",  "as",    "at",         "be",    "by",
      "does", "do",   "for",  "from", "has",   "have",       "how",   "i",
      "in",   "is",   "it",   "many", "me",    "much",       "of",    "on",
      "or",   "our",  "s",    "show", "that",  "the",        "thi",   "this",
      "to",   "wa",   "was",  "we",   "about", "everything", "find",  "give",
      "held", "hold", "list", "were", "what",  "when",       "where", "which",
      "who",  "with", "all",  "any"};
  return words.contains(word);
}

namespace {

// Says of what kind an identifier is, and asks for nothing.
bool is_label(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "api",  "block",   "borehole", "code", "document", "drawing",
      "file", "item",    "licence",  "line", "number",   "part",
      "tag",  "license", "uwi",      "well", "wellbore", "identifier"};
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
std::vector<std::string>
question_identifiers(const std::string& question,
                     const domain::KeyFamilies& families) {
  auto found =
      domain::find_keys(question, domain::KeyContext::question, families);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) {
                     return a.end - a.begin > b.end - b.begin;
                   });
  const auto clauses = domain::find_clauses(question);
  std::vector<domain::KeyMatch> kept;
  for (const auto& match : found) {
    const bool clause =
        std::any_of(clauses.begin(), clauses.end(), [&](const auto& mention) {
          return match.begin >= mention.begin && match.end <= mention.end;
        });
    const bool inside = std::any_of(
        kept.begin(), kept.end(), [&](const domain::KeyMatch& other) {
          return match.begin >= other.begin && match.end <= other.end;
        });
    if (!inside && !clause) {
      kept.push_back(match);
    }
  }
  std::vector<std::string> out;
  for (const auto& match : kept) {
    out.push_back(match.verbatim);
  }
  return out;
}

// A spreadsheet about wells seldom says "spreadsheet"; the manual of a program
// does. Where nothing else would be left they stay.
void forget_kinds(const std::set<std::string>& kinds,
                  std::vector<std::string>& words) {
  std::vector<std::string> rest;
  std::copy_if(words.begin(), words.end(), std::back_inserter(rest),
               [&](const std::string& word) { return !kinds.contains(word); });
  if (!rest.empty()) {
    words = std::move(rest);
  }
}

// What is not wanted is no word to look for, and neither is what says so. Where
// nothing else would be left they stay.
void forget_negated(const std::vector<AskedMatch>& asked,
                    std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  for (const AskedMatch& match : asked) {
    if (match.asked.negated) {
      forget(match.asked.words, rest);
      forget("not no but except excluding excepting without lacking outside "
             "other than apart never non",
             rest);
    }
  }
  if (!rest.empty()) {
    words = std::move(rest);
  }
}

// Short questions that are an identifier and nothing else, though it looks like
// none: the archive knows better.
base::Result<void> whole_question(const ArchiveView& view,
                                  const std::string& question, Question& out) {
  constexpr size_t k_longest = 60;
  const bool digit = std::any_of(question.begin(), question.end(),
                                 [](char c) { return c >= '0' && c <= '9'; });
  if (!out.identifiers.empty() || question.size() > k_longest || !digit ||
      question.find('*') != std::string::npos) {
    return {};
  }
  LookupOptions options;
  options.neighbours = false; // what is not there is no identifier
  TRY_ASSIGN(Lookup found, lookup(view, question, options));
  if (found.paths > 0) {
    out.identifiers.push_back(std::move(found));
  }
  return {};
}

bool is_part(const std::string& identifier, const std::vector<Lookup>& whole) {
  return std::any_of(whole.begin(), whole.end(), [&](const Lookup& found) {
    return found.typed.find(identifier) != std::string::npos;
  });
}

// "*2506325*" in a question means what it means in a lookup.
base::Result<void> starred(const ArchiveView& view, const std::string& question,
                           Question& out) {
  constexpr size_t k_most = 16;
  size_t tried = 0;
  for (size_t at = 0; at < question.size() && tried < k_most;) {
    const size_t end =
        std::min(question.find_first_of(" \t\n,;?", at), question.size());
    const std::string word = question.substr(at, end - at);
    if (word.starts_with('*') || word.ends_with('*')) {
      ++tried;
      auto found = lookup(view, word, {});
      if (found) {
        out.identifiers.push_back(std::move(*found));
      } else if (found.error().code != base::Errc::invalid) {
        return base::fail(found.error());
      }
    }
    at = end + 1;
  }
  return {};
}

// "ABC 4471 B": neighbours that are one code, if the archive holds it. Nobody
// has said that they are one, so that nothing is absent.
base::Result<void> joined(const ArchiveView& view, const std::string& question,
                          Question& out) {
  LookupOptions options;
  options.only_codes = true;
  options.neighbours = false;
  size_t taken = 0; // bytes of the question
  for (const domain::JoinedWords& words : domain::joined_codes(question)) {
    if (words.begin < taken) {
      continue;
    }
    TRY_ASSIGN(Lookup found,
               lookup(view,
                      question.substr(words.begin, words.end - words.begin),
                      options));
    if (found.paths > 0) {
      taken = words.end;
      out.identifiers.push_back(std::move(found));
    }
  }
  return {};
}

// Files that write the number of a named well hold it, where they do not write
// the name.
base::Result<void> find_numbers(const ArchiveView& view, Question& out,
                                Plan& plan) {
  TRY_ASSIGN(const auto numbers, numbers_of(view, out.names));
  for (const Lookup& found : numbers) {
    plan.steps.push_back(
        fmt::format("its number {}: {} paths", found.typed, found.paths));
    for (const LookupHit& hit : found.hits) {
      auto& holders = out.holders[{hit.root, hit.path}];
      if (holders.empty()) {
        holders.push_back(hit);
      }
    }
  }
  return {};
}

base::Result<void> find_identifiers(const ArchiveView& view,
                                    const std::string& question, Question& out,
                                    Plan& plan) {
  TRY_ASSIGN(out.names, names_in(view, question));
  for (const NamedWells& name : out.names) {
    out.identifiers.push_back(name.found);
  }
  TRY(starred(view, question, out));
  TRY(joined(view, question, out));
  const std::vector<Lookup> whole = out.identifiers;
  for (const std::string& identifier :
       question_identifiers(question, view.families())) {
    if (!is_part(identifier, whole)) {
      TRY_ASSIGN(Lookup found, lookup(view, identifier, {}));
      TRY_ASSIGN(const uint64_t holders,
                 found.paths == 0 ? documents_with_word(view, identifier)
                                  : base::Result<uint64_t>(0));
      if (holders > 0) { // no key, but a word: found as such
        plan.steps.push_back(fmt::format("{}: no identifier, a word of {} "
                                         "documents",
                                         identifier, holders));
        continue;
      }
      if (found.paths == 0) {
        // What it is made of ("abc", "b") says nothing about the rest.
        forget(identifier, out.words);
      } else {
        const auto parts = domain::words_of(identifier);
        out.parts.insert(parts.begin(), parts.end());
      }
      out.identifiers.push_back(std::move(found));
    }
  }
  TRY(whole_question(view, question, out));
  for (const Lookup& found : out.identifiers) {
    plan.steps.push_back(
        fmt::format("lookup {}: {} paths", found.typed, found.paths));
    for (const LookupHit& hit : found.hits) {
      out.holders[{hit.root, hit.path}].push_back(hit);
    }
  }
  return find_numbers(view, out, plan);
}

} // namespace

void forget(const std::string& text, std::vector<std::string>& words) {
  const auto parts = domain::words_of(text);
  std::erase_if(words, [&](const std::string& word) {
    return std::find(parts.begin(), parts.end(), word) != parts.end();
  });
}

base::Result<Question> understand(const ArchiveView& view,
                                  const std::string& question, Plan& plan) {
  Question out;
  out.words = question_words(question);
  out.formats = domain::formats_named(question);
  for (const std::string& format : domain::kinds_excluded(question).formats) {
    out.formats.erase(format);
  }
  TRY_ASSIGN(out.asked, match_asked(view, question));
  forget_negated(out.asked, out.words);
  forget_kinds(domain::kind_words(question), out.words);
  for (const AskedMatch& match : out.asked) {
    plan.steps.push_back(
        match.asked.negated
            ? fmt::format("read \"{}\" as {}: {} paths left out",
                          match.asked.words, match.shown, match.excluded.size())
            : fmt::format("read \"{}\" as {}: {} paths", match.asked.words,
                          match.shown, match.paths.size()));
    plan.steps.insert(plan.steps.end(), match.steps.begin(), match.steps.end());
  }
  TRY(find_identifiers(view, question, out, plan));
  std::set<std::string> covered;
  for (const Lookup& found : out.identifiers) {
    for (const std::string& word : domain::words_of(found.typed)) {
      covered.insert(word);
    }
  }
  out.only_identifiers = std::all_of(
      out.words.begin(), out.words.end(), [&](const std::string& word) {
        return covered.contains(word) || is_label(word);
      });
  return out;
}

} // namespace query
