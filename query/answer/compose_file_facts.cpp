// SPDX-License-Identifier: Apache-2.0
//
// What is recorded of the files that a question names: author, pages,
// reference system, sample interval.
#include "core/domain/asked_facts.hpp"
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/answer/draft.hpp"
#include "query/answer/named_files.hpp"
#include "query/answer/refuse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_files = 12;   // that are told
constexpr size_t k_values = 12;  // of one thing of a file
constexpr size_t k_begins = 300; // bytes of a text whose record says nothing

// What is asked of which files.
struct Asked {
  domain::FactQuestion question;
  NamedFiles named;
  bool by_name = false; // the file's own name stands in the question
};

// Facts of what stands at a path, and of the path.
base::Result<std::vector<domain::Fact>> facts_at(const ArchiveView& view,
                                                 const HitPath& path) {
  std::vector<domain::Fact> out;
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  if (!place) {
    return out;
  }
  TRY_ASSIGN(out, place->shard->facts(place->version));
  TRY_ASSIGN(const store::DocumentTable* table, place->shard->table());
  const auto number = table->number_of(store::BundleId{path.root, path.path});
  const uint32_t own =
      number ? table->path_document(*number) : store::DocumentTable::k_none;
  if (own != store::DocumentTable::k_none) {
    TRY_ASSIGN(const auto more,
               place->shard->facts({table->id(own), table->version(own)}));
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

// "sample_format" is asked for by "sample format", where nothing else is. What
// says how a file is built is left out: "section" and "text" are words.
domain::FactAsked asked_key(const std::vector<domain::Fact>& facts,
                            const std::string& question) {
  static const std::set<std::string, std::less<>> general = {
      "name", "section", "column", "folder", "file_name", "group", "text",
      "to",   "from",    "type",   "kind",   "keyword",   "label", "table",
      "date", "unit",    "layer",  "sheet",  "source",    "mode",  "owner"};
  const std::string form = " " + domain::near_identical_form(question) + " ";
  std::string best;
  for (const domain::Fact& fact : facts) {
    std::string said = fact.key;
    std::replace(said.begin(), said.end(), '_', ' ');
    if (!general.contains(fact.key) && said.size() > best.size() &&
        form.find(" " + said + " ") != std::string::npos) {
      best = fact.key;
    }
  }
  domain::FactAsked out;
  if (!best.empty()) {
    out.label = best;
    std::replace(out.label.begin(), out.label.end(), '_', ' ');
    out.label[0] = domain::upper_ascii(out.label)[0];
    out.keys = {best};
  }
  return out;
}

// Words of the question that neither ask nor name.
std::vector<std::string> rest_of(const Draft& draft, const Asked& asked) {
  std::vector<std::string> out;
  for (const std::string& word : domain::words_of(draft.question)) {
    const auto among = [&](const std::vector<std::string>& words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!is_stopword(word) && !domain::is_file_word(word) &&
        !among(asked.question.words) && !among(asked.named.words) &&
        !among(out)) {
      out.push_back(word);
    }
  }
  for (const Lookup& one : draft.found.identifiers) {
    forget(one.typed, out);
  }
  return out;
}

// Documents that are about an identifier of the question.
std::vector<HitPath> subjects(const SearchResult& found) {
  std::vector<HitPath> out;
  for (const Lookup& one : found.identifiers) {
    for (const LookupHit& hit : one.hits) {
      const HitPath path{hit.root, hit.path};
      if (hit.role == domain::KeyRole::subject &&
          std::find(out.begin(), out.end(), path) == out.end()) {
        out.push_back(path);
      }
    }
  }
  return out;
}

// An identifier that is not there, beside the file's name.
bool is_absent_beside(const SearchResult& found, const NamedFiles& named) {
  return std::any_of(
      found.absent.begin(), found.absent.end(), [&](const Lookup& absent) {
        return named.typed.find(absent.typed) == std::string::npos;
      });
}

base::Result<Asked> asked_of(Draft& draft) {
  Asked out;
  out.question = domain::fact_question(draft.question);
  TRY_ASSIGN(out.named, question_files(draft));
  out.by_name = !out.named.paths.empty();
  if (out.by_name) {
    if (out.question.asked.empty()) {
      TRY_ASSIGN(const auto facts,
                 facts_at(draft.view, out.named.paths.front()));
      domain::FactAsked one = asked_key(facts, draft.question);
      if (!one.keys.empty()) {
        out.question.words = domain::words_of(one.label);
        out.question.asked.push_back(std::move(one));
      }
    }
    return out;
  }
  if (out.question.asked.empty() || !draft.found.absent.empty()) {
    return out;
  }
  if (!draft.found.identifiers.empty()) {
    // What a card says is said of the well, not of its files.
    out.named.paths = draft.found.cards.empty() ? subjects(draft.found)
                                                : std::vector<HitPath>();
    return out;
  }
  const auto words = rest_of(draft, out);
  TRY_ASSIGN(out.named, files_with_words(draft.view, words, k_files));
  return out;
}

class FileFacts {
public:
  FileFacts(Draft& draft, const Asked& asked)
      : m_draft(draft), m_asked(asked) {}

  base::Result<void> say_all();

private:
  struct Told {
    std::string values;
    std::vector<HitPath> paths;
    std::vector<unsigned> cites;
  };

  static std::string names_of(const std::vector<HitPath>& paths, bool whole);

  base::Result<void> say_one(const domain::FactAsked& one);
  base::Result<void> say_text(const domain::FactAsked& one,
                              const HitPath& path);
  static std::string values_of(const domain::FactAsked& one,
                               const std::vector<domain::Fact>& facts);

  Draft& m_draft;
  const Asked& m_asked;
};

// "crs_name NAD83; epsg 4269"; of one key alone its values.
std::string FileFacts::values_of(const domain::FactAsked& one,
                                 const std::vector<domain::Fact>& facts) {
  std::vector<std::string> values;
  std::set<std::string> seen;
  bool several = false;
  std::string first;
  for (const std::string& key : one.keys) {
    if (one.first_only && !values.empty()) {
      break;
    }
    for (const domain::Fact& fact : facts) {
      const std::string text = one_line(fact.text);
      if (fact.key != key || text.empty() ||
          !seen.insert(key + "\n" + text + "\n" + fact.locator.section)
               .second) {
        continue;
      }
      first = first.empty() ? key : first;
      several = several || key != first;
      values.push_back(key + " " + text +
                       (one.counts && !fact.locator.section.empty()
                            ? " (" + fact.locator.section + ")"
                            : ""));
    }
  }
  const size_t all = values.size();
  values.resize(std::min(all, k_values));
  if (!several) {
    for (std::string& value : values) {
      value.erase(0, first.size() + 1);
    }
  }
  return fmt::format("{}{}", fmt::join(values, "; "),
                     all > values.size()
                         ? fmt::format("; and {} more", all - values.size())
                         : "");
}

// What no record says the text may say itself, as a rule where it begins.
base::Result<void> FileFacts::say_text(const domain::FactAsked& one,
                                       const HitPath& path) {
  TRY_ASSIGN(const auto place, content_at(m_draft.view, path.root, path.path));
  if (!place || place->passages == 0) {
    return {};
  }
  TRY_ASSIGN(const auto row, place->shard->passage(place->version, 0));
  if (!row) {
    return {};
  }
  const domain::Passage passage = proto::decode(*row);
  TRY_ASSIGN(const auto id,
             m_draft.evidence.add_passage(path, passage.locator, passage.text));
  if (id) {
    say(m_draft.answer.sentences,
        fmt::format("Nothing is recorded of {} as \u201c{}\u201d; its text "
                    "begins: {}",
                    file_name(path.path), domain::lower_ascii(one.label),
                    quoted(domain::cut_utf8(passage.text, k_begins))),
        {*id});
  }
  return {};
}

// Each name once; of files of one name that say different things the paths.
std::string FileFacts::names_of(const std::vector<HitPath>& paths, bool whole) {
  std::map<std::string, size_t> names;
  for (const HitPath& path : paths) {
    ++names[whole ? path.path : file_name(path.path)];
  }
  std::string out;
  for (const auto& [name, count] : names) {
    out += (out.empty() ? "" : ", ") + name +
           (count > 1 ? fmt::format(" (at {} places)", count) : "");
  }
  return out;
}

base::Result<void> FileFacts::say_one(const domain::FactAsked& one) {
  std::vector<Told> told;
  std::vector<HitPath> silent;
  const auto& paths = m_asked.named.paths;
  for (size_t i = 0; i < std::min(paths.size(), k_files); ++i) {
    TRY_ASSIGN(const auto facts, facts_at(m_draft.view, paths[i]));
    const std::string values = values_of(one, facts);
    if (values.empty()) {
      silent.push_back(paths[i]);
      continue;
    }
    auto same = std::find_if(told.begin(), told.end(), [&](const Told& other) {
      return other.values == values;
    });
    if (same == told.end()) {
      told.push_back({values, {}, {}});
      same = told.end() - 1;
    }
    TRY_ASSIGN(const unsigned id,
               m_draft.evidence.add_note(
                   {paths[i]}, fmt::format("Keybed's record of this file: {}: "
                                           "{}",
                                           one.label, values)));
    same->paths.push_back(paths[i]);
    same->cites.push_back(id);
  }
  for (const Told& each : told) {
    say(m_draft.answer.sentences,
        fmt::format("{} of {}: {}{}", one.label,
                    names_of(each.paths, told.size() > 1), each.values,
                    each.values.ends_with('.') ? "" : "."),
        each.cites);
  }
  if (told.empty() && one.in_text && !silent.empty()) {
    return say_text(one, silent.front());
  }
  return {};
}

base::Result<void> FileFacts::say_all() {
  for (const domain::FactAsked& one : m_asked.question.asked) {
    TRY(say_one(one));
  }
  const size_t all = m_asked.named.paths.size();
  if (!m_draft.answer.sentences.empty() && all > k_files) {
    m_draft.answer.remarks.push_back(fmt::format(
        "{} files are named so; the first {} are told.", all, k_files));
  }
  const auto missed = as_typed(m_draft.question, m_asked.named.missed);
  if (!m_draft.answer.sentences.empty() && !missed.empty()) {
    m_draft.answer.remarks.push_back(
        fmt::format("Not in the name or title of what was found: {}.",
                    fmt::join(missed, ", ")));
  }
  return {};
}

} // namespace

base::Result<bool> compose_file_facts(Draft& draft) {
  TRY_ASSIGN(Asked asked, asked_of(draft));
  if (asked.named.paths.empty() || asked.question.asked.empty() ||
      is_absent_beside(draft.found, asked.named)) {
    return false;
  }
  std::vector<std::string> rest = rest_of(draft, asked);
  std::erase_if(rest, [&](const std::string& word) {
    return std::find(asked.named.missed.begin(), asked.named.missed.end(),
                     word) != asked.named.missed.end();
  });
  const bool counts =
      std::any_of(asked.question.asked.begin(), asked.question.asked.end(),
                  [](const domain::FactAsked& one) { return one.counts; });
  const size_t before = draft.answer.sentences.size();
  if (!rest.empty() && (counts || !asked.by_name || rest.size() > 1)) {
    return false; // it asks for more than records say
  }
  TRY(FileFacts(draft, asked).say_all());
  return draft.answer.sentences.size() > before;
}

} // namespace query
