// SPDX-License-Identifier: Apache-2.0
#include "query/answer/telling.hpp"

#include "core/domain/text.hpp"
#include "query/lexical/bm25.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace query {
namespace {

using Words = std::set<std::string, std::less<>>;

Words words_in(std::string_view text) {
  std::vector<std::string> all = domain::words_of(text);
  return {std::make_move_iterator(all.begin()),
          std::make_move_iterator(all.end())};
}

bool ends_sentence(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '\n') {
    return true;
  }
  return (c == '.' || c == '?' || c == '!' || c == ';') &&
         (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n');
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\n\r";
  const size_t from = text.find_first_not_of(k_blanks);
  return from == std::string_view::npos
             ? std::string_view()
             : text.substr(from, text.find_last_not_of(k_blanks) + 1 - from);
}

// Where sentences and lines begin, and the end of the text.
std::vector<size_t> bounds_of(std::string_view text) {
  std::vector<size_t> out = {0};
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    // "12.6 Assignment" and "Sec. 30": what follows a stop and a small number
    // of bytes is no sentence of its own.
    constexpr size_t k_shortest = 12;
    if (ends_sentence(text, i) &&
        (text[i] == '\n'
             ? !trimmed(text.substr(out.back(), i - out.back())).empty()
             : i + 1 - out.back() >= k_shortest)) {
      out.push_back(i + 1);
    }
  }
  out.push_back(text.size());
  return out;
}

std::string_view cut(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  const std::string_view head = domain::cut_utf8(text, bytes);
  const size_t blank = head.find_last_of(" \n");
  return blank == std::string_view::npos || blank < bytes / 2
             ? head
             : trimmed(head.substr(0, blank));
}

} // namespace

TellingWords::TellingWords(const std::vector<Count>& counts,
                           uint64_t passages) {
  for (const Count& count : counts) {
    m_words.push_back({count.word,
                       rarity(count.passages, static_cast<double>(passages)),
                       count.passages > 0});
  }
}

base::Result<TellingWords>
TellingWords::weigh(const ArchiveView& view,
                    const std::vector<std::string>& words) {
  constexpr size_t k_most = 64;
  std::vector<Count> counts;
  std::set<std::string> seen;
  for (const std::string& word : words) {
    if (counts.size() < k_most && seen.insert(word).second) {
      TRY_ASSIGN(const uint64_t holders, passages_with(view, word));
      counts.push_back({word, holders});
    }
  }
  return TellingWords(counts, view.counters().passages());
}

std::vector<std::string> TellingWords::nowhere() const {
  std::vector<std::string> out;
  for (const Word& word : m_words) {
    if (!word.known) {
      out.push_back(word.word);
    }
  }
  return out;
}

double TellingWords::share(std::string_view text) const {
  const Words held = words_in(text);
  double all = 0;
  double here = 0;
  for (const Word& word : m_words) {
    all += word.weight;
    here += held.contains(word.word) ? word.weight : 0;
  }
  return all > 0 ? here / all : 0;
}

double TellingWords::share_of_known(std::string_view text) const {
  return without(nowhere()).share(text);
}

std::vector<std::string> TellingWords::lacking(std::string_view text) const {
  const Words held = words_in(text);
  std::vector<std::string> out;
  for (const Word& word : m_words) {
    if (!held.contains(word.word)) {
      out.push_back(word.word);
    }
  }
  return out;
}

double TellingWords::weight() const {
  double out = 0;
  for (const Word& word : m_words) {
    out += word.weight;
  }
  return out;
}

TellingWords TellingWords::only(const std::vector<std::string>& words) const {
  std::vector<Word> out = m_words;
  std::erase_if(out, [&](const Word& word) {
    return std::find(words.begin(), words.end(), word.word) == words.end();
  });
  return TellingWords(std::move(out));
}

TellingWords
TellingWords::without(const std::vector<std::string>& words) const {
  std::vector<Word> out = m_words;
  std::erase_if(out, [&](const Word& word) {
    return std::find(words.begin(), words.end(), word.word) != words.end();
  });
  return TellingWords(std::move(out));
}

std::vector<std::string_view>
TellingWords::labelled(std::string_view text) const {
  constexpr size_t k_most = 4;
  constexpr size_t k_longest = 300; // bytes of such a line
  struct Line {
    std::string_view text;
    Words label;
  };
  std::vector<Line> found;
  Words known;
  for (const Word& word : m_words) {
    known.insert(word.word);
  }
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const auto line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t mark = line.find_first_of(":\t");
    if (line.size() > k_longest || mark == std::string_view::npos ||
        trimmed(line.substr(mark + 1)).empty()) {
      continue;
    }
    Words label = words_in(line.substr(0, mark));
    if (!label.empty() &&
        std::includes(known.begin(), known.end(), label.begin(), label.end())) {
      found.push_back({line, std::move(label)});
    }
  }
  const auto is_part = [&](const Line& part) {
    return std::any_of(found.begin(), found.end(), [&](const Line& whole) {
      return whole.label.size() > part.label.size() &&
             std::includes(whole.label.begin(), whole.label.end(),
                           part.label.begin(), part.label.end());
    });
  };
  std::vector<std::string_view> out;
  for (const Line& line : found) {
    if (out.size() < k_most && !is_part(line)) {
      out.push_back(line.text);
    }
  }
  return out;
}

std::string_view TellingWords::stretch(std::string_view text,
                                       size_t bytes) const {
  constexpr size_t k_units = 8; // sentences or lines of one stretch
  constexpr size_t k_read = 16384;
  text = domain::cut_utf8(text, k_read);
  const std::vector<size_t> bounds = bounds_of(text);
  const auto piece = [&](size_t from, size_t to) {
    return trimmed(text.substr(bounds[from], bounds[to] - bounds[from]));
  };
  size_t first = 0;
  size_t behind = 1;
  double most = -1;
  size_t least = 0;
  for (size_t from = 0; from + 1 < bounds.size(); ++from) {
    const size_t last = std::min(bounds.size(), from + 1 + k_units);
    for (size_t to = from + 1; to < last; ++to) {
      const auto here = piece(from, to);
      if (here.size() > bytes && to > from + 1) {
        break;
      }
      const double has = here.empty() ? -1 : share(here);
      if (has > most || (has == most && here.size() < least)) {
        most = has;
        least = here.size();
        first = from;
        behind = to;
      }
    }
  }
  // A heading or a short sentence goes on, where there is room.
  while (behind + 1 < bounds.size() &&
         piece(first, behind + 1).size() <= bytes / 2) {
    ++behind;
  }
  const auto best = piece(first, behind);
  return cut(best, bytes);
}

} // namespace query
