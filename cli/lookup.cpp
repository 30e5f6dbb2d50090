// SPDX-License-Identifier: Apache-2.0
#include "query/lookup/lookup.hpp"

#include "cli/answers.hpp"
#include "cli/by_node.hpp"
#include "cli/card_text.hpp"
#include "cli/commands.hpp"
#include "cli/id_list.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/core/words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

namespace cli {
namespace {

struct Options {
  std::string archive;
  node::Lookup lookup;
  std::string list;      // "" = none
  std::string query_log; // "" = none
  bool local = false;
};

Json json_of_hit(const query::LookupHit& hit) {
  Json out = {{"root", hit.root}};
  put_bytes(out, "path", hit.path);
  out["format"] = hit.format;
  put_bytes(out, "title", hit.title);
  out["family"] = hit.family;
  out["identifier"] = hit.canonical;
  out["why"] = hit.why;
  out["role"] = domain::name_of(hit.role);
  out["in_name"] = hit.in_name;
  out["forms"] = Json::array();
  for (const query::LookupForm& form : hit.forms) {
    Json row = Json::object();
    put_bytes(row, "text", form.verbatim);
    row["locator"] = json_of(form.locator);
    out["forms"].push_back(row);
  }
  return out;
}

std::string text_of_hit(const query::LookupHit& hit) {
  std::string out = fmt::format("{}:{}", hit.root, printable(hit.path));
  if (!hit.format.empty()) {
    out += "  " + hit.format;
  }
  out += fmt::format("\n    {} {}", hit.family, printable(hit.canonical));
  if (hit.in_name) {
    out += hit.in_content ? ", in its name and" : ", in its name";
  }
  constexpr size_t k_shown = 3;
  for (size_t i = 0; i < std::min(k_shown, hit.forms.size()); ++i) {
    const auto where = hit.forms[i].locator.display();
    out += fmt::format("{} \"{}\"{}", i == 0 ? " as" : ",",
                       printable(hit.forms[i].verbatim),
                       where.empty() ? "" : " [" + printable(where) + "]");
  }
  if (hit.forms.size() > k_shown) {
    out += fmt::format(" and {} more", hit.forms.size() - k_shown);
  }
  return out + "\n";
}

std::string_view heading_of(domain::KeyRole role) {
  switch (role) {
  case domain::KeyRole::subject:
    return "the subject of";
  case domain::KeyRole::row:
    return "a row of";
  case domain::KeyRole::mention:
    break;
  }
  return "mentioned in";
}

std::string text_of(const query::Lookup& found) {
  std::string out;
  if (found.paths == 0 && found.word_documents > 0) {
    return fmt::format("{}: no identifier of this archive, but a word of {} "
                       "document{}: keybed search finds it\n",
                       printable(found.typed), grouped(found.word_documents),
                       found.word_documents == 1 ? "" : "s");
  }
  if (found.paths == 0) {
    out = fmt::format("{}: not in this archive\n", printable(found.typed));
    for (const auto& near : found.neighbours) {
      out += fmt::format("    near, but not it: {} {}\n", near.family,
                         printable(near.canonical));
    }
    return out;
  }
  out = fmt::format("{}: {} path{}, {} identifier{}\n", printable(found.typed),
                    grouped(found.paths), found.paths == 1 ? "" : "s",
                    grouped(found.identifiers),
                    found.identifiers == 1 ? "" : "s");
  const query::LookupHit* last = nullptr;
  for (const query::LookupHit& hit : found.hits) {
    if (last == nullptr || last->why != hit.why || last->role != hit.role) {
      out +=
          fmt::format("  {}, {}\n", printable(hit.why), heading_of(hit.role));
    }
    last = &hit;
    out += text_of_hit(hit);
  }
  return out;
}

Json answer_json(const query::Lookup& found) {
  Json out = {{"typed", printable(found.typed)},
              {"paths", found.paths},
              {"word_documents", found.word_documents},
              {"identifiers", found.identifiers},
              {"hits", Json::array()},
              {"neighbours", Json::array()}};
  for (const auto& hit : found.hits) {
    out["hits"].push_back(json_of_hit(hit));
  }
  for (const auto& near : found.neighbours) {
    out["neighbours"].push_back(
        {{"family", near.family}, {"identifier", printable(near.canonical)}});
  }
  return out;
}

// What is asked for and not held is the gap list of whoever asks.
std::string csv_row(const query::Lookup& found) {
  const bool held = found.paths > 0;
  std::string near;
  for (const auto& one : found.neighbours) {
    near += (near.empty() ? "" : " ") + printable(one.canonical);
  }
  // --limit 0 keeps no hit of what is held.
  const query::LookupHit* best =
      found.hits.empty() ? nullptr : &found.hits.front();
  return fmt::format("{},{},{},{},{},{},{}\n",
                     csv_field(printable(found.typed)), held ? "yes" : "no",
                     found.paths, best ? csv_field(printable(best->why)) : "",
                     best ? domain::name_of(best->role) : "",
                     best ? csv_field(best->root + ":" + printable(best->path))
                          : "",
                     csv_field(near));
}

std::string invalid_row(const std::string& typed, const std::string& reason) {
  return fmt::format("{},invalid,0,{},,,\n", csv_field(printable(typed)),
                     csv_field(printable(reason)));
}

class Answers {
public:
  explicit Answers(const node::Lookup& options) : m_options(options) {
    if (options.csv) {
      print("identifier,held,paths,why,role,example,nearest\n");
    }
  }

  void add(const query::Lookup& found, const query::Card& card) {
    m_all_found = m_all_found && found.paths > 0;
    if (m_options.json) {
      m_json.push_back(answer_json(found));
      m_json.back()["card"] = card_json(card);
    } else {
      print(m_options.csv ? csv_row(found) : text_of(found) + card_text(card));
    }
  }

  // One line of a list that is no identifier costs its own row.
  void add_invalid(const std::string& typed, const std::string& reason) {
    m_all_found = false;
    if (m_options.json) {
      m_json.push_back(
          {{"typed", printable(typed)}, {"error", printable(reason)}});
    } else {
      print(m_options.csv ? invalid_row(typed, reason)
                          : printable(reason) + "\n");
    }
  }

  Exit finish() {
    if (m_options.json) {
      print(m_json.dump(2) + "\n");
    }
    return m_all_found ? Exit::done : Exit::rejects;
  }

private:
  const node::Lookup& m_options;
  Json m_json = Json::array();
  bool m_all_found = true;
};

// Of one identifier that was typed whole: what a fragment matches are several.
base::Result<query::Card> card_of(const query::ArchiveView& view,
                                  const node::Lookup& options,
                                  const query::Lookup& found) {
  const bool whole = found.typed.find('*') == std::string::npos;
  return options.csv || options.no_card || !whole || found.hits.empty()
             ? query::Card{}
             : query::compose_card(view, found);
}

LoggedQuery entry_of(const query::Lookup& found) {
  LoggedQuery out{"lookup", "", {{found.typed, found.paths}}, {}};
  for (const query::LookupHit& hit : found.hits) {
    out.paths.push_back(hit.root + ":" + hit.path);
  }
  return out;
}

// A family that was added since the last ingest has no identifiers yet.
base::Result<void> note_new_family(const Means& means,
                                   const std::string& family) {
  if (means.view.families().find(family) == nullptr) {
    return {};
  }
  for (const auto& shard : means.view.shards()) {
    TRY_ASSIGN(const auto held, shard.key_families());
    if (std::find(held.begin(), held.end(), family) != held.end()) {
      return {};
    }
  }
  complain("keybed: nothing of family " + family +
           " is held; if it is new: keybed ingest --into " +
           printable(means.archive) + "\n");
  return {};
}

using Words = std::function<base::Result<const query::ArchiveView*>()>;

base::Result<void> in_time(const Means& means) {
  if (means.deadline && base::boot_time() >= *means.deadline) {
    return base::fail(base::Errc::limit, "the deadline of the lookup passed");
  }
  return {};
}

base::Result<void> look_up_one(const node::Lookup& asked,
                               const std::string& identifier,
                               const Means& means, const Words& words,
                               Answers& answers) {
  query::LookupOptions options;
  options.family = asked.family;
  options.limit = asked.limit;
  options.ocr = asked.ocr;
  auto found = query::lookup(means.view, identifier, options);
  if (!found) {
    if (found.error().code != base::Errc::invalid || !asked.listed) {
      return base::fail(found.error());
    }
    answers.add_invalid(identifier, found.error().message);
    return {};
  }
  if (found->paths == 0) { // what no key is may yet be a word of the texts
    TRY_ASSIGN(const query::ArchiveView* view, words());
    TRY_ASSIGN(found->word_documents,
               query::documents_with_word(*view, found->typed));
  }
  if (means.log) {
    TRY(means.log(entry_of(*found)));
  }
  TRY_ASSIGN(const query::Card card, card_of(means.view, asked, *found));
  answers.add(*found, card);
  return {};
}

base::Result<node::Lookup> asked_of(const Options& options) {
  node::Lookup out = options.lookup;
  if (!options.list.empty()) {
    TRY_ASSIGN(const auto listed, read_id_list(options.list));
    out.identifiers.insert(out.identifiers.end(), listed.begin(), listed.end());
    out.listed = true;
  }
  if (out.identifiers.empty()) {
    return base::fail(base::Errc::invalid,
                      "nothing to look up; give identifiers, or a file of "
                      "them with --list");
  }
  return out;
}

base::Result<Exit> answer_here(const Options& options,
                               const node::Lookup& asked) {
  TRY_ASSIGN(const auto view,
             query::ArchiveView::open(options.archive,
                                      asked.csv || asked.no_card
                                          ? store::Generation::lookup_families()
                                          : query::card_families()));
  std::optional<query::ArchiveView> terms; // opened where it is needed
  const auto words = [&]() -> base::Result<const query::ArchiveView*> {
    if (!terms) {
      TRY_ASSIGN(auto opened, query::ArchiveView::open(
                                  options.archive, {store::Family::documents,
                                                    store::Family::terms}));
      terms.emplace(std::move(opened));
    }
    return &*terms;
  };
  const auto log = [&](const LoggedQuery& query) {
    return options.query_log.empty()
               ? base::Result<void>()
               : append_log(options.query_log, log_line(query));
  };
  return answer_lookup(asked, {view, options.archive, log}, words);
}

base::Result<Exit> look_up(const Options& options) {
  TRY_ASSIGN(const node::Lookup asked, asked_of(options));
  if (!options.local) {
    std::string how; // a lookup has no --explain
    const auto answered =
        answered_by_node({options.archive, asked, options.query_log}, how);
    if (answered) {
      return *answered;
    }
  }
  return answer_here(options, asked);
}

Exit run(const Options& options) {
  const auto done = look_up(options);
  return done ? *done : report(done.error());
}

} // namespace

base::Result<Exit> answer_lookup(const node::Lookup& asked, const Means& means,
                                 const Words& words) {
  Answers answers(asked);
  for (const std::string& identifier : asked.identifiers) {
    TRY(in_time(means));
    TRY(look_up_one(asked, identifier, means, words, answers));
  }
  TRY(note_new_family(means, asked.family));
  return answers.finish();
}

Command lookup_command() {
  auto options = std::make_shared<Options>();
  return {"lookup", "Look identifiers up, exactly.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("IDENTIFIER", options->lookup.identifiers,
                           "as written anywhere: 49-025-06325, ABC-4471-B; "
                           "*n ends with, n* starts with, *n* anywhere");
            app.add_option("--list", options->list,
                           "file with one identifier on each line; - is "
                           "stdin");
            app.add_option(
                "--family", options->lookup.family,
                "only this family: code, api, clause, one of the archive's "
                "own …; keybed keys families ARCHIVE lists them");
            app.add_option("--limit", options->lookup.limit,
                           "hits to print (1000); totals are always exact");
            app.add_flag("--no-card", options->lookup.no_card,
                         "only where it is held, not what the sources say");
            add_query_log_option(app, options->query_log);
            add_local_option(app, options->local);
            app.add_flag("--ocr", options->lookup.ocr,
                         "also codes that a scanner may have made of it (O/0, "
                         "I/1, S/5, B/8), labelled so");
            app.add_flag("--csv", options->lookup.csv,
                         "one row for each identifier: held or not, in how "
                         "many paths, the nearest that are held");
            app.add_flag("--json", options->lookup.json, "as JSON")
                ->excludes("--csv");
            app.footer(
                "A clause is found by --family clause or behind a word: "
                "'Section 12.4'; 12.4* is all of it.\n"
                "Several identifiers are answered one by one. What the archive "
                "does not hold is reported as absent (exit 3).\n"
                "Example: keybed lookup arch '*2506325*'\n"
                "         keybed lookup arch --list wells.txt --csv");
          },
          [options] { return run(*options); }};
}

} // namespace cli
