// SPDX-License-Identifier: Apache-2.0
//
// Rows of tables that are what the question asks for, with their exact count.
#include "core/domain/comparison.hpp"
#include "core/domain/text.hpp"
#include "query/answer/counted.hpp"
#include "query/answer/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_rows_quoted = 3;
// A table whose conditions leave out more of the question than this share of
// the weight of its words answers another question: of "oil wells within 5 km
// of gas pipelines" a table of terms hears oil and gas.
constexpr double k_most_unheard = 0.45;

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// A path as words: "WY_orphan_wells.shp".
std::set<std::string> words_of_path(const std::string& path) {
  std::string text = path;
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c == '_' || c == '/' || c == '.' || c == '-'; }, ' ');
  const auto words = domain::words_of(text);
  return {words.begin(), words.end()};
}

// "Parts that cost more than $50": the comparison is of the price.
bool says_price(const std::string& word) {
  return word == "cost" || word == "costs" || word == "costing" ||
         word == "priced" || word == "worth";
}

bool compares_price(const RowAnswer& rows) {
  return std::any_of(rows.conditions.begin(), rows.conditions.end(),
                     [](const std::string& condition) {
                       return domain::is_money(condition) ||
                              condition.find('$') != std::string::npos;
                     });
}

struct Heard {
  const RowAnswer* rows = nullptr;
  std::vector<std::string> unheard; // that the file's name does not say either
  size_t named = 0;                 // words of the question in the file's name
};

Heard heard_of(const Draft& draft, const RowAnswer& rows) {
  Heard out{&rows, {}, 0};
  const auto name = words_of_path(rows.path.path);
  for (const std::string& word : rows.unheard) {
    const auto parts = domain::words_of(word);
    if (says_price(word) && compares_price(rows)) {
      continue;
    }
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const auto& part) { return name.contains(part); })) {
      out.unheard.push_back(word);
    }
  }
  for (const std::string& word : domain::words_of(draft.question)) {
    out.named += !is_stopword(word) && name.contains(word) ? 1 : 0;
  }
  return out;
}

bool answers(const Draft& draft, const Heard& heard) {
  std::string unheard;
  for (const std::string& word : heard.unheard) {
    if (has_digit(word)) {
      return false; // a number that no row was held against
    }
    unheard += word + " ";
  }
  return draft.words.share(unheard) <= k_most_unheard;
}

// Those that hear most of the question, and of them those whose name says what
// the question is about.
std::vector<Heard> best(const Draft& draft) {
  std::vector<Heard> out;
  for (const RowAnswer& rows : draft.found.rows) {
    Heard heard = heard_of(draft, rows);
    if (answers(draft, heard)) {
      out.push_back(std::move(heard));
    }
  }
  size_t least = std::numeric_limits<size_t>::max();
  for (const Heard& heard : out) {
    least = std::min(least, heard.unheard.size());
  }
  std::erase_if(
      out, [&](const Heard& heard) { return heard.unheard.size() > least; });
  size_t most = 0;
  for (const Heard& heard : out) {
    most = std::max(most, heard.named);
  }
  std::erase_if(out, [&](const Heard& heard) { return heard.named < most; });
  return out;
}

} // namespace

base::Result<void> compose_rows(Draft& draft) {
  for (const Heard& heard : best(draft)) {
    const RowAnswer& rows = *heard.rows;
    TRY_ASSIGN(const unsigned count,
               draft.evidence.add_note({rows.path}, counted_text(rows)));
    std::vector<unsigned> cites = {count};
    std::vector<std::pair<unsigned, const TableRow*>> first;
    for (const TableRow& row : rows.first) {
      TRY_ASSIGN(const unsigned id, draft.evidence.add(rows.path, row));
      cites.push_back(id);
      first.emplace_back(id, &row);
    }
    say(draft.answer.sentences, count_of(rows) + ".", cites);
    for (size_t i = 0; i < std::min(first.size(), k_rows_quoted); ++i) {
      say(draft.answer.sentences,
          quoted(domain::cut_utf8(first[i].second->text, k_quoted)) + ".",
          {first[i].first});
    }
    if (!heard.unheard.empty()) {
      draft.answer.remarks.push_back(fmt::format(
          "Not looked at in this count: {}.", fmt::join(heard.unheard, ", ")));
    }
    if (rows.total > rows.rows) {
      draft.answer.remarks.push_back(
          fmt::format("Counted among the {} rows that have text; {} has {}.",
                      rows.rows, file_name(rows.path.path), rows.total));
    }
  }
  return {};
}

} // namespace query
