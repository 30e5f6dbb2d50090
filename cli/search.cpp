// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "cli/answers.hpp"
#include "cli/by_node.hpp"
#include "cli/card_text.hpp"
#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/late_embedder.hpp"
#include "cli/machine_costs.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <thread>

namespace cli {
namespace {

struct Options {
  std::string archive;
  node::Search search;
  embed::Config embedder; // no provider: as the archive was ingested
  std::string query_log;  // "" = none
  bool local = false;
};

std::string path_text(const query::HitPath& path) {
  return path.root + ":" + printable(path.path);
}

// Where the line begins that holds the identifier, if it stands far from the
// passage's beginning.
size_t start_of_snippet(const query::Hit& hit) {
  const size_t at = hit.focus.empty() ? 0 : hit.text.find(hit.focus);
  if (at == std::string::npos || at < 200) {
    return 0;
  }
  const size_t line = hit.text.rfind('\n', at);
  return line == std::string::npos || at - line > 200
             ? hit.text.find_first_of(" \n", at - 100) + 1
             : line + 1;
}

std::string cut(const std::string& text) {
  return text.size() > 300 ? text.substr(0, text.find(' ', 290)) + " …" : text;
}

std::string text_of(size_t rank, const query::Hit& hit) {
  const std::string where = hit.locator.display();
  std::string out = fmt::format(
      "{}. {}{}  {:.3f}\n", rank, path_text(hit.paths.front()),
      where.empty() ? "" : " [" + printable(where) + "]", hit.score);
  for (size_t i = 1; i < hit.paths.size(); ++i) {
    out += "   also " + path_text(hit.paths[i]) + "\n";
  }
  for (const std::string& why : hit.why) {
    out += "   " + printable(why) + "\n";
  }
  if (!hit.state.empty()) {
    out += "   contract: " + printable(hit.state) + "\n";
  }
  std::string text = printable(hit.text.substr(start_of_snippet(hit)));
  for (size_t at = 0; (at = text.find("\\x0a", at)) != std::string::npos;) {
    text.replace(at, 4, " / ");
  }
  return out + "   | " + cut(text) + "\n";
}

Json hit_json(const query::Hit& hit) {
  Json out = {{"paths", Json::array()}};
  for (const query::HitPath& path : hit.paths) {
    Json row = {{"root", path.root}};
    put_bytes(row, "path", path.path);
    out["paths"].push_back(row);
  }
  out["format"] = hit.format;
  put_bytes(out, "title", hit.title);
  out["locator"] = json_of(hit.locator);
  out["score"] = hit.score;
  out["why"] = Json::array();
  for (const std::string& why : hit.why) {
    out["why"].push_back(printable(why));
  }
  if (!hit.state.empty()) {
    out["contract_state"] = printable(hit.state);
  }
  put_bytes(out, "text", hit.text);
  return out;
}

Json absent_json(const query::AbsentClause& absent) {
  Json out = {{"clause", printable(absent.clause)},
              {"document", printable(absent.document)},
              {"ends_at", printable(absent.ends_at)},
              {"paths", Json::array()}};
  for (const query::HitPath& path : absent.paths) {
    Json row = {{"root", path.root}};
    put_bytes(row, "path", path.path);
    out["paths"].push_back(row);
  }
  return out;
}

std::string absent_text(const query::AbsentClause& absent) {
  if (absent.paths.empty()) {
    return printable(absent.typed) + ": in no document of this archive\n";
  }
  std::string out = fmt::format("{}: not in {}", printable(absent.typed),
                                printable(absent.document));
  if (!absent.ends_at.empty()) {
    out += ", which ends at " + printable(absent.ends_at);
  }
  for (size_t i = 0; i < absent.paths.size(); ++i) {
    out += (i == 0 ? " (" : ", ") + path_text(absent.paths[i]);
  }
  return out + ")\n";
}

Json ask_json(const query::AskBack& ask) {
  Json out = {{"question", printable(ask.question)},
              {"options", Json::array()}};
  for (const query::AskOption& option : ask.options) {
    Json row = {{"root", option.path.root}};
    put_bytes(row, "path", option.path.path);
    put_bytes(row, "title", option.title);
    row["locator"] = json_of(option.locator);
    put_bytes(row, "says", option.says);
    out["options"].push_back(row);
  }
  return out;
}

std::string conditions_text(const query::RowAnswer& answer) {
  std::string out;
  for (const std::string& condition : answer.conditions) {
    out += (out.empty() ? "" : ", ") + printable(condition);
  }
  return out;
}

void print_rows(const query::RowAnswer& answer) {
  const std::string layer =
      answer.layer.empty() ? "" : " [" + printable(answer.layer) + "]";
  print(fmt::format("{} of {} rows of {}{} have {}\n", grouped(answer.matching),
                    grouped(answer.rows), path_text(answer.path), layer,
                    conditions_text(answer)));
  if (!answer.unheard.empty()) {
    print("  not looked at: " +
          printable(fmt::format("{}", fmt::join(answer.unheard, ", "))) + "\n");
  }
  if (answer.total > answer.rows) {
    print(fmt::format("  counted among the rows that have text; the table has "
                      "{}\n",
                      grouped(answer.total)));
  }
  for (const query::TableRow& row : answer.first) {
    print("  - " + cut(printable(row.text)) + "\n");
  }
  if (answer.matching > answer.first.size()) {
    print(fmt::format("  and {} more\n",
                      grouped(answer.matching - answer.first.size())));
  }
}

Json rows_json(const query::RowAnswer& answer) {
  Json out = {{"root", answer.path.root}};
  put_bytes(out, "path", answer.path.path);
  put_bytes(out, "layer", answer.layer);
  out["conditions"] = Json::array();
  for (const std::string& condition : answer.conditions) {
    out["conditions"].push_back(printable(condition));
  }
  out["unheard"] = answer.unheard;
  out["matching"] = answer.matching;
  out["rows"] = answer.rows;
  out["total"] = answer.total;
  out["first"] = Json::array();
  for (const query::TableRow& row : answer.first) {
    Json one = Json::object();
    put_bytes(one, "text", row.text);
    one["locator"] = json_of(row.locator);
    out["first"].push_back(one);
  }
  return out;
}

std::string stage_text(const query::Stage& stage) {
  return fmt::format(
      "stage: {:<8} {:>9} ms {:>13}  {}\n", stage.name,
      fmt::format("{:.3f}", stage.actual_ms),
      stage.predicted_ms ? fmt::format("({:.3f} ms)", *stage.predicted_ms) : "",
      printable(stage.kept));
}

std::string read_text(const query::ReadAs& read) {
  std::string out = fmt::format("read \"{}\" as {}: ", printable(read.words),
                                printable(read.shown));
  if (!read.negated) {
    out += grouped(read.paths) + (read.paths == 1 ? " path" : " paths");
  }
  if (read.left_out > 0 || read.negated) {
    out += fmt::format("{}{} left out", read.negated ? "" : ", ",
                       grouped(read.left_out));
  }
  return out + "\n";
}

Json read_json(const query::ReadAs& read) {
  return {{"words", printable(read.words)},
          {"as", printable(read.shown)},
          {"negated", read.negated},
          {"paths", read.paths},
          {"left_out", read.left_out}};
}

Json stage_json(const query::Stage& stage) {
  return {{"stage", stage.name},
          {"kept", printable(stage.kept)},
          {"predicted_ms",
           stage.predicted_ms ? Json(*stage.predicted_ms) : Json(nullptr)},
          {"actual_ms", stage.actual_ms}};
}

// `how` tells who answered; "" unless --explain.
void print_json(const query::SearchResult& result, const std::string& how) {
  Json out = Json::object();
  for (const char* list : {"hits", "read", "asks", "cards", "rows", "absent",
                           "absent_clauses", "unmet", "emptied_by"}) {
    out[list] = Json::array();
  }
  out["plan"] = result.plan.steps;
  if (!how.empty()) {
    out["answered_by"] = how;
    out["stages"] = Json::array();
    for (const query::Stage& stage : result.plan.stages) {
      out["stages"].push_back(stage_json(stage));
    }
  }
  for (const query::ReadAs& read : result.read) {
    out["read"].push_back(read_json(read));
  }
  for (const query::Hit& hit : result.hits) {
    out["hits"].push_back(hit_json(hit));
  }
  for (const query::AskBack& ask : result.asks) {
    out["asks"].push_back(ask_json(ask));
  }
  for (const query::Card& card : result.cards) {
    out["cards"].push_back(card_json(card));
  }
  for (const query::RowAnswer& answer : result.rows) {
    out["rows"].push_back(rows_json(answer));
  }
  for (const query::Lookup& absent : result.absent) {
    Json row = {{"identifier", printable(absent.typed)},
                {"neighbours", Json::array()}};
    for (const auto& near : absent.neighbours) {
      row["neighbours"].push_back(printable(near.canonical));
    }
    out["absent"].push_back(row);
  }
  for (const query::AbsentClause& absent : result.absent_clauses) {
    out["absent_clauses"].push_back(absent_json(absent));
  }
  for (const query::Unmet& one : result.unmet) {
    out["unmet"].push_back({{"condition", printable(one.condition)},
                            {"nearest", one.nearest},
                            {"unlisted", one.unlisted}});
  }
  for (const query::ConditionCount& one : result.emptied_by) {
    out["emptied_by"].push_back({{"condition", printable(one.condition)},
                                 {"paths", one.paths},
                                 {"known_key", one.known_key}});
  }
  print(out.dump(2) + "\n");
}

void print_emptied(const query::SearchResult& result) {
  print("No file passes every --where:\n");
  for (const query::ConditionCount& one : result.emptied_by) {
    print(fmt::format(
        "  {:<30} {}\n", printable(one.condition),
        one.known_key
            ? grouped(one.paths) + " paths by itself"
            : "no file has such a fact; `keybed facts` lists the keys"));
  }
}

void print_ask(const query::AskBack& ask) {
  print(printable(ask.question) + "\n");
  for (const query::AskOption& option : ask.options) {
    const std::string where = option.locator.display();
    print(fmt::format("  - {}{}{}\n", path_text(option.path),
                      where.empty() ? "" : " [" + printable(where) + "]",
                      option.title.empty() ? ""
                                           : "  " + printable(option.title)));
    if (!option.says.empty()) {
      print("    " + printable(option.says) + "\n");
    }
  }
}

void print_text(const query::SearchResult& result, const std::string& how) {
  if (!how.empty()) {
    print("answered by: " + how + "\n");
    for (const std::string& step : result.plan.steps) {
      print("plan: " + printable(step) + "\n");
    }
    for (const query::Stage& stage : result.plan.stages) {
      print(stage_text(stage));
    }
  }
  for (const query::ReadAs& read : result.read) {
    print(read_text(read));
  }
  for (const query::Lookup& absent : result.absent) {
    std::string out = printable(absent.typed) + ": not in this archive";
    for (size_t i = 0; i < absent.neighbours.size(); ++i) {
      out += (i == 0 ? "; near, but not it: " : ", ") +
             printable(absent.neighbours[i].canonical);
    }
    print(out + "\n");
  }
  for (const query::AbsentClause& absent : result.absent_clauses) {
    print(absent_text(absent));
  }
  for (const query::Unmet& one : result.unmet) {
    print(one.unlisted == 0
              ? "no file has " + printable(one.condition) + "\n"
              : fmt::format("no file is known to have {}; {} with too many "
                            "different companies may\n",
                            printable(one.condition), grouped(one.unlisted)));
    for (const std::string& near : one.nearest) {
      print("    near, but not it: " + near + "\n");
    }
  }
  for (const query::AskBack& ask : result.asks) {
    print_ask(ask);
  }
  for (const query::Card& card : result.cards) {
    print(card_text(card));
  }
  for (const query::RowAnswer& answer : result.rows) {
    print_rows(answer);
  }
  const bool lacking = !result.absent.empty() || !result.unmet.empty() ||
                       !result.absent_clauses.empty();
  if (!result.hits.empty() && (lacking || !result.asks.empty())) {
    print(lacking ? "What follows is about the rest of the question:\n"
                  : "What follows is about any of them:\n");
  }
  for (size_t i = 0; i < result.hits.size(); ++i) {
    print(text_of(i + 1, result.hits[i]));
  }
  if (!result.emptied_by.empty()) {
    print_emptied(result);
  } else if (result.hits.empty() && !lacking && result.asks.empty()) {
    print("Nothing found.\n");
  }
}

LoggedQuery entry_of(const std::string& question,
                     const query::SearchResult& result) {
  LoggedQuery out{"search", question, {}, {}};
  for (const query::Lookup& found : result.identifiers) {
    out.identifiers.push_back({found.typed, found.paths});
  }
  for (const query::Hit& hit : result.hits) {
    out.paths.push_back(path_text(hit.paths.front()));
  }
  return out;
}

base::Result<query::SearchOptions> options_of(const node::Search& asked) {
  query::SearchOptions out;
  for (const std::string& where : asked.where) {
    auto condition = query::parse_condition(where);
    if (!condition) {
      return base::fail(std::move(condition.error()).within("--where"));
    }
    out.where.push_back(std::move(*condition));
  }
  out.limit = asked.limit;
  out.per_document = asked.per_document;
  out.hnsw = asked.hnsw == node::Hnsw::on          ? query::HnswMode::on
             : asked.hnsw == node::Hnsw::automatic ? query::HnswMode::automatic
                                                   : query::HnswMode::off;
  return out;
}

// What makes the question a matter of this process; "" if a node may have it.
std::string why_here(const Options& options) {
  const embed::Config& embedder = options.embedder;
  const bool own =
      (!embedder.provider.empty() && embedder.provider != "none") ||
      !embedder.url.empty() || !embedder.key_file.empty();
  return options.local ? "this process (--local)"
         : own         ? "this process (an embedder was named)"
                       : "";
}

base::Result<Exit> answer_here(const Options& options, std::string how) {
  TRY_ASSIGN(const auto archive, store::Archive::open(options.archive));
  TRY_ASSIGN(const auto embedder,
             LateEmbedder::open(question_config(archive, options.embedder)));
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, query::search_families()));
  SearchMeans search;
  search.embedder = embedder.get();
  search.threads = std::max(1U, std::thread::hardware_concurrency());
  search.how = std::move(how);
  if (embedder || options.search.explain) {
    const auto kept = machine_costs(false);
    if (kept) {
      search.costs = kept->costs;
    } else {
      complain("keybed: " + kept.error().message +
               "; planning with nominal costs\n");
    }
  }
  const auto log = [&](const LoggedQuery& query) {
    return options.query_log.empty()
               ? base::Result<void>()
               : append_log(options.query_log, log_line(query));
  };
  return answer_search(options.search, {view, options.archive, log}, search);
}

Exit run(Options& options) {
  options.search.no_embedder = options.embedder.provider == "none";
  if (const auto valid = options_of(options.search); !valid) {
    return report(valid.error());
  }
  std::string how = why_here(options);
  if (how.empty()) {
    const auto answered = answered_by_node(
        {options.archive, options.search, options.query_log}, how);
    if (answered) {
      return *answered;
    }
  }
  const auto done = answer_here(options, std::move(how));
  return done ? *done : report(done.error());
}

} // namespace

base::Result<Exit> answer_search(const node::Search& asked, const Means& means,
                                 const SearchMeans& search) {
  TRY_ASSIGN(query::SearchOptions options, options_of(asked));
  options.threads = search.threads;
  options.costs = search.costs;
  options.graphs = search.graphs;
  options.deadline = means.deadline;
  TRY_ASSIGN(const auto result, query::search(means.view, asked.question,
                                              search.embedder, options));
  if (means.log) {
    TRY(means.log(entry_of(asked.question, result)));
  }
  const std::string how = asked.explain ? search.how : "";
  asked.json ? print_json(result, how) : print_text(result, how);
  const bool lacking = !result.absent.empty() || !result.unmet.empty() ||
                       !result.asks.empty() || !result.absent_clauses.empty();
  return result.hits.empty() || lacking ? Exit::rejects : Exit::done;
}

Command search_command() {
  auto options = std::make_shared<Options>();
  return {"search", "Search by identifiers, facts, words and meaning.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("QUESTION", options->search.question)->required();
            app.add_option("--where", options->search.where,
                           "only what has this fact: state=WY, "
                           "'depth_stop_m>1500', 'spud_date<1980-06-01'; may "
                           "be repeated: the same key "
                           "with = means or, different keys mean and")
                ->expected(1)
                ->take_all();
            app.add_option("--limit", options->search.limit, "hits (10)");
            app.add_option("--per-document", options->search.per_document,
                           "passages of one document (2)");
            add_question_embedder_options(app, options->embedder);
            add_query_log_option(app, options->query_log);
            app.add_option("--hnsw", options->search.hnsw,
                           "graphs of large segments (keybed index build): "
                           "off, auto where that is predicted to be faster, "
                           "on (off)")
                ->transform(
                    CLI::CheckedTransformer(std::map<std::string, node::Hnsw>{
                        {"off", node::Hnsw::off},
                        {"auto", node::Hnsw::automatic},
                        {"on", node::Hnsw::on}}))
                ->option_text("off|auto|on");
            add_local_option(app, options->local);
            app.add_flag("--explain", options->search.explain,
                         "print the plan, what each stage kept and who "
                         "answered");
            app.add_flag("--json", options->search.json,
                         "as JSON, plan included");
            app.footer("keybed facts ARCHIVE lists the keys for --where.\n"
                       "Example: keybed search arch \"sonic logs near Casper\" "
                       "--where state=WY");
          },
          [options] { return run(*options); }};
}

} // namespace cli
