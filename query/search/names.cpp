// SPDX-License-Identifier: Apache-2.0
#include "query/search/names.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_name.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

constexpr size_t k_words = 64;  // of a question
constexpr size_t k_longest = 6; // words of a name
constexpr const char* k_family = "well-name";

struct Word {
  std::string text; // as typed, without blanks
  std::string form; // folded; "" for punctuation alone
};

std::vector<Word> split(const std::string& question) {
  std::vector<Word> out;
  for (size_t at = 0; at < question.size() && out.size() < k_words;) {
    const size_t begin = question.find_first_not_of(" \t\n?!,;:", at);
    if (begin == std::string::npos) {
      break;
    }
    at = std::min(question.find_first_of(" \t\n?!,;:", begin), question.size());
    const std::string text = question.substr(begin, at - begin);
    out.push_back({text, domain::near_identical_form(text)});
  }
  return out;
}

bool is_well(const Word& word) {
  return word.form == "well" || word.form == "wellbore" ||
         word.form == "borehole";
}

// Stands before "well" without being a name.
bool is_common(const Word& word) {
  static const std::set<std::string, std::less<>> words = {
      "",           "a",         "abandoned",   "and",
      "any",        "are",       "all",         "by",
      "deep",       "deepest",   "development", "disposal",
      "dry",        "each",      "every",       "exploration",
      "first",      "for",       "from",        "gas",
      "horizontal", "how",       "in",          "injection",
      "is",         "last",      "latest",      "many",
      "my",         "new",       "of",          "offset",
      "oil",        "old",       "on",          "one",
      "or",         "orphan",    "orphaned",    "our",
      "plugged",    "producing", "production",  "same",
      "shallow",    "some",      "test",        "that",
      "the",        "this",      "to",          "vertical",
      "was",        "water",     "what",        "which",
      "wildcat",    "with"};
  return words.contains(word.form);
}

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

class Finder {
public:
  Finder(const ArchiveView& view, const std::string& question)
      : m_view(view), m_words(split(question)), m_used(m_words.size()) {}

  base::Result<std::vector<NamedWells>> run() {
    TRY(whole_names());
    TRY(parts_of_names());
    return std::move(m_out);
  }

private:
  std::string phrase(size_t begin, size_t end) const {
    std::string out;
    for (size_t i = begin; i < end; ++i) {
      out += (out.empty() ? "" : " ") + m_words[i].text;
    }
    return out;
  }

  bool is_free(size_t begin, size_t end) const {
    return std::none_of(m_used.begin() + static_cast<ptrdiff_t>(begin),
                        m_used.begin() + static_cast<ptrdiff_t>(end),
                        [](bool used) { return used; });
  }

  // A name that is one word, or words that any sentence has, needs "well".
  bool may_be_name(size_t begin, size_t end) const {
    const bool beside = (begin > 0 && is_well(m_words[begin - 1])) ||
                        (end < m_words.size() && is_well(m_words[end]));
    const bool all = end - begin == m_words.size();
    const bool telling = std::any_of(
        m_words.begin() + static_cast<ptrdiff_t>(begin),
        m_words.begin() + static_cast<ptrdiff_t>(end), [](const Word& word) {
          return !is_common(word) && !is_well(word) && word.form.size() > 1 &&
                 !only_digits(word.form);
        });
    const std::string text = phrase(begin, end);
    return telling && (beside || all || (end - begin > 1 && has_digit(text)));
  }

  // "the Robinson well": a table that writes the lease alone makes that a name,
  // too, and no reason to leave out Robinson 24-1.
  bool may_be_part(size_t begin, size_t end) const {
    const bool named_before = end < m_words.size() && is_well(m_words[end]);
    return named_before && end - begin <= 3 && !has_digit(phrase(begin, end));
  }

  static bool only_digits(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= '0' && c <= '9') || c == ' ';
    });
  }

  base::Result<void> whole_names() {
    for (size_t length = std::min(k_longest, m_words.size()); length > 0;
         --length) {
      for (size_t begin = 0; begin + length <= m_words.size(); ++begin) {
        if (is_free(begin, begin + length) &&
            may_be_name(begin, begin + length) &&
            !may_be_part(begin, begin + length)) {
          TRY(take(phrase(begin, begin + length), begin, begin + length));
        }
      }
    }
    return {};
  }

  // "the Robinson well", "well Robinson": every name that begins so.
  base::Result<void> parts_of_names() {
    for (size_t i = 0; i < m_words.size(); ++i) {
      if (!is_well(m_words[i])) {
        continue;
      }
      size_t begin = i;
      while (begin > 0 && i - begin < 3 && !m_used[begin - 1] &&
             !is_common(m_words[begin - 1])) {
        --begin;
      }
      if (begin < i) {
        TRY(take(phrase(begin, i) + "*", begin, i));
      } else if (i + 1 < m_words.size() && !m_used[i + 1] &&
                 !is_common(m_words[i + 1])) {
        TRY(take(phrase(i + 1, i + 2) + "*", i + 1, i + 2));
      }
    }
    return {};
  }

  base::Result<void> take(const std::string& typed, size_t begin, size_t end) {
    LookupOptions options;
    options.family = k_family;
    options.whole_words = true;
    options.neighbours = false; // a name that is not there is none
    auto found = lookup(m_view, typed, options);
    if (!found && found.error().code == base::Errc::invalid) {
      return {}; // too short for a star
    }
    TRY(found);
    if (!typed.ends_with('*')) {
      only_all_of_it(domain::well_name_form(typed), *found);
    }
    if (found->paths == 0) {
      return {};
    }
    std::fill(m_used.begin() + static_cast<ptrdiff_t>(begin),
              m_used.begin() + static_cast<ptrdiff_t>(end), true);
    found->typed = phrase(begin, end);
    const bool several = typed.ends_with('*') && found->identifiers > 1;
    m_out.push_back({std::move(*found), several});
    return {};
  }

  // "item B11" is not the well B-11, though a lookup takes the label off.
  static void only_all_of_it(const std::string& form, Lookup& found) {
    const std::string bare = bare_of(form);
    std::erase_if(found.hits, [&](const LookupHit& hit) {
      return bare_of(hit.canonical) != bare;
    });
    if (found.hits.empty()) {
      found.paths = 0;
    }
  }

  // Without its accents, as one of their spellings.
  static std::string bare_of(const std::string& name) {
    const auto folded = domain::folded_forms(name);
    return folded.empty() ? name : folded.front();
  }

  const ArchiveView& m_view;
  std::vector<Word> m_words;
  std::vector<bool> m_used;
  std::vector<NamedWells> m_out;
};

} // namespace

base::Result<std::vector<NamedWells>> names_in(const ArchiveView& view,
                                               const std::string& question) {
  return Finder(view, question).run();
}

} // namespace query
