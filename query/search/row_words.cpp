// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_words.hpp"

#include "core/domain/attributes.hpp"
#include "core/domain/text.hpp"
#include "query/lexical/bm25.hpp"
#include "query/search/question.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

constexpr size_t k_unheard = 2; // words beside two for each condition

void put_words(const std::string& text, std::set<std::string>& out) {
  for (std::string& word : domain::words_of(text)) {
    out.insert(std::move(word));
  }
}

std::set<std::string> headings_of(const RowTable& table) {
  std::set<std::string> out;
  for (const std::string& column : table.columns) {
    const auto known = table.attributes.find(column);
    put_words(known == table.attributes.end()
                  ? domain::attribute_of(column).name
                  : known->second.name,
              out);
  }
  return out;
}

std::set<std::string> names_of(const RowTable& table, const std::string& path) {
  std::set<std::string> out;
  put_words(path.substr(path.rfind('/') + 1), out);
  put_words(table.layer, out);
  return out;
}

// What rows may be, though seldom a value of a cell.
bool is_kind(const std::string& word) {
  static const std::set<std::string, std::less<>> kinds = {
      "county", "field", "item",  "items",  "part",     "parts",
      "state",  "well",  "wells", "fields", "counties", "states"};
  return kinds.contains(word);
}

// What holds rows: "the most expensive parts in the table".
bool is_holder(const std::string& word) {
  static const std::set<std::string, std::less<>> holders = {
      "column", "columns", "layer", "layers", "record", "records",
      "row",    "rows",    "sheet", "table",  "tables"};
  return holders.contains(word);
}

bool asks_nothing(const std::string& word) {
  return (is_empty_word(word) && !is_kind(word)) || is_stopword(word) ||
         is_holder(word);
}

base::Result<double> telling(const ArchiveView& view,
                             const std::vector<std::string>& words) {
  std::set<std::string> stems;
  for (const std::string& word : words) {
    for (std::string& stem : domain::words_of(word)) {
      stems.insert(std::move(stem));
    }
  }
  double out = 0;
  for (const std::string& stem : stems) {
    TRY_ASSIGN(const double weight, rarity_of(view, stem));
    out += weight;
  }
  return out;
}

} // namespace

// Words that stand in many cells and mean nothing in a question.
bool is_empty_word(const std::string& form) {
  static const std::set<std::string, std::less<>> common = {
      "all",  "and",   "any",     "are",   "file",  "for",   "how",
      "item", "many",  "more",    "name",  "no",    "none",  "not",
      "of",   "other", "part",    "parts", "the",   "there", "this",
      "to",   "type",  "unknown", "value", "well",  "wells", "which",
      "with", "yes",   "county",  "state", "field", "data",  "list"};
  return common.contains(form);
}

RowWords row_words(const QuestionPhrases& phrases, const RowTable& table,
                   const std::string& path) {
  const std::set<std::string> headings = headings_of(table);
  const std::set<std::string> names = names_of(table, path);
  RowWords out;
  for (const auto& [word, used] : phrases.words()) {
    const auto stems = domain::words_of(word);
    const auto among = [&](const std::set<std::string>& set) {
      return std::all_of(stems.begin(), stems.end(), [&](const auto& stem) {
        return set.contains(stem) || asks_nothing(stem);
      });
    };
    if (asks_nothing(word) || among({})) {
      continue;
    }
    if (used || among(headings)) {
      out.heard.push_back(word);
    } else if (is_kind(word)) {
      (among(names) ? out.heard : out.kinds).push_back(word);
    } else {
      out.unheard.push_back(word);
      if (among(names)) {
        out.named.push_back(word);
      }
    }
  }
  return out;
}

base::Result<bool> hears_enough(const ArchiveView& view, const RowWords& words,
                                size_t conditions) {
  if (words.unheard.size() > k_unheard + 2 * conditions) {
    return false;
  }
  TRY_ASSIGN(const double heard, telling(view, words.heard));
  TRY_ASSIGN(const double named, telling(view, words.named));
  TRY_ASSIGN(const double unheard, telling(view, words.unheard));
  return heard + named >= unheard - named;
}

bool hears_more(const RowWords& words, const RowWords& than) {
  const auto missed = [](const RowWords& one) {
    std::set<std::string> out(one.unheard.begin(), one.unheard.end());
    out.insert(one.kinds.begin(), one.kinds.end());
    for (const std::string& word : one.named) {
      out.erase(word);
    }
    return out;
  };
  const auto fewer = missed(words);
  const auto more = missed(than);
  return fewer.size() < more.size() &&
         std::includes(more.begin(), more.end(), fewer.begin(), fewer.end());
}

} // namespace query
