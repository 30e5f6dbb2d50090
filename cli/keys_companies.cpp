// SPDX-License-Identifier: Apache-2.0
#include "cli/id_list.hpp"
#include "cli/keys.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/core/company_groups.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace cli {
namespace {

struct Options {
  std::string archive;
  bool joined = false;
  bool json = false;
  bool csv = false;
};

std::string keys_text(const query::GroupedSpelling& spelling) {
  std::string out;
  for (const auto& [key, paths] : spelling.keys) {
    out += (out.empty() ? "" : " ") + key;
  }
  return out;
}

void print_group(const query::CompanyGroup& group) {
  print(fmt::format("{}  [{}]  {} paths{}\n", printable(group.name),
                    printable(group.canonical), grouped(group.paths),
                    group.known ? "" : "  (not in the authority file)"));
  for (const auto& [whole, entry] : group.part_of) {
    print(fmt::format("    part of {}: {}\n", printable(whole),
                      printable(entry)));
  }
  for (const query::GroupedSpelling& spelling : group.spellings) {
    print(fmt::format("  {:>7}  {}  ({}){}\n", grouped(spelling.paths),
                      printable(spelling.text), printable(keys_text(spelling)),
                      spelling.why.empty() ? ""
                                           : ": " + printable(spelling.why)));
  }
}

void print_text(const query::CompanyReport& report, bool joined) {
  size_t spellings = 0;
  for (const query::CompanyGroup& group : report.groups) {
    spellings += group.spellings.size();
    if (!joined || group.spellings.size() > 1 || !group.part_of.empty()) {
      print_group(group);
    }
  }
  if (!report.maybe.empty()) {
    print("maybe the same, not joined:\n");
  }
  for (const query::MaybeSame& pair : report.maybe) {
    print(fmt::format("  {}  |  {}\n", printable(pair.a), printable(pair.b)));
  }
  print(fmt::format("{} spellings of {} companies, {} maybe the same\n",
                    grouped(spellings), grouped(report.groups.size()),
                    grouped(report.maybe.size())));
}

Json json_of(const query::GroupedSpelling& spelling) {
  Json keys = Json::object();
  for (const auto& [key, paths] : spelling.keys) {
    keys[printable(key)] = paths;
  }
  Json out;
  put_bytes(out, "text", spelling.text);
  out["paths"] = spelling.paths;
  out["keys"] = keys;
  out["why"] = printable(spelling.why);
  return out;
}

Json json_of(const query::CompanyGroup& group) {
  Json out = {{"company", printable(group.name)},
              {"canonical", printable(group.canonical)},
              {"in_authority", group.known},
              {"paths", group.paths},
              {"part_of", Json::array()},
              {"spellings", Json::array()}};
  for (const auto& [whole, entry] : group.part_of) {
    out["part_of"].push_back(
        {{"company", printable(whole)}, {"why", printable(entry)}});
  }
  for (const query::GroupedSpelling& spelling : group.spellings) {
    out["spellings"].push_back(json_of(spelling));
  }
  return out;
}

void print_json(const query::CompanyReport& report) {
  Json out = {{"companies", Json::array()},
              {"maybe_the_same", Json::array()},
              {"problems", Json::array()}};
  for (const query::CompanyGroup& group : report.groups) {
    out["companies"].push_back(json_of(group));
  }
  for (const query::MaybeSame& pair : report.maybe) {
    out["maybe_the_same"].push_back({printable(pair.a), printable(pair.b)});
  }
  for (const std::string& problem : report.problems) {
    out["problems"].push_back(printable(problem));
  }
  print(out.dump(2) + "\n");
}

void print_csv(const query::CompanyReport& report) {
  print("company,canonical,in_authority,spelling,paths,keys,why\n");
  for (const query::CompanyGroup& group : report.groups) {
    for (const query::GroupedSpelling& one : group.spellings) {
      print(fmt::format(
          "{},{},{},{},{},{},{}\n", csv_field(printable(group.name)),
          csv_field(printable(group.canonical)), group.known ? "yes" : "no",
          csv_field(printable(one.text)), one.paths,
          csv_field(printable(keys_text(one))), csv_field(printable(one.why))));
    }
  }
}

Exit run(const Options& options) {
  const auto view = query::ArchiveView::open(
      options.archive, {store::Family::documents, store::Family::fact_index});
  if (!view) {
    return report(view.error());
  }
  const auto companies = query::company_report(*view);
  if (!companies) {
    return report(companies.error());
  }
  if (options.json) {
    print_json(*companies);
  } else if (options.csv) {
    print_csv(*companies);
  } else {
    print_text(*companies, options.joined);
  }
  return companies->groups.empty() ? Exit::rejects : Exit::done;
}

} // namespace

void add_keys_companies(CLI::App& keys, Chosen& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* app = keys.add_subcommand(
      "companies", "List the companies of an archive with their spellings, and "
                   "the rule or entry that joined each.");
  app->fallthrough();
  app->add_option("ARCHIVE", options->archive)->required();
  app->add_flag("--joined", options->joined,
                "only those of several spellings, or part of another");
  auto* json = app->add_flag("--json", options->json, "as one document");
  app->add_flag("--csv", options->csv, "one row for each spelling")
      ->excludes(json);
  app->footer("More names, mergers and corrections: *.txt files in "
              "ARCHIVE/authority/ (docs/format/authority.md).\n"
              "Example: keybed keys companies arch --joined");
  app->callback(
      [options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace cli
