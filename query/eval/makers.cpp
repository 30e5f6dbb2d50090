// SPDX-License-Identifier: Apache-2.0
#include "query/eval/makers.hpp"

#include "core/domain/attributes.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "query/core/words.hpp"
#include "query/eval/gates.hpp"
#include "query/lookup/lookup.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace eval {
namespace {

using query::HitPath;
using Made = base::Result<std::optional<Item>>;

constexpr size_t k_tries = 12; // of one document and kind

bool in_some_passage(const std::string& answer, const Source& source) {
  return std::any_of(source.passages.begin(), source.passages.end(),
                     [&](const domain::Passage& passage) {
                       return stands_verbatim(answer, passage.text);
                     });
}

// Paths of the documents that hold an identifier; empty if they are too many.
struct Holders {
  std::set<std::string> paths;
  bool too_many = false;
  bool none = false;
};

base::Result<Holders> holders_of(const query::ArchiveView& view,
                                 const std::string& typed) {
  query::LookupOptions options;
  options.limit = k_most_documents + 1;
  TRY_ASSIGN(const auto found, query::lookup(view, typed, options));
  TRY_ASSIGN(const uint64_t words, query::documents_with_word(view, typed));
  Holders out;
  out.too_many = found.paths > k_most_documents || words > k_most_documents;
  out.none = found.paths == 0 && words == 0;
  for (const query::LookupHit& hit : found.hits) {
    out.paths.insert(hit.path);
  }
  return out;
}

struct Found {
  domain::KeyMatch key;
  Holders holders;
};

// Identifiers of the document's passages that a question may ask for, in an
// order that looks random.
std::vector<domain::KeyMatch> keys_of(Source& source) {
  std::vector<domain::KeyMatch> out;
  std::set<std::string> seen;
  for (const domain::Passage& passage : source.passages) {
    const auto context = passage.kind == domain::PassageKind::record
                             ? domain::KeyContext::record
                             : domain::KeyContext::prose;
    for (domain::KeyMatch& key : domain::find_keys(passage.text, context)) {
      const bool digits =
          std::any_of(key.verbatim.begin(), key.verbatim.end(),
                      [](char c) { return c >= '0' && c <= '9'; });
      if (digits && key.family != "file" && key.verbatim.size() >= 5 &&
          key.verbatim.find('\n') == std::string::npos &&
          seen.insert(key.verbatim).second) {
        out.push_back(std::move(key));
      }
    }
  }
  shuffle(out, source.random);
  out.resize(std::min(out.size(), k_tries));
  return out;
}

// A question finds it as what it is.
bool is_heard(const domain::KeyMatch& key, const std::string& question) {
  const auto heard = domain::find_keys(question, domain::KeyContext::question);
  return std::any_of(heard.begin(), heard.end(), [&](const auto& match) {
    return match.family == key.family && match.canonical == key.canonical;
  });
}

bool refuse(const MakerContext& context, const char* gate, bool refused) {
  context.refused[gate] += refused ? 1 : 0;
  return refused;
}

std::string which_file_holds(const std::string& identifier) {
  return "Which file holds " + identifier + "?";
}

base::Result<std::optional<Found>> held_key(const MakerContext& context,
                                            Source& source) {
  for (domain::KeyMatch& key : keys_of(source)) {
    const std::string question = which_file_holds(key.verbatim);
    if (refuse(context, "the identifier is not heard in a question",
               !is_heard(key, question)) ||
        refuse(context, "the question leaks the file's name",
               leaks_name(question, key.verbatim, source.path.path)) ||
        refuse(context, "the answer is not verbatim in the source",
               !in_some_passage(key.verbatim, source))) {
      continue;
    }
    TRY_ASSIGN(auto holders, holders_of(context.view, key.verbatim));
    if (!refuse(context, "more than three documents have it",
                holders.too_many) &&
        !refuse(context, "a lookup does not give the document",
                !holders.paths.contains(source.path.path))) {
      return Found{std::move(key), std::move(holders)};
    }
  }
  return std::optional<Found>();
}

std::vector<std::string> listed(const std::set<std::string>& paths) {
  return {paths.begin(), paths.end()};
}

std::string words_of_key(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

// Facts whose text answers a question, in an order that looks random.
std::vector<domain::Fact> telling_facts(Source& source) {
  std::vector<domain::Fact> out;
  std::copy_if(source.facts.begin(), source.facts.end(),
               std::back_inserter(out), [](const domain::Fact& fact) {
                 return fact.text.size() >= 4 && fact.text.size() <= 80 &&
                        fact.text.find('\n') == std::string::npos &&
                        fact.key != "column";
               });
  shuffle(out, source.random);
  out.resize(std::min(out.size(), k_tries));
  return out;
}

// Every path that has the fact; one more than are asked for at most.
base::Result<std::set<std::string>> paths_with(const query::ArchiveView& view,
                                               const domain::Fact& fact) {
  std::set<std::string> out;
  std::set<store::DocumentId> documents;
  const std::string value = store::text_value(fact.text);
  for (const auto& shard : view.shards()) {
    base::Result<void> inner;
    TRY(shard.fact_range(fact.key, value, value + '\0',
                         [&](const store::DocumentVersion& version) {
                           documents.insert(version.id);
                           return documents.size() <= k_most_documents;
                         }));
    for (const store::DocumentId& id : documents) {
      TRY_ASSIGN(const auto document, shard.document(id));
      if (document) {
        for (const pb::PathRef& path : document->paths()) {
          out.insert(path.path());
        }
      }
    }
  }
  return documents.size() > k_most_documents ? std::set<std::string>() : out;
}

// Words of a line that say something and are not those of the file's name.
std::vector<std::string> telling_words(const std::string& line,
                                       const std::string& path) {
  const auto in_name = domain::words_of(path);
  const std::set<std::string> name(in_name.begin(), in_name.end());
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (std::string& word : domain::words_of(line)) {
    const bool letters = std::none_of(word.begin(), word.end(), [](char c) {
      return c < 'a' && (c & 0x80) == 0;
    });
    if (letters && word.size() >= 4 && !query::is_stopword(word) &&
        !name.contains(word) && seen.insert(word).second) {
      out.push_back(std::move(word));
    }
  }
  return out;
}

using Place = std::tuple<size_t, store::DocumentVersion, uint32_t>;

base::Result<std::set<Place>> places_of(const query::ArchiveView& view,
                                        const std::string& word) {
  std::set<Place> out;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    TRY(view.shards()[i].term(word, [&](const store::DocumentVersion& version,
                                        const pb::TermPosting& posting) {
      for (const uint32_t ordinal : posting.ordinals()) {
        out.emplace(i, version, ordinal);
      }
    }));
  }
  return out;
}

// Paths of the documents of which one passage has all the words; empty if they
// are too many.
base::Result<std::set<std::string>>
paths_with_all(const query::ArchiveView& view,
               const std::vector<std::string>& words) {
  std::set<Place> all;
  for (size_t i = 0; i < words.size(); ++i) {
    TRY_ASSIGN(auto places, places_of(view, words[i]));
    if (i > 0) {
      std::erase_if(places,
                    [&](const Place& place) { return !all.contains(place); });
    }
    all = std::move(places);
  }
  std::set<std::string> out;
  std::set<store::DocumentId> documents;
  for (const auto& [shard, version, ordinal] : all) {
    documents.insert(version.id);
    if (documents.size() > k_most_documents) {
      return std::set<std::string>();
    }
    TRY_ASSIGN(const auto document, view.shards()[shard].document(version.id));
    if (document) {
      for (const pb::PathRef& path : document->paths()) {
        out.insert(path.path());
      }
    }
  }
  return out;
}

// Lines and sentences long enough to pick words from.
std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (
        end < text.size() && text[end] != '\n' &&
        !(text[end] == '.' && end + 1 < text.size() && text[end + 1] == ' ')) {
      ++end;
    }
    if (end - at >= 40 && end - at <= 600) {
      out.emplace_back(domain::trim_blanks(text.substr(at, end - at)));
    }
    at = end + 1;
  }
  return out;
}

struct Sentence {
  std::string text;
  std::string_view kind;
};

std::vector<Sentence> some_sentences(Source& source) {
  std::vector<Sentence> out;
  for (const domain::Passage& passage : source.passages) {
    for (std::string& text : sentences_of(passage.text)) {
      out.push_back({std::move(text), domain::name_of(passage.kind)});
    }
  }
  shuffle(out, source.random);
  out.resize(std::min(out.size(), k_tries));
  return out;
}

// Five of them, in their order.
std::vector<std::string> five_of(std::vector<std::string> words,
                                 std::mt19937_64& random) {
  constexpr size_t k_five = 5;
  while (words.size() > k_five) {
    words.erase(words.begin() +
                static_cast<std::ptrdiff_t>(random() % words.size()));
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

} // namespace

Made ask_identifier(const MakerContext& context, Source& source) {
  TRY_ASSIGN(const auto found, held_key(context, source));
  if (!found) {
    return std::optional<Item>();
  }
  Item out;
  out.question = which_file_holds(found->key.verbatim);
  out.kind = "identifier " + found->key.family;
  out.right = listed(found->holders.paths);
  out.answer = found->key.verbatim;
  return out;
}

Made ask_absent(const MakerContext& context, Source& source) {
  for (const domain::KeyMatch& key : keys_of(source)) {
    for (const std::string& other : near_misses(key.verbatim)) {
      const std::string question = which_file_holds(other);
      const auto heard =
          domain::find_keys(question, domain::KeyContext::question);
      const bool alike = std::any_of(
          heard.begin(), heard.end(), [&](const domain::KeyMatch& match) {
            return match.family == key.family && match.verbatim == other;
          });
      if (refuse(context, "a near miss is no such identifier", !alike)) {
        continue;
      }
      TRY_ASSIGN(const auto holders, holders_of(context.view, other));
      if (!refuse(context, "a near miss is held", !holders.none)) {
        Item out;
        out.question = question;
        out.kind = "absent " + key.family;
        out.expect = Expect::absent;
        out.answer = "absent; near " + key.verbatim;
        return out;
      }
    }
  }
  return std::optional<Item>();
}

Made ask_fact_of(const MakerContext& context, Source& source) {
  TRY_ASSIGN(const auto found, held_key(context, source));
  if (!found) {
    return std::optional<Item>();
  }
  const std::string& identifier = found->key.verbatim;
  for (const domain::Fact& fact : telling_facts(source)) {
    const auto attribute = domain::attribute_of(fact.key);
    const std::string question =
        "What is the " + attribute.name + " of " + identifier + "?";
    if (!attribute.known || fact.text.find(identifier) != std::string::npos ||
        refuse(context, "the question leaks the file's name",
               leaks_name(question, fact.text, source.path.path)) ||
        refuse(context, "the answer is not verbatim in the source",
               !in_some_passage(fact.text, source))) {
      continue;
    }
    Item out;
    out.question = question;
    out.kind = "fact " + attribute.name;
    out.right = listed(found->holders.paths);
    out.answer = fact.text;
    return out;
  }
  return std::optional<Item>();
}

Made ask_value(const MakerContext& context, Source& source) {
  for (const domain::Fact& fact : telling_facts(source)) {
    const std::string question =
        "Which file has the " + words_of_key(fact.key) + " " + fact.text + "?";
    if (refuse(context, "the question leaks the file's name",
               leaks_name(question, fact.text, source.path.path)) ||
        refuse(context, "the question does not stand alone",
               !stands_alone(question)) ||
        refuse(context, "the answer is not verbatim in the source",
               !in_some_passage(fact.text, source))) {
      continue;
    }
    TRY_ASSIGN(const auto paths, paths_with(context.view, fact));
    if (!refuse(context, "more than three documents have it", paths.empty())) {
      Item out;
      out.question = question;
      out.kind = "value " + fact.key;
      out.right = listed(paths);
      out.answer = fact.text;
      return out;
    }
  }
  return std::optional<Item>();
}

Made ask_words(const MakerContext& context, Source& source) {
  for (const Sentence& sentence : some_sentences(source)) {
    const auto words =
        five_of(telling_words(sentence.text, source.path.path), source.random);
    const std::string question = joined(words);
    if (refuse(context, "too few words that say something", words.size() < 5) ||
        refuse(context, "the question leaks the file's name",
               leaks_name(question, question, source.path.path))) {
      continue;
    }
    TRY_ASSIGN(const auto paths, paths_with_all(context.view, words));
    if (!refuse(context, "more than three documents have it",
                !paths.contains(source.path.path))) {
      Item out;
      out.question = question;
      out.kind = "words " + std::string(sentence.kind);
      out.right = listed(paths);
      out.passages = {sentence.text};
      out.answer = sentence.text;
      return out;
    }
  }
  return std::optional<Item>();
}

} // namespace eval
