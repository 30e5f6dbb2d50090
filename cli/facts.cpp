// SPDX-License-Identifier: Apache-2.0
#include "query/core/facts.hpp"

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
  std::string key;
  size_t limit = 50;
  bool json = false;
};

Exit print_keys(const query::ArchiveView& view, const Options& options) {
  const auto keys = query::fact_keys(view);
  if (!keys) {
    return report(keys.error());
  }
  Json rows = Json::array();
  for (const query::FactKey& key : *keys) {
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
  return keys->empty() ? Exit::rejects : Exit::done;
}

Exit print_values(const query::ArchiveView& view, const Options& options) {
  const auto values = query::fact_values(view, options.key);
  if (!values) {
    return report(values.error());
  }
  if (values->empty()) {
    std::fprintf(stderr,
                 "keybed: no fact '%s'; keybed facts %s lists the keys\n",
                 options.key.c_str(), options.archive.c_str());
    return Exit::rejects;
  }
  Json rows = Json::array();
  size_t shown = 0;
  for (const store::FactValue& value : *values) {
    if (!options.json && shown++ == options.limit) {
      print(fmt::format("… and {} more values (--limit N shows N)\n",
                        grouped(values->size() - options.limit)));
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

Exit run(const Options& options) {
  const auto view = query::ArchiveView::open(
      options.archive, {store::Family::documents, store::Family::fact_index});
  if (!view) {
    return report(view.error());
  }
  return options.key.empty() ? print_keys(*view, options)
                             : print_values(*view, options);
}

} // namespace

Command facts_command() {
  auto options = std::make_shared<Options>();
  return {"facts", "List fact keys, or the values of one with their counts.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("KEY", options->key, "for example state");
            app.add_option("--limit", options->limit, "values to print (50)");
            app.add_flag("--json", options->json, "all of them, as JSON");
            app.footer("Keys are what search --where takes.\n"
                       "Example: keybed facts arch sample_interval_us");
          },
          [options] { return run(*options); }};
}

} // namespace cli
