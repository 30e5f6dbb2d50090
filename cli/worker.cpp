// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/ocr_options.hpp"
#include "cli/reader_options.hpp"
#include "core/base/stop.hpp"
#include "proto/wire/socket.hpp"
#include "worker/run.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace cli {
namespace {

struct Options {
  worker::WorkerOptions worker;
  OcrOptions ocr;
  bool insecure = false;
};

Exit run(Options options) {
  base::stop_on_signals();
  auto done = [&]() -> base::Result<void> {
    worker::WorkerOptions& worker = options.worker;
    TRY(wire::check_endpoint(worker.endpoint, options.insecure));
    TRY_ASSIGN(const auto archive, store::Archive::open(worker.archive));
    TRY_ASSIGN(worker.embedder, matched(archive, worker.embedder));
    worker.ocr_languages = languages_for(options.ocr);
    return worker::run_worker(worker);
  }();
  if (!done) {
    std::fprintf(stderr, "keybed worker: %s\n", done.error().message.c_str());
    return done.error().code == base::Errc::invalid ? Exit::usage
                                                    : Exit::failed;
  }
  return Exit::done;
}

} // namespace

Command worker_command() {
  auto options = std::make_shared<Options>();
  options->worker.embedder.provider.clear();
  return {
      "worker", "Holds shards and reads what a coordinator sends.",
      [options](CLI::App& app) {
        worker::WorkerOptions& worker = options->worker;
        app.add_option("ARCHIVE", worker.archive, "the archive")->required();
        app.add_option("--connect", worker.endpoint,
                       "the coordinator: tcp://HOST:PORT or ipc://PATH")
            ->required();
        app.add_option("--offer", worker.offers,
                       "shards that this host holds (default: any)");
        app.add_option("--threads", worker.reading_threads,
                       "files read at a time")
            ->check(CLI::Range(1, 256));
        app.add_flag("--insecure", options->insecure,
                     "allow tcp off this machine, unencrypted");
        add_embedder_options(app, worker.embedder);
        add_reader_options(app, worker.reader);
        add_ocr_options(app, options->ocr);
        app.footer("Example: keybed worker arch --connect "
                   "tcp://127.0.0.1:7447");
      },
      [options] { return run(*options); }};
}

} // namespace cli
