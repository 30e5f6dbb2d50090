// SPDX-License-Identifier: Apache-2.0
//
// A question back where one number is that of several things.
#include "proto/document_codec.hpp"
#include "query/answer/apart.hpp"
#include "query/answer/draft.hpp"
#include "query/core/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_documents = 8;
constexpr uint32_t k_passages = 1000; // of one document
constexpr size_t k_most = 6;          // things of one number

// A page, or of a document without pages a passage.
struct Holding {
  HitPath path;
  domain::Locator locator;
  std::string text;
};

bool holds_form(const std::string& text, const LookupHit& hit) {
  return std::any_of(hit.forms.begin(), hit.forms.end(),
                     [&](const LookupForm& form) {
                       return !form.verbatim.empty() &&
                              text.find(form.verbatim) != std::string::npos;
                     });
}

// The passages of a document, those of one page as one text.
base::Result<std::vector<Holding>> pages_of(const Draft& draft,
                                            const HitPath& path) {
  std::vector<Holding> out;
  TRY_ASSIGN(const auto place, content_at(draft.view, path.root, path.path));
  if (!place) {
    return out;
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  // Rows are of many things and are told by the card.
  const uint32_t count =
      columns_of(facts).empty() ? std::min(place->passages, k_passages) : 0;
  for (uint32_t i = 0; i < count; ++i) {
    TRY_ASSIGN(const auto row, place->shard->passage(place->version, i));
    if (!row) {
      continue;
    }
    domain::Passage passage = proto::decode(*row);
    if (!out.empty() && passage.locator.page &&
        passage.locator.page == out.back().locator.page) {
      out.back().text += "\n" + passage.text;
    } else {
      out.push_back({path, passage.locator, std::move(passage.text)});
    }
  }
  return out;
}

// Those that hold the identifier and something of what is asked.
base::Result<void> read(const Draft& draft, const LookupHit& hit,
                        std::vector<Holding>& out) {
  TRY_ASSIGN(auto pages, pages_of(draft, {hit.root, hit.path}));
  for (Holding& page : pages) {
    const bool told =
        std::any_of(out.begin(), out.end(),
                    [&](const Holding& one) { return one.text == page.text; });
    if (!told && holds_form(page.text, hit) &&
        draft.words.share(page.text) >= 0.5) {
      out.push_back(std::move(page));
    }
  }
  return {};
}

// One document, by its lines; each is cited where it stands, since a page may
// be several passages.
base::Result<void> say_apart(Draft& draft, const Holding& holding,
                             const Apart& apart) {
  std::vector<std::string> quotes;
  std::vector<unsigned> cites;
  std::vector<std::string> lines = {apart.line};
  lines.insert(lines.end(), apart.differs.begin(), apart.differs.end());
  for (const std::string& line : lines) {
    TRY_ASSIGN(const auto id,
               draft.evidence.add_passage(holding.path, holding.locator, line));
    if (!id && quotes.empty()) {
      return {}; // what it states cannot be shown
    }
    if (id) {
      quotes.push_back(quoted(line));
      if (std::find(cites.begin(), cites.end(), *id) == cites.end()) {
        cites.push_back(*id);
      }
    }
  }
  const std::string where =
      draft.evidence.source(cites.front()).locator.display();
  say(draft.answer.sentences,
      fmt::format("{}{}: {}", file_name(holding.path.path),
                  where.empty() ? "" : " (" + where + ")",
                  fmt::join(quotes, " … ")),
      cites);
  return {};
}

} // namespace

base::Result<bool> ask_which_of_number(Draft& draft) {
  if (draft.words.empty() || draft.found.identifiers.size() != 1) {
    return false;
  }
  const Lookup& found = draft.found.identifiers.front();
  std::vector<Holding> holding;
  std::set<HitPath> seen;
  for (const LookupHit& hit : found.hits) {
    if (seen.size() < k_documents && seen.insert({hit.root, hit.path}).second) {
      TRY(read(draft, hit, holding));
    }
  }
  if (holding.size() < 2 || holding.size() > k_most) {
    return false;
  }
  std::vector<std::string> texts;
  for (const Holding& one : holding) {
    texts.push_back(one.text);
  }
  const auto apart = told_apart(texts, draft.words);
  for (size_t i = 0; i < apart.size(); ++i) {
    TRY(say_apart(draft, holding[i], apart[i]));
  }
  if (apart.empty()) {
    return false;
  }
  draft.answer.remarks.push_back(
      fmt::format("Which one is meant? {} documents bear {}, and they state "
                  "different values.",
                  apart.size(), found.typed));
  return true;
}

} // namespace query
