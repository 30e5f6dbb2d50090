// SPDX-License-Identifier: Apache-2.0
#include "query/answer/refuse.hpp"

#include "core/domain/comparison.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_number.hpp"
#include "query/core/allowed.hpp"
#include "query/search/row_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_near = 3;        // identifiers that are near
constexpr size_t k_near_paths = 6;  // files of a value that is near
constexpr size_t k_near_quotes = 3; // passages

std::string shown(const store::Identifier& identifier) {
  const auto well = domain::WellNumber::parse(identifier.canonical);
  return identifier.family.starts_with("api") && well ? well->display()
                                                      : identifier.canonical;
}

// One that the archive does hold, where it stands; how it is written there.
base::Result<std::string> say_near(Draft& draft,
                                   const store::Identifier& near) {
  LookupOptions options;
  options.family = near.family;
  options.limit = 1;
  TRY_ASSIGN(const Lookup found, lookup(draft.view, near.canonical, options));
  if (found.hits.empty() || found.hits.front().forms.empty()) {
    return shown(near);
  }
  const LookupHit& hit = found.hits.front();
  const LookupForm& form = hit.forms.front();
  const HitPath path{hit.root, hit.path};
  TRY_ASSIGN(auto id,
             draft.evidence.add_passage(path, form.locator, form.verbatim));
  if (!id) {
    TRY_ASSIGN(id, draft.evidence.add_note(
                       {path}, form.verbatim + " stands in this file."));
  }
  say(draft.answer.closest,
      fmt::format("{} is near and not equal; it stands in {} file{}.",
                  form.verbatim, found.paths, found.paths == 1 ? "" : "s"),
      {*id});
  return form.verbatim;
}

base::Result<void> say_absent(Draft& draft, const Lookup& absent) {
  std::string near;
  for (size_t i = 0; i < std::min(k_near, absent.neighbours.size()); ++i) {
    TRY_ASSIGN(const std::string name, say_near(draft, absent.neighbours[i]));
    near += (near.empty() ? " Near and not equal: " : ", ") + name;
  }
  draft.answer.remarks.push_back(fmt::format("{} is not in this archive.{}{}",
                                             absent.typed, near,
                                             near.empty() ? "" : "."));
  return {};
}

// "sample_interval_m = 5: 5 paths".
base::Result<void> say_near_value(Draft& draft, const std::string& near) {
  const std::string condition = near.substr(0, near.rfind(": "));
  auto parsed = parse_condition(condition);
  if (!parsed) {
    return {}; // a range, which no file is said to have
  }
  TRY_ASSIGN(const PathSet paths,
             paths_passing(draft.view, group_conditions({std::move(*parsed)})));
  std::vector<HitPath> some;
  std::string names;
  paths.each([&](const store::BundleId& path) {
    some.push_back({path.root, path.path});
    names += (names.empty() ? "" : ", ") + file_name(path.path);
    return some.size() < k_near_paths;
  });
  if (some.empty()) {
    return {};
  }
  const uint64_t count = paths.size();
  TRY_ASSIGN(const unsigned id,
             draft.evidence.add_note(
                 some, fmt::format("Keybed's index of facts: {} in {} file{}.",
                                   condition, count, count == 1 ? "" : "s")));
  say(draft.answer.closest,
      fmt::format("Near and not equal: {} in {} file{}{}: {}.", condition,
                  count, count == 1 ? "" : "s",
                  count > some.size() ? ", among them" : "", names),
      {id});
  return {};
}

base::Result<void> say_unmet(Draft& draft, const Unmet& unmet) {
  draft.answer.remarks.push_back(
      unmet.unlisted == 0
          ? fmt::format("No file of this archive has {}.", unmet.condition)
          : fmt::format("No file is known to have {}; {} with too many "
                        "different companies to list may.",
                        unmet.condition, unmet.unlisted));
  for (const std::string& near : unmet.nearest) {
    TRY(say_near_value(draft, near));
  }
  return {};
}

// The number as a clause: "22.16", not "-22.16", "122.16" or "22.160".
bool mentions(const std::string& text, const std::string& clause) {
  const auto goes_on = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ',';
  };
  for (size_t at = text.find(clause); at != std::string::npos;
       at = text.find(clause, at + 1)) {
    const size_t end = at + clause.size();
    const bool begins = at == 0 || !goes_on(text[at - 1]);
    const bool ends =
        end == text.size() || !goes_on(text[end]) ||
        (text[end] == '.' && (end + 1 == text.size() || text[end + 1] == ' '));
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

// Two words of the name of a document, without numbers.
std::vector<std::string> name_words(const std::string& name) {
  std::vector<std::string> out;
  for (const std::string& word : domain::words_of(name)) {
    const bool letters = std::none_of(
        word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (letters && word.size() >= 4 && out.size() < 2) {
      out.push_back(word);
    }
  }
  return out;
}

bool has_word(const Hit& hit, const std::string& word) {
  const std::string place = hit.paths.front().path + " " + hit.title;
  return domain::fold(hit.text + " " + place).find(word) != std::string::npos;
}

// Where the number of the clause is mentioned: an amendment may add it.
base::Result<void> say_absent_clause(Draft& draft, const AbsentClause& absent,
                                     embed::Embedder* embedder,
                                     const SearchOptions& options) {
  draft.answer.remarks.push_back(
      absent.paths.empty()
          ? fmt::format("{} is in no document of this archive.", absent.typed)
          : fmt::format("{} is not in {}{}.", absent.typed, absent.document,
                        absent.ends_at.empty()
                            ? ""
                            : ", which ends at " + absent.ends_at));
  if (absent.clause.size() <= 2) {
    return {}; // "5": any number
  }
  SearchOptions every = options;
  every.limit = 400;
  every.per_document = 50;
  const auto name = name_words(absent.document);
  TRY_ASSIGN(const SearchResult mentioned,
             search(draft.view,
                    fmt::format("{} {}", absent.clause, fmt::join(name, " ")),
                    embedder, every));
  size_t told = 0;
  for (const Hit& hit : mentioned.hits) {
    const bool near = mentions(hit.text, absent.clause) &&
                      (name.empty() || has_word(hit, name.front()));
    if (told == k_near_quotes || !near) {
      continue;
    }
    ++told;
    TRY_ASSIGN(const unsigned id, draft.evidence.add(hit));
    const Source& source = draft.evidence.source(id);
    const size_t at = source.text.find(absent.clause);
    const size_t line = source.text.rfind('\n', at);
    const std::string from = source.text.substr(
        line == std::string::npos || at - line > k_quoted / 2 ? at : line + 1);
    say(draft.answer.closest,
        fmt::format("{} mentions {}: {}", document_name(source), absent.clause,
                    quoted(domain::cut_utf8(from, k_quoted))),
        {id});
  }
  return {};
}

// Comparisons with a number: "more than $50", "42 inches or more".
std::vector<std::string> compared(const std::string& question) {
  std::vector<std::string> out;
  for (auto& number : domain::numbers_asked(question)) {
    out.push_back(std::move(number.words));
  }
  const std::string text = domain::lower_ascii(question);
  for (const char* behind : {" or more", " or less", " or over", " or above",
                             " or deeper", " or longer", " or larger"}) {
    const size_t at = text.find(behind);
    if (at == std::string::npos) {
      continue;
    }
    // A number and at most one word before it.
    size_t from = text.find_last_of(' ', at - (at > 0 ? 1 : 0));
    from = from == std::string::npos ? 0 : from + 1;
    if (from > 1 && !(text[from] >= '0' && text[from] <= '9')) {
      const size_t before = text.find_last_of(' ', from - 2);
      from = before == std::string::npos ? 0 : before + 1;
    }
    if (text[from] >= '0' && text[from] <= '9') {
      out.push_back(question.substr(from, at - from));
    }
  }
  return out;
}

// "within 5 km" of a question; "" if it says no such thing.
std::string within_distance(const std::string& question) {
  const std::string text = domain::lower_ascii(question);
  for (size_t at = text.find("within "); at != std::string::npos;
       at = text.find("within ", at + 1)) {
    // A number, a unit and "of".
    const size_t of = text.find(" of ", at);
    constexpr size_t k_longest = 30;
    if (of == std::string::npos || of - at > k_longest) {
      continue;
    }
    const auto quantity = domain::parse_quantity(
        std::string_view(question).substr(at + 7, of - at - 7));
    if (quantity && quantity->meaning.dimension == domain::Dimension::length) {
      return question.substr(at, of - at);
    }
  }
  return "";
}

} // namespace

std::vector<std::string> as_typed(const std::string& question,
                                  const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (size_t at = 0; at < question.size();) {
    const size_t end =
        std::min(question.find_first_of(" \t\r\n", at), question.size());
    const std::string token = question.substr(at, end - at);
    at = end + 1;
    const auto parts = domain::words_of(token);
    if (!parts.empty() && parts.size() == 1 &&
        std::find(words.begin(), words.end(), parts.front()) != words.end()) {
      const size_t first = token.find_first_not_of("\"'([{,.;:?!");
      const size_t last = token.find_last_not_of("\"')]},.;:?!");
      out.push_back(token.substr(first, last + 1 - first));
    } else {
      for (const std::string& part : parts) {
        if (std::find(words.begin(), words.end(), part) != words.end()) {
          out.push_back(part);
        }
      }
    }
  }
  std::set<std::string> seen;
  std::erase_if(out,
                [&](const auto& word) { return !seen.insert(word).second; });
  return out;
}

bool asks_of_names_nowhere(const Draft& draft) {
  constexpr double k_least = 0.3; // of the weight of all words
  constexpr size_t k_shortest = 3;
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::vector<std::string> names;
  for (const std::string& word :
       as_typed(draft.question, draft.words.nowhere())) {
    const bool all = std::all_of(word.begin(), word.end(), capital);
    const bool first = draft.question.starts_with(word);
    // Where everything is in capitals they say nothing.
    const bool shouted = domain::upper_ascii(draft.question) == draft.question;
    if (word.size() >= k_shortest && capital(word[0]) && (!first || all) &&
        !shouted) {
      for (std::string& part : domain::words_of(word)) {
        names.push_back(std::move(part));
      }
    }
  }
  return !names.empty() &&
         draft.words.only(names).weight() >= k_least * draft.words.weight();
}

std::string out_of_reach(const Draft& draft) {
  if (draft.counts) {
    return "Keybed cannot count this: no table that was found has columns for "
           "all that the question asks, and passages that were found are no "
           "count.";
  }
  // "Within 5 km of", where it is no place that files name.
  const std::string within = within_distance(draft.question);
  const bool placed = std::any_of(
      draft.found.read.begin(), draft.found.read.end(), [&](const auto& read) {
        return read.words.find(within) != std::string::npos;
      });
  if (!within.empty() && !placed) {
    return fmt::format("Keybed cannot answer this: it does not measure "
                       "distances between features (\"{}\").",
                       within);
  }
  for (const std::string& words : compared(draft.question)) {
    const bool read = std::any_of(
        draft.found.read.begin(), draft.found.read.end(), [&](const auto& one) {
          return one.words.find(words) != std::string::npos ||
                 words.find(one.words) != std::string::npos;
        });
    if (!read) {
      std::string near;
      const auto one = near_column(draft.view, draft.question);
      if (one && *one) {
        near = fmt::format(" Nearest is a column of {}: {}.",
                           file_name((*one)->path.path), (*one)->column);
      }
      return fmt::format("Keybed cannot answer this: no column or fact that "
                         "was found can be held against \"{}\".{}",
                         words, near);
    }
  }
  return "";
}

base::Result<bool> refuse_absent(Draft& draft, embed::Embedder* embedder,
                                 const SearchOptions& options) {
  const SearchResult& found = draft.found;
  for (const ConditionCount& one : found.emptied_by) {
    draft.answer.remarks.push_back(
        one.known_key
            ? fmt::format("No file passes every --where; {} by itself leaves "
                          "{}.",
                          one.condition, one.paths)
            : fmt::format("No file has a fact as in {}; `keybed facts ARCHIVE` "
                          "lists the keys.",
                          one.condition));
  }
  for (const Lookup& absent : found.absent) {
    TRY(say_absent(draft, absent));
  }
  for (const AbsentClause& absent : found.absent_clauses) {
    TRY(say_absent_clause(draft, absent, embedder, options));
  }
  for (const Unmet& unmet : found.unmet) {
    TRY(say_unmet(draft, unmet));
  }
  const bool held =
      std::any_of(found.identifiers.begin(), found.identifiers.end(),
                  [](const Lookup& one) { return one.paths > 0; });
  const bool clauses =
      std::any_of(found.hits.begin(), found.hits.end(),
                  [](const Hit& hit) { return !hit.clause.empty(); });
  return !draft.answer.remarks.empty() && !held && !clauses;
}

base::Result<void> refuse_nothing(Draft& draft, const SearchOptions& options,
                                  bool meaning) {
  auto& remarks = draft.answer.remarks;
  remarks.emplace_back("This archive does not say: no passage of it is about "
                       "the question.");
  const auto nowhere = as_typed(draft.question, draft.words.nowhere());
  if (!nowhere.empty()) {
    remarks.push_back(
        fmt::format("In no passage of it: {}.", fmt::join(nowhere, ", ")));
  }
  const auto counters = draft.view.counters();
  std::string where;
  for (const Condition& condition : options.where) {
    where += (where.empty() ? ", where " : " and ") + condition.display();
  }
  remarks.push_back(fmt::format(
      "Searched: {} paths, {} passages, by identifiers, facts, words{}{}.",
      counters.paths(), counters.passages(), meaning ? " and meaning" : "",
      where));
  size_t told = 0;
  for (const Hit& hit : draft.found.hits) {
    if (told == k_near_quotes || hit.text.empty()) {
      break;
    }
    ++told;
    TRY_ASSIGN(const unsigned id, draft.evidence.add(hit));
    const Source& source = draft.evidence.source(id);
    say(draft.answer.closest,
        fmt::format("{}: {}", document_name(source),
                    quoted(draft.words.stretch(source.text, k_quoted))),
        {id});
  }
  return {};
}

} // namespace query
