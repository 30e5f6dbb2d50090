// SPDX-License-Identifier: Apache-2.0
#include "query/search/cards.hpp"

#include "core/domain/text.hpp"

#include <algorithm>

namespace query {
namespace {

constexpr size_t k_cards = 5;
constexpr uint64_t k_paths = 100;

// "operates" and "operator", "priced" and "price": one stem by their first
// letters, or the same word.
bool alike(const std::string& a, const std::string& b) {
  constexpr size_t k_stem = 5;
  return a == b || (a.size() >= k_stem && b.size() >= k_stem &&
                    a.compare(0, k_stem, b, 0, k_stem) == 0);
}

bool is_asked(const CardLine& line, const std::vector<std::string>& words) {
  const auto named = domain::words_of(line.attribute.name);
  return std::any_of(named.begin(), named.end(), [&](const std::string& name) {
    return std::any_of(
        words.begin(), words.end(),
        [&](const std::string& word) { return alike(name, word); });
  });
}

} // namespace

base::Result<std::vector<Card>> cards_for(const ArchiveView& view,
                                          const Question& question) {
  std::vector<Card> out;
  for (const Lookup& found : question.identifiers) {
    const bool several =
        std::any_of(question.names.begin(), question.names.end(),
                    [&](const NamedWells& name) {
                      return name.several && name.found.typed == found.typed;
                    });
    if (out.size() == k_cards || found.paths == 0 || found.paths > k_paths ||
        several || found.typed.find('*') != std::string::npos) {
      continue;
    }
    TRY_ASSIGN(Card card, compose_card(view, found));
    if (!question.only_identifiers) {
      std::erase_if(card.lines, [&](const CardLine& line) {
        return !is_asked(line, question.words);
      });
    }
    if (!card.lines.empty()) {
      out.push_back(std::move(card));
    }
  }
  return out;
}

} // namespace query
