// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/index_build.hpp"
#include "cli/index_progress.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "coordinator/archive_lock.hpp"
#include "core/base/stop.hpp"
#include "query/hnsw/graph.hpp"
#include "query/search/hnsw_mode.hpp"
#include "store/graph_files.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <thread>

namespace cli {
namespace {

struct Options {
  std::string archive;
  IndexOptions index;
  double floor = 0; // 0: as the archive has it
  bool json = false;
  bool check = false;
  bool quiet = false;
  enum { none, build, drop, status } what = none;
};

// Writing to the archive, and what is published in it.
struct Opened {
  coordinator::ArchiveLock lock;
  query::ArchiveView view;
};

base::Result<Opened> open_to_write(const std::string& path) {
  TRY(store::Archive::open(path));
  TRY_ASSIGN(auto lock, coordinator::ArchiveLock::take(path, "index"));
  TRY_ASSIGN(auto view,
             query::ArchiveView::open(path, {store::Family::documents}));
  return Opened{std::move(lock), std::move(view)};
}

base::Result<void> remember(const Options& options, bool on) {
  TRY_ASSIGN(store::Archive archive, store::Archive::open(options.archive));
  pb::HnswConfig config = archive.config().hnsw();
  config.set_on(on);
  if (on) {
    config.set_links(options.index.graph.links);
    config.set_ef_construction(options.index.graph.ef_construction);
    config.set_least_rows(options.index.least_rows);
    if (options.floor > 0) {
      config.set_floor(options.floor);
    }
  }
  return archive.set_hnsw(std::move(config));
}

double floor_of(const query::ArchiveView& view) {
  const double floor = view.archive().config().hnsw().floor();
  return floor > 0 ? floor : query::k_recall_floor;
}

double best_recall(const query::GraphHeader& graph) {
  double best = 0;
  for (const query::GraphRecall& one : graph.recalls) {
    best = std::max(best, one.recall);
  }
  return best;
}

Json graph_json(const SegmentGraph& one, double floor) {
  Json out = {{"segment", one.segment},
              {"rows", one.rows},
              {"live_rows", one.live},
              {"graph_bytes", one.graph_bytes}};
  if (!one.problem.empty()) {
    out["problem"] = one.problem;
  }
  if (one.graph) {
    out["links"] = one.graph->links;
    out["ef_construction"] = one.graph->ef_construction;
    out["points"] = one.graph->points;
    out["copies"] = one.graph->copies;
    out["queries"] = one.graph->queries;
    out["usable"] = best_recall(*one.graph) >= floor;
    out["recall_at_10"] = Json::array();
    for (const query::GraphRecall& recall : one.graph->recalls) {
      out["recall_at_10"].push_back({{"ef", recall.ef},
                                     {"recall", recall.recall},
                                     {"distances", recall.distances}});
    }
  }
  return out;
}

std::string graph_text(const SegmentGraph& one, double floor) {
  std::string out =
      fmt::format("{}: {} rows, ", one.segment, grouped(one.live));
  if (!one.problem.empty()) {
    return out + printable(one.problem) + "\n";
  }
  if (!one.graph) {
    return out + "no graph\n";
  }
  out += fmt::format("graph of {} points and {} copies, M {}, efConstruction "
                     "{}, {}\n",
                     grouped(one.graph->points), grouped(one.graph->copies),
                     one.graph->links, one.graph->ef_construction,
                     byte_size(one.graph_bytes));
  for (const query::GraphRecall& recall : one.graph->recalls) {
    out += fmt::format("  ef {:>5}  recall@10 {:.3f}  {:>7} distances\n",
                       recall.ef, recall.recall, grouped(recall.distances));
  }
  if (best_recall(*one.graph) < floor) {
    out += fmt::format("  not used: below {:.3f}\n", floor);
  }
  return out;
}

base::Result<Exit> show(const Options& options) {
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, {store::Family::documents}));
  TRY_ASSIGN(const auto graphs, segment_graphs(view, options.check));
  const pb::HnswConfig& config = view.archive().config().hnsw();
  Json json = {{"on", config.on()},
               {"built_in", query::has_graphs()},
               {"floor", floor_of(view)},
               {"segments", Json::array()}};
  std::string text =
      fmt::format("{}{}\n",
                  config.on() ? "ingest builds graphs of new segments"
                              : "off: ingest builds no graphs",
                  query::has_graphs() || !config.on()
                      ? ""
                      : "; this program was built without them");
  bool whole = true;
  for (const SegmentGraph& one : graphs) {
    json["segments"].push_back(graph_json(one, floor_of(view)));
    text += graph_text(one, floor_of(view));
    whole = whole && one.problem.empty();
  }
  print(options.json ? json.dump(2) + "\n" : text);
  return whole ? Exit::done : Exit::rejects;
}

base::Result<Exit> build(const Options& options) {
  if (!query::has_graphs()) {
    TRY(query::Graph::open("", "")); // says what is missing
  }
  base::stop_on_signals();
  TRY_ASSIGN(const Opened opened, open_to_write(options.archive));
  TRY(remember(options, true));
  IndexOptions index = options.index;
  index.check = true; // ingest, which comes often, does not
  TRY_ASSIGN(const uint64_t built,
             build_graphs(opened.view, index, index_progress(options.quiet)));
  TRY_ASSIGN(const auto graphs, segment_graphs(opened.view, false));
  const auto large =
      std::count_if(graphs.begin(), graphs.end(), [&](const SegmentGraph& one) {
        return one.live >= options.index.least_rows;
      });
  print(fmt::format("{} built; {} of {} segments have {} rows or more\n",
                    grouped(built), grouped(static_cast<uint64_t>(large)),
                    grouped(graphs.size()), grouped(options.index.least_rows)));
  return Exit::done;
}

base::Result<Exit> drop(const Options& options) {
  TRY_ASSIGN(const Opened opened, open_to_write(options.archive));
  TRY(remember(options, false));
  uint64_t dropped = 0;
  for (const store::Generation& shard : opened.view.shards()) {
    TRY_ASSIGN(const uint64_t here, store::drop_graphs(shard));
    dropped += here;
  }
  print(fmt::format("{} graphs dropped\n", grouped(dropped)));
  return Exit::done;
}

Exit run(const Options& options) {
  const auto done = options.what == Options::build  ? build(options)
                    : options.what == Options::drop ? drop(options)
                                                    : show(options);
  return done ? *done : report(done.error());
}

void add_build(CLI::App& app, const std::shared_ptr<Options>& options) {
  CLI::App* sub = app.add_subcommand(
      "build", "Builds a graph for every large segment that has none or a "
               "damaged one, and has ingest do so from now on.");
  sub->add_option("ARCHIVE", options->archive)->required();
  query::GraphOptions& graph = options->index.graph;
  sub->add_option("--links", graph.links, "links of a point, hnswlib's M (16)")
      ->check(CLI::Range(2U, query::GraphHeader::k_most_links));
  sub->add_option("--ef-construction", graph.ef_construction,
                  "candidates held while building (200)")
      ->check(CLI::Range(1, 100000));
  sub->add_option("--least-rows", options->index.least_rows,
                  "smaller segments are scanned (50000)");
  sub->add_option("--floor", options->floor,
                  "recall@10 below which a graph is not used (0.95)")
      ->check(CLI::Range(0.0, 1.0));
  sub->add_option("--threads", graph.threads, "(all cores)")
      ->check(CLI::Range(1, 1024));
  sub->add_flag("--again", options->index.again,
                "also where a graph is already");
  sub->add_flag("--no-progress", options->quiet, "do not show progress");
  sub->callback([options] { options->what = Options::build; });
}

} // namespace

Command index_command() {
  auto options = std::make_shared<Options>();
  options->index.graph.threads =
      std::max(1U, std::thread::hardware_concurrency());
  return {"index", "Graphs (HNSW) for quicker searches by meaning, inexact.",
          [options](CLI::App& app) {
            app.require_subcommand(1);
            add_build(app, options);
            CLI::App* drop = app.add_subcommand(
                "drop", "Removes all graphs; ingest builds none any more.");
            drop->add_option("ARCHIVE", options->archive)->required();
            drop->callback([options] { options->what = Options::drop; });
            CLI::App* status = app.add_subcommand(
                "status", "Shows each segment's graph and its recall.");
            status->add_option("ARCHIVE", options->archive)->required();
            status->add_flag("--check", options->check,
                             "read every byte of the graphs");
            status->add_flag("--json", options->json, "as JSON");
            status->callback([options] { options->what = Options::status; });
            app.footer("Searches use graphs with --hnsw auto or on.\n"
                       "Example: keybed index build arch");
          },
          [options] { return run(*options); }};
}

} // namespace cli
