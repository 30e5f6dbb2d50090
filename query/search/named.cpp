// SPDX-License-Identifier: Apache-2.0
#include "query/search/named.hpp"

#include "core/domain/text.hpp"
#include "query/core/source_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace query {
namespace {

constexpr size_t k_most_documents = 20'000; // of a shard
// Of the weight of the telling words a document has to have.
constexpr double k_enough = 0.5;

const std::set<std::string, std::less<>>& general_words() {
  static const std::set<std::string, std::less<>> words = {
      "agreement", "contract", "document", "report",   "file",      "term",
      "paper",     "text",     "md",       "pdf",      "txt",       "html",
      "doc",       "docx",     "sample",   "say",      "state",     "mean",
      "provide",   "tell",     "read",     "clause",   "section",   "article",
      "schedule",  "annex",    "exhibit",  "appendix", "paragraph", "party",
      "version",   "standard", "copy",     "archive",  "between",   "under"};
  return words;
}

// Parts of a path as words: "CommonPaper_CSA/CSA.md".
std::string spaced(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool joins = c == '/' || c == '_' || c == '-' || c == '.';
    out.push_back(joins ? ' ' : c);
  }
  return out;
}

// "Cloud Service Agreement" is the CSA.
std::string initials(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!is_stopword(word) && !word.empty() && word[0] >= 'a' &&
        word[0] <= 'z') {
      out.push_back(word[0]);
    }
  }
  return out.size() >= 3 && out.size() <= 6 ? out : "";
}

void add_words(std::string_view text, std::set<std::string>& words) {
  for (std::string& word : domain::words_of(text)) {
    words.insert(std::move(word));
  }
}

void read_facts(const std::vector<domain::Fact>& facts, NamedDocument& out) {
  out.state = contract_state(facts);
  for (const domain::Fact& fact : facts) {
    if (fact.key == "party") {
      out.parties.push_back(fact.text);
    } else if (fact.key == "last_clause") {
      out.last = fact.text;
    } else if (fact.key == "document_type") {
      out.contract = fact.text == "contract";
    }
    if (fact.key == "party" || fact.key == "contract_number") {
      add_words(fact.text, out.words);
    }
  }
}

class Gatherer {
public:
  Gatherer(const ArchiveView& view, const std::vector<Allowed>& allowed)
      : m_view(view), m_allowed(allowed) {}

  base::Result<std::vector<NamedDocument>> gather() {
    for (uint32_t i = 0; i < m_view.shards().size(); ++i) {
      std::set<store::DocumentVersion> found;
      for (const char* key : {"clause_count", "document_type"}) {
        TRY(m_view.shards()[i].fact_range(
            key, "", "\xff", [&](const store::DocumentVersion& version) {
              found.insert(version);
              return found.size() < k_most_documents;
            }));
      }
      for (const store::DocumentVersion& version : found) {
        TRY(add(i, version));
      }
    }
    std::vector<NamedDocument> out;
    for (auto& [id, document] : m_found) {
      if (!document.paths.empty()) {
        std::sort(document.paths.begin(), document.paths.end());
        out.push_back(std::move(document));
      }
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return a.paths.front() < b.paths.front();
    });
    return out;
  }

private:
  bool passes(const HitPath& path) const {
    return m_allowed.empty() ||
           std::any_of(
               m_allowed.begin(), m_allowed.end(), [&](const Allowed& shard) {
                 return shard.has(store::BundleId{path.root, path.path});
               });
  }

  base::Result<void> add(uint32_t index,
                         const store::DocumentVersion& version) {
    const auto& shard = m_view.shards()[index];
    TRY_ASSIGN(const auto held, shard.document(version.id));
    if (!held || held->kind() != pb::DOCUMENT_KIND_CONTENT) {
      return {};
    }
    NamedDocument& out = m_found[version.id];
    if (out.words.empty()) {
      out.shard = index;
      out.version = version;
      out.format = held->head().format();
      out.title = held->head().title();
      const auto title = domain::words_of(out.title);
      out.words.insert(title.begin(), title.end());
      out.words.insert(initials(title));
      TRY_ASSIGN(const auto facts, shard.facts(version));
      read_facts(facts, out);
    }
    for (const pb::PathRef& path : held->paths()) {
      const HitPath place{path.root(), path.path()};
      if (passes(place)) {
        out.paths.push_back(place);
        add_words(spaced(path.path()), out.words);
      }
    }
    return {};
  }

  const ArchiveView& m_view;
  const std::vector<Allowed>& m_allowed;
  std::map<store::DocumentId, NamedDocument> m_found;
};

// What is asked about a clause is no name of its document.
std::string before_topic(const std::string& text) {
  const std::string folded = domain::fold(text);
  size_t end = text.size();
  for (const char* word : {" about ", " regarding ", " concerning "}) {
    const size_t at = folded.find(word);
    // Folding may move what stands behind it: then the whole text counts.
    end = at != std::string::npos && folded.size() == text.size()
              ? std::min(end, at)
              : end;
  }
  return text.substr(0, end);
}

// A word of the question, and what a document may have for it: itself, or
// itself joined to its neighbours ("Common Paper" in CommonPaper_CSA).
struct Told {
  std::string word;
  std::vector<std::string> forms; // the word itself first
  // Part of what the question calls the document: where no document has it,
  // another one is meant.
  bool name = false;
};

// Words of the question in order, with what their place says.
std::vector<Told> placed_words(const std::string& text) {
  static const std::set<std::string, std::less<>> begins = {"of", "in", "from",
                                                            "under"};
  static const std::set<std::string, std::less<>> ends = {
      "say",  "about", "on",   "for", "with",    "that",
      "what", "how",   "when", "who", "provide", "regarding"};
  std::vector<Told> out;
  bool inside = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto token = rest.substr(0, end);
    const bool capital =
        !token.empty() && token[0] >= 'A' && token[0] <= 'Z' && !out.empty();
    for (std::string& word : domain::words_of(token)) {
      inside = begins.contains(word) || (inside && !ends.contains(word));
      out.push_back({std::move(word), {}, inside || capital});
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::vector<Told> told_words(const std::string& text) {
  const auto all = placed_words(before_topic(text));
  std::vector<Told> out;
  for (size_t i = 0; i < all.size(); ++i) {
    Told told = all[i];
    told.forms = {told.word};
    for (size_t from = i >= 2 ? i - 2 : 0; from <= i; ++from) {
      std::string joined;
      for (size_t to = from; to < all.size() && to < from + 3; ++to) {
        joined += all[to].word;
        if (to >= i && to > from) {
          told.forms.push_back(joined);
        }
      }
    }
    const bool known =
        std::any_of(out.begin(), out.end(),
                    [&](const Told& other) { return other.word == told.word; });
    if (!known && !is_stopword(told.word)) {
      out.push_back(std::move(told));
    }
  }
  return out;
}

bool has(const NamedDocument& document, const Told& told, bool joined) {
  return std::any_of(
      told.forms.begin() + (joined ? 1 : 0), told.forms.end(),
      [&](const std::string& form) { return document.words.contains(form); });
}

} // namespace

bool is_general_word(const std::string& word) {
  return general_words().contains(word) || is_stopword(word) || word.size() < 2;
}

base::Result<std::vector<NamedDocument>>
named_documents(const ArchiveView& view, const std::vector<Allowed>& allowed) {
  return Gatherer(view, allowed).gather();
}

Naming name_documents(const std::vector<NamedDocument>& documents,
                      const std::string& text) {
  std::vector<double> weight(documents.size(), 0);
  std::vector<bool> telling(documents.size(), false);
  std::vector<std::string> words;
  double total = 0;
  for (const Told& told : told_words(text)) {
    std::vector<size_t> holders;
    for (size_t i = 0; i < documents.size(); ++i) {
      if (has(documents[i], told, false)) {
        holders.push_back(i);
      }
    }
    if (holders.empty() && told.name && !is_general_word(told.word)) {
      total += std::log(1 + static_cast<double>(documents.size()));
    }
    if (holders.empty() || holders.size() == documents.size()) {
      continue; // it tells nothing
    }
    const double one = std::log(1 + static_cast<double>(documents.size()) /
                                        static_cast<double>(holders.size()));
    total += one;
    for (const size_t i : holders) {
      weight[i] += one;
      telling[i] = telling[i] || !is_general_word(told.word) ||
                   has(documents[i], told, true);
    }
    words.push_back(told.word);
  }
  double best = 0;
  for (size_t i = 0; i < documents.size(); ++i) {
    best = telling[i] ? std::max(best, weight[i]) : best;
  }
  Naming out;
  if (best < k_enough * total || best == 0) {
    return out;
  }
  for (size_t i = 0; i < documents.size(); ++i) {
    if (telling[i] && weight[i] >= best - 1e-9) {
      out.documents.push_back(i);
    }
  }
  for (const Told& told : told_words(text)) {
    const bool used =
        std::find(words.begin(), words.end(), told.word) != words.end();
    if (used && has(documents[out.documents.front()], told, false)) {
      out.words.push_back(told.word);
    }
  }
  return out;
}

std::string shown_name(const NamedDocument& document) {
  // What begins with its first clause has no title: "1 Definitions".
  const bool titled = !document.title.empty() &&
                      !(document.title[0] >= '0' && document.title[0] <= '9' &&
                        document.title.find_first_of(" \t") <= 3);
  if (titled) {
    return document.title;
  }
  // The file with the two folders above it: "sla/text/sample.md".
  const std::string& path = document.paths.front().path;
  size_t at = path.size();
  for (int i = 0; i < 3 && at != std::string::npos && at > 0; ++i) {
    at = path.rfind('/', at - 1);
  }
  return at == std::string::npos ? path : path.substr(at + 1);
}

} // namespace query
