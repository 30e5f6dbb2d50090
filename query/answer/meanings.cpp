// SPDX-License-Identifier: Apache-2.0
#include "query/answer/meanings.hpp"

#include "core/domain/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace query {
namespace {

// Letters and digits of a code that lists give out anew: reference designators
// on drawings, items of a parts list. Longer ones are of one thing.
constexpr size_t k_short = 4;
constexpr size_t k_shown = 8;

// A value that two lists may share by chance tells nothing: "1", "Y", "4.50".
bool tells(const std::string& value, const std::string& identifier) {
  constexpr size_t k_letters = 4;
  const auto letters = std::count_if(value.begin(), value.end(), [](char c) {
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c & 0x80) != 0;
  });
  const auto form = [](const std::string& text) {
    std::string out = domain::near_identical_form(text);
    std::erase(out, ' ');
    return out;
  };
  return static_cast<size_t>(letters) >= k_letters &&
         form(value) != form(identifier);
}

struct Meaning {
  const CardSource* source = nullptr; // the first of its documents
  const CardLine* line = nullptr;
  const CardValue* value = nullptr;
};

// Documents joined by what they say alike.
class Meanings {
public:
  explicit Meanings(const Card& card) {
    for (const CardLine& line : card.lines) {
      for (const CardValue& value : line.values) {
        add(card, line, value);
      }
    }
  }

  std::vector<Meaning> all() {
    std::vector<Meaning> out;
    for (size_t i = 0; i < m_first.size(); ++i) {
      if (root(i) == i) {
        out.push_back(m_first[i]);
      }
    }
    return out;
  }

private:
  void add(const Card& card, const CardLine& line, const CardValue& value) {
    for (const CardSource& source : value.sources) {
      if (source.path.empty()) {
        continue; // the digits
      }
      const auto [at, fresh] =
          m_numbers.emplace(HitPath{source.root, source.path}, m_first.size());
      if (fresh) {
        m_first.push_back({&source, &line, &value});
        m_parent.push_back(at->second);
      }
      if (tells(value.text, card.typed)) {
        const auto [same, first] =
            m_said.emplace(domain::near_identical_form(value.text), at->second);
        if (!first) {
          join(same->second, at->second);
        }
      }
    }
  }

  size_t root(size_t i) const {
    while (m_parent[i] != i) {
      i = m_parent[i];
    }
    return i;
  }

  void join(size_t a, size_t b) {
    const size_t first = root(a);
    const size_t second = root(b);
    m_parent[std::max(first, second)] = std::min(first, second);
  }

  std::map<HitPath, size_t> m_numbers;
  std::map<std::string, size_t> m_said; // value -> a document
  std::vector<Meaning> m_first;
  std::vector<size_t> m_parent;
};

base::Result<bool> ask_about(Draft& draft, const Lookup& found) {
  TRY_ASSIGN(const Card card, compose_card(draft.view, found));
  const auto meanings = Meanings(card).all();
  if (meanings.size() < 2) {
    return false;
  }
  draft.answer.remarks.push_back(
      fmt::format("Which {}? {} lists or layers have one, and what they say "
                  "of it has nothing in common.",
                  found.typed, meanings.size()));
  for (size_t i = 0; i < std::min(k_shown, meanings.size()); ++i) {
    const Meaning& one = meanings[i];
    TRY_ASSIGN(const unsigned id,
               draft.evidence.add(card, *one.line, *one.value, *one.source));
    const Source& source = draft.evidence.source(id);
    say(draft.answer.sentences,
        fmt::format("{}: {}", file_name(one.source->path),
                    quoted(domain::cut_utf8(source.text, k_quoted))),
        {id});
  }
  return true;
}

} // namespace

base::Result<bool> ask_which_meaning(Draft& draft) {
  for (const Lookup& found : draft.found.identifiers) {
    if (found.paths < 2 || found.hits.empty() ||
        found.hits.front().family != "code" ||
        found.hits.front().canonical.size() > k_short) {
      continue;
    }
    TRY_ASSIGN(const bool asked, ask_about(draft, found));
    if (asked) {
      return true;
    }
  }
  return false;
}

} // namespace query
