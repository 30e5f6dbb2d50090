// SPDX-License-Identifier: Apache-2.0
#include "query/core/facts.hpp"

#include "cli/answers.hpp"
#include "cli/by_node.hpp"
#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace cli {
namespace {

struct Options {
  std::string archive;
  node::Facts facts;
  bool local = false;
};

base::Result<Exit> print_keys(const query::ArchiveView& view,
                              const node::Facts& options) {
  TRY_ASSIGN(const auto keys, query::fact_keys(view));
  Json rows = Json::array();
  for (const query::FactKey& key : keys) {
    if (options.json) {
      rows.push_back({{"key", key.key},
                      {"values", key.values},
                      {"paths", key.paths},
                      {"example", printable(key.example)}});
    } else {
      print(fmt::format("{:<32} {:>9} values  {:>9} paths  {}\n",
                        printable(key.key), grouped(key.values),
                        grouped(key.paths),
                        printable(key.example).substr(0, 60)));
    }
  }
  if (options.json) {
    print(rows.dump(2) + "\n");
  }
  return keys.empty() ? Exit::rejects : Exit::done;
}

base::Result<Exit> print_values(const Means& means,
                                const node::Facts& options) {
  TRY_ASSIGN(const auto values, query::fact_values(means.view, options.key));
  if (values.empty()) {
    complain("keybed: no fact '" + options.key + "'; keybed facts " +
             means.archive + " lists the keys\n");
    return Exit::rejects;
  }
  Json rows = Json::array();
  size_t shown = 0;
  for (const store::FactValue& value : values) {
    if (!options.json && shown++ == options.limit) {
      print(fmt::format("… and {} more values (--limit N shows N)\n",
                        grouped(values.size() - options.limit)));
      break;
    }
    if (options.json) {
      Json row = {{"text", printable(value.text)}, {"paths", value.paths}};
      if (value.number) {
        row["number"] = *value.number;
      }
      rows.push_back(row);
    } else {
      const std::string number =
          value.number ? fmt::format("{:.12g}  ", *value.number) : "";
      print(fmt::format("{:>9}  {}{}\n", grouped(value.paths), number,
                        printable(value.text)));
    }
  }
  if (options.json) {
    print(rows.dump(2) + "\n");
  }
  return Exit::done;
}

base::Result<Exit> answer_here(const Options& options) {
  TRY_ASSIGN(
      const auto view,
      query::ArchiveView::open(options.archive, {store::Family::documents,
                                                 store::Family::fact_index}));
  return answer_facts(options.facts, {view, options.archive, {}});
}

Exit run(const Options& options) {
  if (!options.local) {
    std::string how; // nothing here is explained
    const auto answered =
        answered_by_node({options.archive, options.facts, ""}, how);
    if (answered) {
      return *answered;
    }
  }
  const auto done = answer_here(options);
  return done ? *done : report(done.error());
}

} // namespace

base::Result<Exit> answer_facts(const node::Facts& asked, const Means& means) {
  return asked.key.empty() ? print_keys(means.view, asked)
                           : print_values(means, asked);
}

Command facts_command() {
  auto options = std::make_shared<Options>();
  return {"facts", "List fact keys, or the values of one with their counts.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("KEY", options->facts.key, "for example state");
            app.add_option("--limit", options->facts.limit,
                           "values to print (50)");
            app.add_flag("--json", options->facts.json, "all of them, as JSON");
            add_local_option(app, options->local);
            app.footer("Keys are what search --where takes.\n"
                       "Example: keybed facts arch sample_interval_us");
          },
          [options] { return run(*options); }};
}

} // namespace cli
