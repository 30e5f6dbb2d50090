// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/search/clause_text.hpp"
#include "query/search/clauses.hpp"
#include "query/search/named.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace query {
namespace {

constexpr size_t k_most_options = 20;
constexpr uint32_t k_most_passages = 200; // of a version that are compared
constexpr size_t k_longest_name = 8;      // words

bool is_capital(char c) {
  return (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// The name that begins `text`: in quotes, or words with capitals.
std::string name_at(std::string_view text) {
  if (text.starts_with('"')) {
    const auto end = text.find('"', 1);
    return std::string(text.substr(
        1, end == std::string_view::npos ? std::string_view::npos : end - 1));
  }
  std::string out;
  for (size_t words = 0; words < k_longest_name && !text.empty(); ++words) {
    const auto end = std::min(text.find(' '), text.size());
    auto word = text.substr(0, end);
    const bool last = !word.empty() && std::string_view("?!,;:").find(
                                           word.back()) != std::string::npos;
    while (!word.empty() &&
           std::string_view("?!,;:").find(word.back()) != std::string::npos) {
      word.remove_suffix(1);
    }
    if (word.empty() || !(is_capital(word[0]) || word == "of" || word == "&")) {
      break;
    }
    out += (out.empty() ? "" : " ") + std::string(word);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (last) {
      break;
    }
  }
  return out;
}

// "between X and Y".
std::vector<std::string> named_parties(const std::string& question) {
  const auto at = question.find("between ");
  if (at == std::string::npos) {
    return {};
  }
  const std::string_view rest = std::string_view(question).substr(at + 8);
  const auto both = rest.find(" and ");
  if (both == std::string_view::npos) {
    return {};
  }
  const std::string first = name_at(rest.substr(0, both));
  const std::string second = name_at(rest.substr(both + 5));
  return first.empty() || second.empty()
             ? std::vector<std::string>()
             : std::vector<std::string>{first, second};
}

// Documents with a party whose name begins so.
base::Result<std::set<store::DocumentId>> with_party(const ArchiveView& view,
                                                     const std::string& name) {
  std::set<store::DocumentId> out;
  const std::string from = store::text_value(name);
  for (const auto& shard : view.shards()) {
    TRY(shard.fact_range("party", from, from + "\xff",
                         [&](const store::DocumentVersion& version) {
                           out.insert(version.id);
                           return true;
                         }));
  }
  return out;
}

std::string folder_of(const HitPath& path) {
  return path.root + ":" + path.path.substr(0, path.path.rfind('/') + 1);
}

base::Result<std::string> text_of(const ArchiveView& view,
                                  const NamedDocument& document) {
  std::string out;
  for (uint32_t i = 0; i < k_most_passages; ++i) {
    TRY_ASSIGN(const auto row,
               view.shards()[document.shard].passage(document.version, i));
    if (!row) {
      break;
    }
    out += proto::decode(*row).text + "\n";
  }
  return out;
}

std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = std::min({text.find(". "), text.find(".\n"), text.size()});
    out.push_back(text.substr(0, std::min(end + 1, text.size())));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// The sentence with most of the words asked for (else the first), among those
// that not every version has.
std::string best_sentence(const std::string& text,
                          const std::set<std::string>& words,
                          const std::map<std::string, size_t>& held,
                          size_t versions) {
  std::string best;
  size_t most = 0;
  for (const std::string_view sentence : sentences_of(text)) {
    const auto known = held.find(domain::near_identical_form(sentence));
    if (known != held.end() && known->second == versions) {
      continue;
    }
    std::set<std::string> shared;
    for (std::string& word : domain::words_of(sentence)) {
      if (words.contains(word)) {
        shared.insert(std::move(word));
      }
    }
    if (shared.size() > most || best.empty()) {
      most = shared.size();
      best = sentence;
    }
  }
  return first_words(best, 300);
}

std::set<std::string> asked_words(const std::string& question,
                                  const std::vector<std::string>& parties) {
  std::set<std::string> out;
  for (const std::string& word : domain::words_of(question)) {
    if (!is_stopword(word)) {
      out.insert(word);
    }
  }
  for (const std::string& party : parties) {
    for (const std::string& word : domain::words_of(party)) {
      out.erase(word);
    }
  }
  return out;
}

// Of one title in one folder: one agreement. Unfilled forms do not count as
// versions by themselves, but stand beside them.
using Family = std::pair<std::string, std::string>;
Family family_of(const NamedDocument& document) {
  return {folder_of(document.paths.front()),
          domain::near_identical_form(document.title)};
}

} // namespace

base::Result<std::vector<AskBack>>
ask_versions(const ArchiveView& view, const std::string& question,
             const std::vector<Allowed>& allowed) {
  const auto parties = named_parties(question);
  if (parties.empty()) {
    return std::vector<AskBack>();
  }
  TRY_ASSIGN(const auto first, with_party(view, parties[0]));
  TRY_ASSIGN(const auto second, with_party(view, parties[1]));
  const auto both = [&](const NamedDocument& document) {
    return first.contains(document.version.id) &&
           second.contains(document.version.id);
  };
  if (first.empty() || second.empty()) {
    return std::vector<AskBack>();
  }
  TRY_ASSIGN(const auto documents, named_documents(view, allowed));
  std::map<Family, std::vector<const NamedDocument*>> families;
  for (const NamedDocument& document : documents) {
    if (both(document)) {
      families[family_of(document)].push_back(&document);
    }
  }
  std::vector<AskBack> out;
  const auto words = asked_words(question, parties);
  for (auto& [family, versions] : families) {
    if (versions.size() < 2) {
      continue;
    }
    AskBack ask;
    ask.question = fmt::format(
        "Which version? {} and {} have {} of \"{}\", and they differ.",
        parties[0], parties[1], versions.size(), shown_name(*versions.front()));
    for (const NamedDocument& document : documents) {
      if (!both(document) && family_of(document) == family &&
          document.state.starts_with("template")) {
        versions.push_back(&document);
      }
    }
    versions.resize(std::min(versions.size(), k_most_options));
    std::vector<std::string> texts;
    std::map<std::string, size_t> held; // sentence -> versions that have it
    for (const NamedDocument* document : versions) {
      TRY_ASSIGN(std::string text, text_of(view, *document));
      std::set<std::string> forms;
      for (const std::string_view sentence : sentences_of(text)) {
        forms.insert(domain::near_identical_form(sentence));
      }
      for (const std::string& form : forms) {
        ++held[form];
      }
      texts.push_back(std::move(text));
    }
    for (size_t i = 0; i < versions.size(); ++i) {
      const NamedDocument& document = *versions[i];
      std::string says = best_sentence(texts[i], words, held, versions.size());
      if (!document.state.empty()) {
        says = fmt::format("{} ({})", says, document.state);
      }
      ask.options.push_back(
          {document.paths.front(), shown_name(document), says, {}});
    }
    out.push_back(std::move(ask));
  }
  return out;
}

} // namespace query
