// SPDX-License-Identifier: Apache-2.0
//
// Passages, quoted: clauses, one of several things that are meant, and the best
// ones for a question in prose.
#include "core/domain/text.hpp"
#include "query/answer/draft.hpp"
#include "query/answer/relevance.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_clause = 1500; // bytes of a clause that are quoted
constexpr size_t k_option = 200;  // bytes of one of several things meant
constexpr size_t k_options = 12;

std::string name_with_state(const Source& source) {
  const std::string name = document_name(source);
  return source.state.empty() ? name : name + " (" + source.state + ")";
}

base::Result<void> say_clause(Draft& draft, const Hit& hit, size_t bytes) {
  TRY_ASSIGN(const unsigned id, draft.evidence.add(hit));
  const Source& source = draft.evidence.source(id);
  const std::string_view text = domain::cut_utf8(source.text, bytes);
  say(draft.answer.sentences,
      fmt::format("{} of {}: {}{}", hit.clause, name_with_state(source),
                  quoted(text),
                  text.size() < source.text.size() ? " (and more)" : ""),
      {id});
  return {};
}

base::Result<void> say_option(Draft& draft, const AskOption& option) {
  const std::string& says = option.says;
  // "… (template, 8 blanks to be filled)" is of the document, not of its text.
  const std::string text =
      says.ends_with(')') ? says.substr(0, says.rfind(" (")) : says;
  TRY_ASSIGN(auto id,
             draft.evidence.add_passage(option.path, option.locator, text));
  if (!id) {
    TRY_ASSIGN(id, draft.evidence.add_note(
                       {option.path},
                       fmt::format("{} (as this file was read)", says)));
  }
  // Versions of one agreement have one title.
  const Source& source = draft.evidence.source(*id);
  say(draft.answer.sentences,
      fmt::format("{}{}: {}", file_name(option.path.path),
                  source.state.empty() ? "" : " (" + source.state + ")",
                  quoted(text)),
      {*id});
  return {};
}

} // namespace

base::Result<void> compose_clauses(Draft& draft) {
  for (const Hit& hit : draft.found.hits) {
    if (!hit.clause.empty()) {
      TRY(say_clause(draft, hit, k_clause));
    }
  }
  return {};
}

base::Result<void> compose_options(Draft& draft) {
  std::set<HitPath> told;
  for (const Hit& hit : draft.found.hits) {
    if (!hit.clause.empty() && draft.answer.sentences.size() < k_options) {
      told.insert(hit.paths.begin(), hit.paths.end());
      TRY(say_clause(draft, hit, k_option));
    }
  }
  for (const AskBack& ask : draft.found.asks) {
    for (const AskOption& option : ask.options) {
      if (draft.answer.sentences.size() < k_options &&
          !told.contains(option.path)) {
        TRY(say_option(draft, option));
      }
    }
  }
  return {};
}

base::Result<void> compose_passages(Draft& draft, std::vector<Sentence>& to) {
  const size_t before = to.size();
  for (const Hit* hit : relevant(draft.found, draft.words)) {
    if (to.size() - before == draft.limit) {
      break;
    }
    TRY_ASSIGN(const unsigned id, draft.evidence.add(*hit));
    const Source& source = draft.evidence.source(id);
    const std::string text = telling_quotes(draft.words, source.text);
    if (!text.empty()) {
      say(to, fmt::format("{}: {}", name_with_state(source), text), {id});
    }
  }
  return {};
}

} // namespace query
