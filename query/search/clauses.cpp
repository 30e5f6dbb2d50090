// SPDX-License-Identifier: Apache-2.0
#include "query/search/clauses.hpp"

#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/search/clause_text.hpp"
#include "query/search/named.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace query {
namespace {

constexpr size_t k_most_options = 20;
constexpr size_t k_most_read = 60;     // clauses whose text is compared
constexpr double k_clause_score = 3.0; // above what any passage can have

struct Holder {
  size_t document = 0; // index into the list
  ClauseText clause;
  size_t group = 0; // those of one group say the same
};

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string with_state(const NamedDocument& document, std::string says) {
  return document.state.empty() ? says
                                : fmt::format("{} ({})", says, document.state);
}

class Answerer {
public:
  Answerer(const ArchiveView& view, const std::string& question,
           const std::vector<NamedDocument>& documents, Plan& plan)
      : m_view(view), m_documents(documents), m_plan(plan),
        m_mentions(domain::find_clauses(question)), m_rest(question) {
    for (auto at = m_mentions.rbegin(); at != m_mentions.rend(); ++at) {
      m_rest.replace(at->begin, at->end - at->begin, 1, ' ');
    }
  }

  base::Result<ClauseAnswer> answer() {
    m_naming = name_documents(m_documents, m_rest);
    m_plan.steps.push_back(said_naming());
    for (const domain::ClauseMention& mention : m_mentions) {
      m_out.references.push_back(mention.path.display());
      use(mention.verbatim);
      TRY(answer_one(mention));
    }
    for (const std::string& word : domain::words_of(m_rest)) {
      if (is_general_word(word) || names(word)) {
        m_out.used_words.push_back(word);
      }
    }
    return std::move(m_out);
  }

private:
  bool names(const std::string& word) const {
    const auto& words = m_naming.words;
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  void use(const std::string& text) {
    for (std::string& word : domain::words_of(text)) {
      m_out.used_words.push_back(std::move(word));
    }
  }

  std::string said_naming() const {
    if (m_naming.documents.empty()) {
      return "clauses: no document is named";
    }
    const size_t count = m_naming.documents.size();
    return fmt::format("clauses: {} named by \"{}\"",
                       count == 1
                           ? shown_name(m_documents[m_naming.documents[0]])
                           : fmt::format("{} documents", count),
                       fmt::join(m_naming.words, " "));
  }

  std::vector<size_t> asked_documents() const {
    std::vector<size_t> all = m_naming.documents;
    for (size_t i = 0; m_naming.documents.empty() && i < m_documents.size();
         ++i) {
      all.push_back(i);
    }
    // A clause is of a contract sooner than of a report, and of one that is
    // filled sooner than of its form.
    const auto rank = [&](size_t i) {
      const NamedDocument& document = m_documents[i];
      return !document.contract                       ? 2
             : document.state.starts_with("template") ? 1
                                                      : 0;
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](size_t a, size_t b) { return rank(a) < rank(b); });
    return all;
  }

  base::Result<void> answer_one(const domain::ClauseMention& mention) {
    TRY_ASSIGN(const auto versions, holding(mention.path));
    std::vector<size_t> with;
    for (const size_t i : asked_documents()) {
      if (versions.contains(m_documents[i].version)) {
        with.push_back(i);
      }
    }
    if (with.empty()) {
      return put_absent(mention);
    }
    TRY_ASSIGN(auto holders, read(mention.path, with));
    const size_t groups = group(holders);
    if (groups > 1 || with.size() > holders.size()) {
      ask(mention, holders, with.size(), groups);
    }
    put_hits(mention, holders);
    return {};
  }

  base::Result<std::set<store::DocumentVersion>>
  holding(const domain::ClausePath& path) const {
    std::set<store::DocumentVersion> out;
    for (const auto& shard : m_view.shards()) {
      TRY_ASSIGN(const auto holders,
                 shard.holders({"clause", path.canonical()}));
      for (const auto& hit : holders) {
        out.insert(hit.document);
      }
    }
    return out;
  }

  base::Result<std::vector<Holder>> read(const domain::ClausePath& path,
                                         const std::vector<size_t>& with) {
    std::vector<Holder> out;
    for (const size_t i : with) {
      if (out.size() == k_most_read) {
        break;
      }
      TRY_ASSIGN(auto text, clause_text(m_view, m_documents[i], path));
      if (text) {
        out.push_back({i, std::move(*text), 0});
      }
    }
    return out;
  }

  // Numbers the groups of one text and brings them together.
  static size_t group(std::vector<Holder>& holders) {
    std::vector<const Holder*> heads;
    for (Holder& holder : holders) {
      size_t at = 0;
      while (at < heads.size() &&
             !same_text(heads[at]->clause.text, holder.clause.text)) {
        ++at;
      }
      if (at == heads.size()) {
        heads.push_back(&holder);
      }
      holder.group = at;
    }
    const size_t groups = heads.size();
    std::stable_sort(
        holders.begin(), holders.end(),
        [](const Holder& a, const Holder& b) { return a.group < b.group; });
    return groups;
  }

  void ask(const domain::ClauseMention& mention,
           const std::vector<Holder>& holders, size_t total, size_t groups) {
    AskBack out;
    const bool contracts =
        std::all_of(holders.begin(), holders.end(), [&](const Holder& holder) {
          return m_documents[holder.document].contract;
        });
    const bool named = !m_naming.documents.empty();
    out.question =
        fmt::format("Which {}? {} stands in {}{} with {} different text{}.",
                    named       ? "version"
                    : contracts ? "agreement"
                                : "document",
                    capital(mention.verbatim), total,
                    named       ? " of that name"
                    : contracts ? " agreements"
                                : " documents",
                    groups, groups == 1 ? "" : "s");
    if (total > std::min(holders.size(), k_most_options)) {
      out.question += fmt::format(" The first {} are:",
                                  std::min(holders.size(), k_most_options));
    }
    std::map<size_t, std::string> first;
    for (const Holder& holder : holders) {
      const NamedDocument& document = m_documents[holder.document];
      std::string says = first_words(holder.clause.heading, 200);
      const auto [at, fresh] =
          first.emplace(holder.group, document.paths.front().path);
      if (!fresh) {
        says = fmt::format("{}; the same text as in {}", says, at->second);
      }
      if (out.options.size() < k_most_options) {
        out.options.push_back({document.paths.front(), shown_name(document),
                               with_state(document, std::move(says)),
                               holder.clause.locator});
      }
    }
    m_out.asks.push_back(std::move(out));
  }

  void put_hits(const domain::ClauseMention& mention,
                const std::vector<Holder>& holders) {
    std::map<size_t, size_t> by_group; // group -> index of its hit
    for (const Holder& holder : holders) {
      const NamedDocument& document = m_documents[holder.document];
      const auto [at, fresh] =
          by_group.emplace(holder.group, m_out.hits.size());
      if (!fresh) {
        auto& paths = m_out.hits[at->second].paths;
        paths.insert(paths.end(), document.paths.begin(), document.paths.end());
        continue;
      }
      Hit hit;
      hit.paths = document.paths;
      hit.format = document.format;
      hit.title = document.title;
      hit.text = holder.clause.text;
      hit.locator = holder.clause.locator;
      hit.state = document.state;
      hit.boosted = true;
      hit.clause = mention.path.display();
      hit.score =
          k_clause_score - 0.001 * static_cast<double>(m_out.hits.size());
      hit.why.push_back(fmt::format(
          "is {} of \"{}\"{}", mention.path.display(), shown_name(document),
          m_naming.documents.empty()
              ? ""
              : fmt::format(", named by: {}",
                            fmt::join(m_naming.words, ", "))));
      if (!holder.clause.whole) {
        hit.why.push_back("the clause is longer than what is shown");
      }
      m_out.hits.push_back(std::move(hit));
    }
  }

  base::Result<void> put_absent(const domain::ClauseMention& mention) {
    AbsentClause out;
    out.typed = mention.verbatim;
    out.clause = mention.path.display();
    for (const size_t i : m_naming.documents) {
      const NamedDocument& document = m_documents[i];
      out.paths.insert(out.paths.end(), document.paths.begin(),
                       document.paths.end());
      if (out.document.empty()) {
        out.document = shown_name(document);
        TRY_ASSIGN(out.ends_at, last_beside(m_view, document, mention.path));
      }
    }
    m_out.absent.push_back(std::move(out));
    return {};
  }

  const ArchiveView& m_view;
  const std::vector<NamedDocument>& m_documents;
  Plan& m_plan;
  std::vector<domain::ClauseMention> m_mentions;
  std::string m_rest; // the question without its references
  Naming m_naming;
  ClauseAnswer m_out;
};

} // namespace

base::Result<ClauseAnswer> answer_clauses(const ArchiveView& view,
                                          const std::string& question,
                                          const std::vector<Allowed>& allowed,
                                          Plan& plan) {
  if (domain::find_clauses(question).empty()) {
    return ClauseAnswer{};
  }
  TRY_ASSIGN(auto documents, named_documents(view, allowed));
  // Contracts without numbers have no clauses that could be named.
  std::erase_if(documents, [](const NamedDocument& document) {
    return document.last.empty() && !document.contract;
  });
  if (documents.empty()) {
    return ClauseAnswer{};
  }
  return Answerer(view, question, documents, plan).answer();
}

} // namespace query
