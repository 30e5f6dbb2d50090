// SPDX-License-Identifier: Apache-2.0
#include "store/verify.hpp"

#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/core/archive_view.hpp"
#include "store/digest.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace cli {
namespace {

struct Options {
  std::string archive;
  bool digest = false;
  bool json = false;
};

Exit print_digest(const query::ArchiveView& view, const Options& options) {
  store::RowSum sum;
  for (const store::Generation& shard : view.shards()) {
    const auto part = store::digest(shard);
    if (!part) {
      return report(part.error());
    }
    sum.add(*part);
  }
  print(options.json ? Json{{"digest", sum.hex()}}.dump(2) + "\n"
                     : sum.hex() + "\n");
  return Exit::done;
}

Exit print_problems(const query::ArchiveView& view, const Options& options) {
  uint64_t rows = 0;
  uint64_t total = 0;
  Json problems = Json::array();
  for (size_t i = 0; i < view.shards().size(); ++i) {
    const auto found = store::verify(view.shards()[i]);
    if (!found) {
      return report(
          base::Error(found.error()).within(fmt::format("shard {}", i)));
    }
    rows += found->rows;
    total += found->total;
    for (const store::Problem& problem : found->problems) {
      problems.push_back({{"shard", i},
                          {"where", printable(problem.where)},
                          {"what", printable(problem.what)}});
    }
  }
  if (options.json) {
    print(Json{{"shards", view.shards().size()},
               {"rows", rows},
               {"problems", total},
               {"first", problems}}
              .dump(2) +
          "\n");
  } else {
    for (const Json& problem : problems) {
      print(fmt::format("shard {}: {}: {}\n", problem["shard"].get<size_t>(),
                        problem["where"].get<std::string>(),
                        problem["what"].get<std::string>()));
    }
    print(fmt::format("{} shards, {} rows, {} problems\n", view.shards().size(),
                      grouped(rows), grouped(total)));
  }
  return total == 0 ? Exit::done : Exit::failed;
}

Exit run(const Options& options) {
  const auto view = query::ArchiveView::open(options.archive,
                                             store::Generation::all_families());
  if (!view) {
    return report(view.error());
  }
  return options.digest ? print_digest(*view, options)
                        : print_problems(*view, options);
}

} // namespace

Command verify_command() {
  auto options = std::make_shared<Options>();
  return {"verify", "Check that every shard fits together.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_flag("--digest", options->digest,
                         "print a digest of the logical content instead: ids, "
                         "paths, texts, facts, keys and postings; the same "
                         "however many workers and shards made it");
            app.add_flag("--json", options->json, "as JSON");
            app.footer("Reads every row. Exit 1 if anything does not fit.\n"
                       "Example: keybed verify arch --digest");
          },
          [options] { return run(*options); }};
}

} // namespace cli
