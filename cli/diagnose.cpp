// SPDX-License-Identifier: Apache-2.0
#include "query/search/diagnose.hpp"

#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/id_list.hpp"
#include "cli/outcome.hpp"
#include "cli/query_log.hpp"
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
  std::string list; // "" = none
  std::string log;  // "" = none
  embed::Config embedder;
  bool json = false;
};

constexpr size_t k_ranked = 50; // hits looked through for the right one

std::string seen_text(const query::Sightings& seen) {
  return fmt::format("{}{}", grouped(seen.paths),
                     seen.paths > 0 && !seen.as_typed ? "*" : "");
}

std::string text_of(const query::Diagnosis& row) {
  return fmt::format("{:<28} {:>9} {:>9} {:>9} {:>6}  {}\n",
                     printable(row.typed), seen_text(row.source),
                     seen_text(row.passages), grouped(row.looked_up),
                     row.rank ? fmt::format("{}", *row.rank) : "-",
                     query::name_of(row.verdict));
}

// More about what is not as it should be.
std::string remark_of(const query::Diagnosis& row) {
  switch (row.verdict) {
  case query::Verdict::invalid:
    return row.problem;
  case query::Verdict::no_key:
    return "in " + row.passages.example;
  case query::Verdict::destroyed:
    return "in " + row.source.example;
  case query::Verdict::not_read:
    return "in " + row.unread.example;
  default:
    return "";
  }
}

std::map<query::Verdict, uint64_t> tally(const query::DiagnoseReport& report) {
  std::map<query::Verdict, uint64_t> out;
  for (const query::Diagnosis& row : report.rows) {
    ++out[row.verdict];
  }
  return out;
}

void print_text(const query::DiagnoseReport& report) {
  print(fmt::format("{:<28} {:>9} {:>9} {:>9} {:>6}  {}\n", "identifier",
                    "source", "passages", "lookup", "rank", "verdict"));
  for (const query::Diagnosis& row : report.rows) {
    print(text_of(row));
    const std::string remark = remark_of(row);
    if (!remark.empty()) {
      print("    " + printable(remark) + "\n");
    }
  }
  print("\n");
  const auto counts = tally(report);
  for (const query::Verdict verdict : query::k_verdicts) {
    const auto count = counts.find(verdict);
    if (count != counts.end()) {
      print(fmt::format("{:>7}  {}: {}\n", grouped(count->second),
                        query::name_of(verdict), query::meaning_of(verdict)));
    }
  }
  print(fmt::format(
      "\nPaths that hold it, in source files (bytes and names) and passages; "
      "* only in another form than typed.\n{} source files, {}, scanned as "
      "they are; {} of them are packed (zip, PDF …): what stands there shows "
      "in "
      "passages only.\n",
      grouped(report.files), byte_size(report.bytes), grouped(report.packed)));
  if (report.unreadable > 0) {
    print(fmt::format("{} source files are gone or cannot be opened.\n",
                      grouped(report.unreadable)));
  }
}

Json seen_json(const query::Sightings& seen) {
  Json out = {{"paths", seen.paths}, {"as_typed", seen.as_typed}};
  put_bytes(out, "example", seen.example);
  return out;
}

void print_json(const query::DiagnoseReport& report) {
  Json out = {{"identifiers", Json::array()}, {"tally", Json::object()}};
  for (const query::Diagnosis& row : report.rows) {
    out["identifiers"].push_back(
        {{"typed", printable(row.typed)},
         {"verdict", query::name_of(row.verdict)},
         {"source", seen_json(row.source)},
         {"unread", seen_json(row.unread)},
         {"passages", seen_json(row.passages)},
         {"lookup_paths", row.looked_up},
         {"rank", row.rank ? Json(*row.rank) : Json(nullptr)},
         {"problem", printable(row.problem)}});
  }
  for (const auto& [verdict, count] : tally(report)) {
    out["tally"][std::string(query::name_of(verdict))] = count;
  }
  out["files"] = report.files;
  out["bytes"] = report.bytes;
  out["packed"] = report.packed;
  out["unreadable"] = report.unreadable;
  print(out.dump(2) + "\n");
}

base::Result<std::vector<std::string>> identifiers_of(const Options& options) {
  std::vector<std::string> out;
  if (!options.list.empty()) {
    TRY_ASSIGN(out, read_id_list(options.list));
  }
  if (!options.log.empty()) {
    TRY_ASSIGN(const auto logged, logged_identifiers(options.log));
    out.insert(out.end(), logged.begin(), logged.end());
  }
  if (out.empty()) {
    return base::fail(base::Errc::invalid,
                      "no identifiers; give a file with one on each line, or "
                      "--from-query-log");
  }
  return out;
}

base::Result<query::DiagnoseReport> diagnose(const Options& options) {
  TRY_ASSIGN(const auto identifiers, identifiers_of(options));
  TRY_ASSIGN(const auto view,
             query::ArchiveView::open(options.archive,
                                      store::Generation::all_families()));
  TRY_ASSIGN(const auto embedder,
             question_embedder(view.archive(), options.embedder));
  query::SearchOptions search;
  search.limit = k_ranked;
  search.threads = std::max(1U, std::thread::hardware_concurrency());
  return query::diagnose(view, identifiers, [&](const std::string& question) {
    return query::search(view, question, embedder.get(), search);
  });
}

Exit run(const Options& options) {
  const auto report_of = diagnose(options);
  if (!report_of) {
    return report(report_of.error());
  }
  if (options.json) {
    print_json(*report_of);
  } else {
    print_text(*report_of);
  }
  const bool good = std::all_of(report_of->rows.begin(), report_of->rows.end(),
                                [](const query::Diagnosis& row) {
                                  return row.verdict == query::Verdict::found ||
                                         row.verdict == query::Verdict::variant;
                                });
  return good ? Exit::done : Exit::rejects;
}

} // namespace

Command diagnose_command() {
  auto options = std::make_shared<Options>();
  return {"diagnose", "Show why identifiers are found, or are not.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("IDS", options->list,
                           "file with one identifier on each line; - is stdin");
            app.add_option("--from-query-log", options->log,
                           "identifiers that were asked for, as --query-log "
                           "of search and lookup recorded them");
            add_question_embedder_options(app, options->embedder);
            app.add_flag("--json", options->json, "as JSON");
            app.footer(
                "Each is looked for literally in the source files and in the "
                "passages, then looked up and searched for. Exit 3 if any is "
                "not found.\n"
                "Example: keybed diagnose arch wells.txt");
          },
          [options] { return run(*options); }};
}

} // namespace cli
