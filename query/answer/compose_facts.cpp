// SPDX-License-Identifier: Apache-2.0
//
// Files that have the facts that a question names.
#include "core/domain/text.hpp"
#include "query/answer/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_files = 10;
constexpr size_t k_values = 3; // of one fact of a file

// "depth_stop_m from 1000" is of depth_stop_m.
std::string key_of(const ReadAs& read) {
  return read.shown.substr(0, read.shown.find(' '));
}

std::vector<const ReadAs*> asked(const SearchResult& found) {
  std::vector<const ReadAs*> out;
  for (const ReadAs& read : found.read) {
    if (!read.negated && read.paths > 0) {
      out.push_back(&read);
    }
  }
  return out;
}

// Values of one fact in the words of the file, each with where it stands.
class Values {
public:
  Values(Draft& draft, const HitPath& path) : m_draft(draft), m_path(path) {}

  // Of a group the value that was asked for, if the file writes it so.
  base::Result<void> add(const std::vector<domain::Fact>& facts,
                         const ReadAs& read) {
    const std::string key = key_of(read);
    const auto is_asked = [&](const domain::Fact& fact) {
      return fact.key == key &&
             domain::fold(read.shown) == domain::fold(key + " = " + fact.text);
    };
    const bool any = std::any_of(facts.begin(), facts.end(), is_asked);
    std::set<std::string> told;
    for (const domain::Fact& fact : facts) {
      if (fact.key == key && (!any || is_asked(fact)) &&
          told.size() < k_values && told.insert(fact.text).second) {
        TRY(add_one(fact));
      }
    }
    return {};
  }

  const std::string& text() const { return m_text; }
  const std::vector<unsigned>& cites() const { return m_cites; }

private:
  base::Result<void> add_one(const domain::Fact& fact) {
    TRY_ASSIGN(auto id,
               m_draft.evidence.add_passage(m_path, fact.locator, fact.text));
    if (!id) {
      TRY_ASSIGN(id, m_draft.evidence.add_note(
                         {m_path}, fmt::format("{}: {} (as this file was read)",
                                               fact.key, fact.text)));
    }
    m_text += fmt::format("{}{} {}", m_text.empty() ? "" : "; ", fact.key,
                          one_line(fact.text));
    m_cites.push_back(*id);
    return {};
  }

  Draft& m_draft;
  HitPath m_path;
  std::string m_text;
  std::vector<unsigned> m_cites;
};

base::Result<void> say_file(Draft& draft, const HitPath& path,
                            const std::vector<const ReadAs*>& reads) {
  TRY_ASSIGN(const auto place, content_at(draft.view, path.root, path.path));
  if (!place) {
    return {};
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  Values values(draft, path);
  for (const ReadAs* read : reads) {
    TRY(values.add(facts, *read));
  }
  if (!values.cites().empty()) {
    say(draft.answer.sentences,
        fmt::format("{}: {}.", file_name(path.path), values.text()),
        values.cites());
  }
  return {};
}

} // namespace

base::Result<void> compose_facts(Draft& draft) {
  const auto reads = asked(draft.found);
  if (reads.empty()) {
    return {};
  }
  std::vector<HitPath> files;
  std::set<HitPath> seen;
  for (const Hit& hit : draft.found.hits) {
    if (hit.facts >= reads.size() && seen.insert(hit.paths.front()).second) {
      files.push_back(hit.paths.front());
    }
  }
  if (files.empty()) {
    return {};
  }
  for (const ReadAs* read : reads) {
    const std::string says =
        fmt::format("{} in {} file{}", read->shown, read->paths,
                    read->paths == 1 ? "" : "s");
    TRY_ASSIGN(
        const unsigned id,
        draft.evidence.add_note({}, "Keybed's index of facts: " + says + "."));
    say(draft.answer.sentences, "The archive has " + says + ".", {id});
  }
  for (size_t i = 0; i < std::min(files.size(), k_files); ++i) {
    TRY(say_file(draft, files[i], reads));
  }
  return {};
}

} // namespace query
