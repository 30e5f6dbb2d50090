// SPDX-License-Identifier: Apache-2.0
#include "store/verify.hpp"

#include "cli/commands.hpp"
#include "cli/index_build.hpp"
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

struct Found {
  uint64_t rows = 0;
  uint64_t graphs = 0;
  uint64_t total = 0; // problems
  Json first = Json::array();

  void add(Json problem) {
    first.push_back(std::move(problem));
    ++total;
  }
};

base::Result<void> check_shards(const query::ArchiveView& view, Found& out) {
  for (size_t i = 0; i < view.shards().size(); ++i) {
    auto found = store::verify(view.shards()[i]);
    if (!found) {
      return base::fail(
          std::move(found.error()).within(fmt::format("shard {}", i)));
    }
    out.rows += found->rows;
    for (const store::Problem& problem : found->problems) {
      out.add({{"shard", i},
               {"where", printable(problem.where)},
               {"what", printable(problem.what)}});
    }
    out.total += found->total - found->problems.size();
  }
  return {};
}

// A graph is made of its segment, so that a bad one loses nothing.
base::Result<void> check_graphs(const query::ArchiveView& view,
                                const std::string& archive, Found& out) {
  TRY_ASSIGN(const auto graphs, segment_graphs(view, true));
  for (const SegmentGraph& one : graphs) {
    out.graphs += one.graph_bytes > 0 || !one.problem.empty() ? 1 : 0;
    if (!one.problem.empty()) {
      out.add({{"shard", one.shard},
               {"where", "graph of " + printable(one.segment)},
               {"what", printable(one.problem +
                                  "; searches scan the segment "
                                  "instead; to make it again: "
                                  "keybed index build " +
                                  archive)}});
    }
  }
  return {};
}

Exit print_problems(const query::ArchiveView& view, const Options& options) {
  Found found;
  if (const auto done = check_shards(view, found); !done) {
    return report(done.error());
  }
  if (const auto done = check_graphs(view, options.archive, found); !done) {
    return report(done.error());
  }
  if (options.json) {
    print(Json{{"shards", view.shards().size()},
               {"rows", found.rows},
               {"graphs", found.graphs},
               {"problems", found.total},
               {"first", found.first}}
              .dump(2) +
          "\n");
  } else {
    for (const Json& problem : found.first) {
      print(fmt::format("shard {}: {}: {}\n", problem["shard"].get<size_t>(),
                        problem["where"].get<std::string>(),
                        problem["what"].get<std::string>()));
    }
    print(fmt::format("{} shards, {} rows, {}{} problems\n",
                      view.shards().size(), grouped(found.rows),
                      found.graphs == 0 ? ""
                                        : grouped(found.graphs) + " graphs, ",
                      grouped(found.total)));
  }
  return found.total == 0 ? Exit::done : Exit::failed;
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
            app.footer("Reads every row, every vector and every graph. Exit "
                       "1 if anything does not fit.\n"
                       "Example: keybed verify arch --digest");
          },
          [options] { return run(*options); }};
}

} // namespace cli
