// SPDX-License-Identifier: Apache-2.0
#include "worker/run.hpp"

#include "core/base/log.hpp"
#include "core/base/stop.hpp"
#include "store/archive.hpp"
#include "worker/dispatcher.hpp"
#include "worker/session.hpp"
#include "worker/store_shard.hpp"

#include <unistd.h>

#include <array>
#include <utility>

namespace worker {
namespace {

// What may be on its way: enough entries that those that did not change never
// wait for the next message.
constexpr uint64_t k_window_bytes = uint64_t{512} << 20;
constexpr uint32_t k_window_entries = 4096;

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data()
                                                        : "unknown";
}

base::Result<SessionEnd> converse(const WorkerOptions& options,
                                  const std::string& reader) {
  TRY_ASSIGN(store::Archive archive, store::Archive::open(options.archive));
  StoreOptions store_options;
  store_options.embedder = options.embedder;
  TRY_ASSIGN(store_options.families, archive.key_families());
  std::vector<domain::CurveProblem> problems; // ingest has shown them
  TRY_ASSIGN(store_options.curves, archive.curves(problems));
  store_options.pool.program = {reader};
  if (store_options.curves.hash() != 0) {
    store_options.pool.program.insert(store_options.pool.program.end(),
                                      {"--curves", archive.curves_path()});
  }
  store_options.pool.children = options.reading_threads;
  store_options.pool.limits = options.reader;
  store_options.ocr_languages = options.ocr_languages;
  StoreOpener opener(std::move(archive), std::move(store_options));
  Session session(options.endpoint,
                  {host_name(), static_cast<uint64_t>(getpid()), options.offers,
                   k_window_bytes, k_window_entries});
  Dispatcher dispatcher(
      {.reading_threads = options.reading_threads}, opener,
      [&](wire::Message message) { session.post(std::move(message)); });
  return session.run(dispatcher);
}

} // namespace

base::Result<void> run_worker(const WorkerOptions& options) {
  TRY_ASSIGN(std::string reader, pool::find_reader_program());
  while (base::stops_asked() == 0) {
    TRY_ASSIGN(SessionEnd end, converse(options, reader));
    if (end == SessionEnd::stopped) {
      return {};
    }
    base::logger("worker").info("looking for the coordinator again");
  }
  return {};
}

} // namespace worker
