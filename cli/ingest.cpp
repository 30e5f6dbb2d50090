// SPDX-License-Identifier: Apache-2.0
#include "cli/ingest.hpp"

#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/fit.hpp"
#include "cli/index_progress.hpp"
#include "cli/plan.hpp"
#include "cli/progress_printer.hpp"
#include "cli/reader_options.hpp"
#include "coordinator/archive_lock.hpp"
#include "core/base/log.hpp"
#include "core/base/stop.hpp"
#include "proto/wire/socket.hpp"
#include "query/hnsw/graph.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

base::Result<std::string> own_program() {
  std::array<char, PATH_MAX> path{};
  if (readlink("/proc/self/exe", path.data(), path.size() - 1) < 0) {
    return base::fail_errno(errno, "/proc/self/exe");
  }
  return std::string(path.data());
}

uint32_t threads_of(const IngestOptions& options) {
  if (options.threads > 0) {
    return options.threads;
  }
  uint32_t cores = std::max(1U, std::thread::hardware_concurrency());
  return std::max(1U, cores / options.workers);
}

base::Result<std::vector<std::string>>
worker_arguments(const IngestOptions& options, const std::string& endpoint) {
  TRY_ASSIGN(std::string program, own_program());
  std::vector<std::string> arguments = {program,
                                        "worker",
                                        options.archive,
                                        "--connect",
                                        endpoint,
                                        "--threads",
                                        std::to_string(threads_of(options)),
                                        "--log-level",
                                        base::log_level()};
  auto add = [&](const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  add(embedder_arguments(options.embedder, options.workers));
  add(reader_arguments(options.reader));
  add(ocr_arguments(options.ocr));
  return arguments;
}

Json json_of(const IngestRun& run) {
  const coordinator::Outcome& outcome = run.outcome;
  const coordinator::Totals& totals = outcome.totals;
  Json json;
  json["walked"] = totals.walked;
  json["done"] = totals.done;
  json["unchanged"] = totals.unchanged;
  json["partial"] = totals.partial;
  json["skipped"] = totals.skipped;
  json["failed"] = totals.failed;
  json["quarantined"] = totals.quarantined;
  json["part_of_another"] = totals.part_of_another;
  json["swept"] = totals.swept;
  json["passages"] = totals.passages;
  json["ocr_pages"] = outcome.last.ocr_pages;
  json["ocr_pages_of"] = outcome.last.ocr_of;
  json["seconds"] = outcome.last.seconds;
  json["reconciled"] = totals.reconcile();
  json["stopped"] = outcome.stopped;
  json["fitted"] = run.fit ? run.fit->sampled : 0;
  json["report"] = outcome.stopped ? "" : run.report;
  json["held_back"] = outcome.held_back;
  json["failures"] = outcome.last.live.failures;
  return json;
}

void print_summary(const IngestRun& run) {
  const coordinator::Outcome& outcome = run.outcome;
  const coordinator::Totals& totals = outcome.totals;
  if (outcome.stopped) {
    std::printf(
        "stopped: %llu of %llu files dealt with; run the same command "
        "again to go on\n",
        static_cast<unsigned long long>(outcome.last.live.dealt_paths),
        static_cast<unsigned long long>(outcome.last.live.walked_paths));
    return;
  }
  std::printf("%s\n", totals.line().c_str());
  std::printf("%llu new passages, %llu removed, %.1f s\n",
              static_cast<unsigned long long>(totals.passages),
              static_cast<unsigned long long>(totals.swept),
              outcome.last.seconds);
  if (outcome.last.ocr_of > 0) {
    std::printf("OCR: %llu of %llu pages that had waited for it, their "
                "passages not counted above\n",
                static_cast<unsigned long long>(outcome.last.ocr_pages),
                static_cast<unsigned long long>(outcome.last.ocr_of));
  }
  for (const auto& [name, count] : outcome.last.live.failures) {
    std::printf("  %-20s %llu\n", name.c_str(),
                static_cast<unsigned long long>(count));
  }
  for (const std::string& root : outcome.held_back) {
    std::printf("most of root %s seems gone, so nothing of it was removed; if "
                "it is meant, run again with --prune\n",
                root.c_str());
  }
  std::printf("report: %s\n", run.report.c_str());
}

Exit exit_of(const coordinator::Outcome& outcome) {
  if (outcome.stopped || !outcome.totals.reconcile()) {
    return Exit::failed;
  }
  return outcome.totals.has_rejects() || !outcome.held_back.empty()
             ? Exit::rejects
             : Exit::done;
}

// Where the archive has the switch on (keybed index build).
base::Result<void> build_new_graphs(const IngestOptions& options) {
  TRY_ASSIGN(const store::Archive archive,
             store::Archive::open(options.archive));
  const auto index = index_options(archive);
  if (!index || !query::has_graphs()) {
    return {};
  }
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, {store::Family::documents}));
  const auto built =
      build_graphs(view, *index, index_progress(options.progress_off));
  if (!built && built.error().code != base::Errc::cancelled) {
    return base::fail(built.error());
  }
  return {};
}

base::Result<IngestRun> run_once(const IngestOptions& options,
                                 store::Archive& archive,
                                 const std::string& endpoint, bool spawn) {
  TRY_ASSIGN(coordinator::ServerOptions server,
             server_options(options, archive));
  server.endpoint = endpoint;
  if (spawn) {
    TRY_ASSIGN(server.worker_arguments, worker_arguments(options, endpoint));
  }
  ProgressPrinter printer(options.progress_off  ? ProgressMode::off
                          : options.progress_on ? ProgressMode::on
                                                : ProgressMode::automatic);
  server.on_progress = [&](const coordinator::Progress& progress) {
    printer.show(progress);
  };
  TRY_ASSIGN(coordinator::Outcome outcome, coordinator::serve(server));
  printer.end_line();
  return IngestRun{std::move(outcome), server.report_path};
}

// What was read without vectors gets them: nothing is read again. Told as one
// run with the first.
base::Result<IngestRun> embed_all(IngestOptions options,
                                  store::Archive& archive,
                                  const std::string& endpoint,
                                  IngestRun first) {
  if (options.refit) { // of every root, since all lost theirs
    options.folders.clear();
    options.root_name.clear();
  }
  TRY_ASSIGN(options.embedder, matched(archive, options.embedder));
  TRY_ASSIGN(IngestRun run, run_once(options, archive, endpoint, true));
  coordinator::Totals& totals = run.outcome.totals;
  const coordinator::Totals& before = first.outcome.totals;
  // Read in the first walk, and had nothing to embed.
  const uint64_t read = std::min(before.done, totals.unchanged);
  totals.unchanged -= read;
  totals.done += read;
  totals.passages += before.passages;
  totals.swept += before.swept;
  run.outcome.last.seconds += first.outcome.last.seconds;
  run.outcome.last.ocr_pages += first.outcome.last.ocr_pages;
  run.outcome.last.ocr_of += first.outcome.last.ocr_of;
  run.fit = first.fit;
  return run;
}

base::Result<IngestRun> fit_and_embed(const IngestOptions& options,
                                      store::Archive& archive,
                                      const std::string& endpoint,
                                      IngestRun run) {
  auto fit = fit_archive(archive);
  if (!fit && fit.error().code == base::Errc::cancelled) {
    run.outcome.stopped = true;
    return run;
  }
  TRY(fit);
  run.fit = *fit;
  return run.fit ? embed_all(options, archive, endpoint, std::move(run)) : run;
}

// Workers elsewhere hold shards that cannot be looked at from here.
base::Result<void> check_fit(const IngestOptions& options,
                             const store::Archive& archive, bool spawn) {
  if (options.refit && archive.config().embedder().provider() != "fast") {
    return base::fail(base::Errc::invalid,
                      "--refit is for archives made with --embedder fast; " +
                          archive.path() + " was made with another one");
  }
  if (!spawn && (options.refit || lacks_basis(archive))) {
    return base::fail(
        base::Errc::invalid,
        "an archive is fitted where all its shards are: run keybed ingest "
        "--into " +
            archive.path() +
            " there, on part of the files if they are many, give every worker "
            "that copy of its folder embedder/ and of keybed.textproto, and "
            "start the coordinator again");
  }
  return {};
}

} // namespace

base::Result<IngestRun> run_ingest(IngestOptions options, bool spawn) {
  base::stop_on_signals();
  if (!spawn) { // before an archive is made for nothing
    TRY(wire::check_endpoint(options.listen, options.insecure));
  }
  TRY_ASSIGN(store::Archive archive, open_or_create(options));
  TRY(check_tables(archive));
  TRY(check_fit(options, archive, spawn));
  std::string endpoint = options.listen;
  if (spawn) {
    TRY_ASSIGN(endpoint, wire::local_endpoint(options.archive));
  }
  TRY_ASSIGN(auto lock,
             coordinator::ArchiveLock::take(options.archive, endpoint));
  TRY_ASSIGN(IngestRun run, run_once(options, archive, endpoint, spawn));
  if ((options.refit || lacks_basis(archive)) && !run.outcome.stopped) {
    TRY_ASSIGN(run, fit_and_embed(options, archive, endpoint, std::move(run)));
  }
  run.lacks_basis = lacks_basis(archive);
  return run;
}

namespace {

base::Result<void> print_fit(const std::string& archive, const IngestRun& run) {
  TRY_ASSIGN(const auto fit, fit_of(archive));
  if (fit) {
    std::printf("%s\n", text_of(*fit, archive).c_str());
  } else if (run.lacks_basis) {
    std::printf("embedder fast: there is no passage yet to fit it to\n");
  }
  return {};
}

base::Result<Exit> ingest(IngestOptions options, bool spawn) {
  if (options.plan) {
    return show_plan(options);
  }
  TRY_ASSIGN(const IngestRun run, run_ingest(options, spawn));
  const coordinator::Outcome& outcome = run.outcome;
  if (options.json) {
    std::printf("%s\n",
                json_of(run)
                    .dump(-1, ' ', false, Json::error_handler_t::replace)
                    .c_str());
  } else {
    print_summary(run);
    TRY(print_fit(options.archive, run));
  }
  if (!outcome.stopped && !outcome.totals.reconcile()) {
    return base::fail(base::Errc::corrupt,
                      "the totals do not reconcile: " + outcome.totals.line());
  }
  TRY(build_new_graphs(options));
  return exit_of(outcome);
}

void add_options(CLI::App& app, IngestOptions& options) {
  app.add_option("DIR", options.folders,
                 "folders to walk; none: those that the archive knows");
  app.add_option("--into", options.archive,
                 "the archive; made if it is not there")
      ->required();
  app.add_option("--root-name", options.root_name,
                 "name of the tree in the archive (default: the folder's)");
  app.add_option("--workers", options.workers, "worker processes")
      ->check(CLI::Range(1, 1024));
  app.add_option("--shards", options.shards,
                 "parts of a new archive, for ever (default 4)")
      ->check(CLI::Range(1, 4096));
  app.add_option("--threads", options.threads,
                 "files that a worker reads at a time (default: by the cores)")
      ->check(CLI::Range(1, 256));
  app.add_option("--only", options.only,
                 "only this kind (las, segy, shapefile, any extension) or "
                 "paths that match this glob; may be repeated");
  app.add_option("--exclude", options.exclude,
                 "not the paths that match this glob; may be repeated");
  app.add_flag("--failed", options.failed,
               "only what could not be read or embedded before");
  app.add_option("--reader-older-than", options.reader_older_than,
                 "also what a reader older than this version made");
  app.add_flag("--retry-quarantined", options.retry_quarantined,
               "try again what crashed its reader twice");
  app.add_flag("--prune", options.prune,
               "remove what is gone even if that is most of a root");
  app.add_flag("--progress", options.progress_on, "show progress");
  app.add_flag("--no-progress", options.progress_off, "do not show progress");
  app.add_flag("--json", options.json, "the result as one JSON document");
  add_embedder_options(app, options.embedder);
}

Exit run(const IngestOptions& options, const char* name, bool spawn) {
  auto result = ingest(options, spawn);
  if (!result) {
    std::fprintf(stderr, "keybed %s: %s\n", name,
                 result.error().message.c_str());
    return result.error().code == base::Errc::invalid ? Exit::usage
                                                      : Exit::failed;
  }
  return *result;
}

} // namespace

Command ingest_command() {
  auto options = std::make_shared<IngestOptions>();
  options->embedder.provider.clear();
  return {"ingest", "Reads folders into an archive.",
          [options](CLI::App& app) {
            add_options(app, *options);
            add_reader_options(app, options->reader);
            add_ocr_options(app, options->ocr);
            app.add_flag("--refit", options->refit,
                         "fit --embedder fast to what the archive holds now, "
                         "and embed all of it anew");
            app.add_flag("--plan", options->plan,
                         "show what a run would do, and do nothing");
            app.footer("Example: keybed ingest ~/archive --into arch "
                       "--workers 2");
          },
          [options] { return run(*options, "ingest", true); }};
}

Command coordinator_command() {
  auto options = std::make_shared<IngestOptions>();
  options->embedder.provider.clear();
  return {"coordinator", "Walks folders for workers that come by themselves.",
          [options](CLI::App& app) {
            add_options(app, *options);
            app.add_option("--listen", options->listen,
                           "where workers come: tcp://HOST:PORT or ipc://PATH")
                ->required();
            app.add_flag("--insecure", options->insecure,
                         "allow tcp off this machine, unencrypted");
            app.footer("Example: keybed coordinator ~/archive --into arch "
                       "--listen tcp://127.0.0.1:7447");
          },
          [options] { return run(*options, "coordinator", false); }};
}

} // namespace cli
