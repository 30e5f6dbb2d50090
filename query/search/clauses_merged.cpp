// SPDX-License-Identifier: Apache-2.0
#include "query/search/clauses.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

namespace query {
namespace {

constexpr double k_mention_boost = 1.0; // above any fused score

// `number` stands in `text` as a whole: "22.16", not "122.160".
bool mentions(const std::string& text, const std::string& number) {
  for (size_t at = text.find(number); at != std::string::npos;
       at = text.find(number, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const size_t end = at + number.size();
    const char after = end < text.size() ? text[end] : ' ';
    const char behind = end + 1 < text.size() ? text[end + 1] : ' ';
    const bool goes_on = std::isalnum(static_cast<unsigned char>(after)) != 0 ||
                         (after == '.' && behind >= '0' && behind <= '9');
    if (!goes_on && before != '.' &&
        std::isalnum(static_cast<unsigned char>(before)) == 0) {
      return true;
    }
  }
  return false;
}

} // namespace

bool leaves_words(const std::vector<std::string>& words,
                  const ClauseAnswer& clauses) {
  static const std::set<std::string, std::less<>> k_asking = {
      "say", "state", "provide", "read", "mean", "text", "tell"};
  const auto& used = clauses.used_words;
  const bool answered = !clauses.hits.empty();
  return !answered ||
         std::any_of(words.begin(), words.end(), [&](const std::string& word) {
           return !k_asking.contains(word) &&
                  std::find(used.begin(), used.end(), word) == used.end();
         });
}

void put_clauses(ClauseAnswer clauses, SearchResult& out) {
  for (Hit& hit : out.hits) {
    for (const AbsentClause& absent : clauses.absent) {
      if (absent.clause.size() > 2 && mentions(hit.text, absent.clause)) {
        hit.why.insert(hit.why.begin(), "mentions " + absent.clause);
        hit.score += k_mention_boost;
        hit.focus = absent.clause;
      }
    }
  }
  std::stable_sort(
      out.hits.begin(), out.hits.end(),
      [](const Hit& a, const Hit& b) { return a.score > b.score; });
  std::erase_if(out.hits, [&](const Hit& hit) {
    return std::any_of(clauses.hits.begin(), clauses.hits.end(),
                       [&](const Hit& clause) {
                         return clause.paths.front() == hit.paths.front() &&
                                clause.text.find(hit.text) != std::string::npos;
                       });
  });
  out.hits.insert(out.hits.begin(),
                  std::make_move_iterator(clauses.hits.begin()),
                  std::make_move_iterator(clauses.hits.end()));
  out.asks.insert(out.asks.begin(),
                  std::make_move_iterator(clauses.asks.begin()),
                  std::make_move_iterator(clauses.asks.end()));
  out.absent_clauses = std::move(clauses.absent);
}

} // namespace query
