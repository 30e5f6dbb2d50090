// SPDX-License-Identifier: Apache-2.0
#include "cli/embedder_options.hpp"
#include "cli/eval.hpp"
#include "cli/ingest.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "core/base/fd.hpp"
#include "query/eval/collection.hpp"
#include "query/search/search.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <thread>

namespace cli {
namespace {

namespace fs = std::filesystem;

// A name that is no word of any text and no identifier: letters without a
// vowel for the digits of the number.
std::string file_name(size_t number) {
  constexpr std::string_view k_letters = "bcdfghjkmq";
  std::string out;
  for (int i = 0; i < 7; ++i) {
    out.insert(out.begin(), k_letters[number % 10]);
    number /= 10;
  }
  return out + ".txt";
}

// A folder that goes when this does, unless it was named.
class WorkFolder {
public:
  static base::Result<WorkFolder> make(const std::string& named) {
    if (!named.empty()) {
      return WorkFolder(named, false);
    }
    std::string path =
        fs::temp_directory_path().string() + "/keybed-eval-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) {
      return base::fail_errno(errno, path);
    }
    return WorkFolder(path, true);
  }
  WorkFolder(WorkFolder&& other) noexcept
      : m_path(std::move(other.m_path)),
        m_passing(std::exchange(other.m_passing, false)) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder() {
    std::error_code ignored; // nobody is left to be told
    if (m_passing) {
      fs::remove_all(m_path, ignored);
    }
  }
  const std::string& path() const { return m_path; }

private:
  WorkFolder(std::string path, bool passing)
      : m_path(std::move(path)), m_passing(passing) {}
  std::string m_path;
  bool m_passing;
};

// Each document as a file; what is there and right stays untouched, so that
// nothing is read twice.
base::Result<void> write_documents(const eval::Collection& collection,
                                   const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::set<std::string> names;
  for (size_t i = 0; i < collection.documents.size() && !error; ++i) {
    const std::string name = file_name(i);
    const std::string path = folder + "/" + name;
    const std::string text = collection.documents[i].whole("\n\n");
    names.insert(name);
    const auto held = base::read_file(path, text.size());
    if (held && *held == text) {
      continue;
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool good =
        file != nullptr &&
        std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if ((file != nullptr && std::fclose(file) != 0) || !good) {
      return base::fail_errno(errno, path);
    }
  }
  // Of a longer collection of the same name, before.
  for (fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (!names.contains(at->path().filename().string())) {
      fs::remove(at->path(), error);
    }
  }
  return error ? base::fail(base::Errc::io, folder + ": " + error.message())
               : base::Result<void>();
}

std::vector<eval::Item> items_of(const eval::Collection& collection) {
  std::map<std::string, std::string> names;
  for (size_t i = 0; i < collection.documents.size(); ++i) {
    names.emplace(collection.documents[i].id, file_name(i));
  }
  std::vector<eval::Item> out;
  for (const eval::CollectionText& query : collection.queries) {
    eval::Item item;
    item.id = query.id;
    item.question = query.whole(" ");
    for (const auto& [document, grade] : collection.judged.at(query.id)) {
      const auto name = names.find(document);
      // What is judged and not in the corpus cannot be found.
      item.right.push_back(name == names.end() ? "absent " + document
                                               : name->second);
      item.grades.push_back(grade);
    }
    out.push_back(std::move(item));
  }
  return out;
}

base::Result<uint64_t> ingest_documents(const EvalOptions& options,
                                        const std::string& files,
                                        const std::string& archive) {
  IngestOptions ingest;
  ingest.folders = {files};
  ingest.archive = archive;
  ingest.root_name = "collection";
  ingest.workers = std::max(1U, std::thread::hardware_concurrency());
  ingest.embedder = options.embedder;
  ingest.ocr.wanted = false;
  TRY_ASSIGN(const IngestRun run, run_ingest(ingest, true));
  if (run.outcome.stopped) {
    return base::fail(base::Errc::cancelled,
                      "stopped; with --into the same command goes on");
  }
  const coordinator::Totals& totals = run.outcome.totals;
  if (totals.partial > 0) {
    return base::fail(base::Errc::unavailable,
                      fmt::format("{} documents could not be embedded; {} says "
                                  "why",
                                  totals.partial, run.report));
  }
  return totals.done + totals.unchanged;
}

struct Run {
  std::string name;
  uint64_t documents = 0;
  uint64_t read = 0;
  std::vector<eval::Results> arms;
};

std::vector<eval::Arm> arms_of(const EvalOptions& options, bool vectors) {
  if (!options.arm.empty()) {
    return {*arm_named(options.arm)};
  }
  return vectors ? std::vector{eval::Arm::words, eval::Arm::meaning,
                               eval::Arm::both}
                 : std::vector{eval::Arm::words};
}

base::Result<void> ask_arms(const EvalOptions& options,
                            const std::string& archive,
                            const std::vector<eval::Item>& items, Run& out) {
  TRY_ASSIGN(const auto view,
             query::ArchiveView::open(archive, query::search_families()));
  TRY_ASSIGN(const auto embedder,
             question_embedder(view.archive(), options.embedder));
  eval::AskOptions ask;
  ask.limit = options.limit;
  ask.per_document = 1;
  ask.weights = options.weights;
  ask.threads = std::max(1U, std::thread::hardware_concurrency());
  TRY_ASSIGN(const query::Weights weights,
             query::weights_for(view.archive().config(), options.weights));
  for (const eval::Arm arm : arms_of(options, embedder != nullptr)) {
    ask.arm = arm;
    eval::Results results;
    results.head = {out.name, embedder ? embedder->space().id() : "none",
                    std::string(eval::name_of(arm)), options.limit,
                    query::shown(weights)};
    TRY_ASSIGN(
        results.outcomes,
        eval::ask_all(view, items, embedder.get(), ask, [&](size_t done) {
          return show_asked(done, items.size());
        }));
    out.arms.push_back(std::move(results));
  }
  return {};
}

base::Result<Run> run_collection(EvalOptions options) {
  TRY_ASSIGN(const auto collection, eval::read_collection(options.collection));
  const fs::path folder = fs::path(options.collection + "/").parent_path();
  Run out;
  out.name = folder.filename().string();
  out.documents = collection.documents.size();
  TRY_ASSIGN(const WorkFolder work, WorkFolder::make(options.into));
  if (options.embedder.provider.empty()) {
    options.embedder.provider = "local";
  }
  const std::string base = work.path() + "/" + out.name;
  const std::string archive = base + "/archive-" + options.embedder.provider;
  TRY(write_documents(collection, base + "/files"));
  TRY_ASSIGN(out.read, ingest_documents(options, base + "/files", archive));
  TRY(ask_arms(options, archive, items_of(collection), out));
  return out;
}

void print_run(const EvalOptions& options, const Run& run) {
  Json json = {{"collection", run.name},
               {"documents", run.documents},
               {"read", run.read},
               {"arms", Json::array()}};
  if (!options.json) {
    print(fmt::format("{}: {} documents, {} read; {} questions, embedder {}\n",
                      printable(run.name), grouped(run.documents),
                      grouped(run.read),
                      grouped(run.arms.front().outcomes.size()),
                      printable(run.arms.front().head.embedder)));
  }
  for (const eval::Results& results : run.arms) {
    const eval::Tally tally = eval::tally(results.outcomes);
    Json arm = eval::json_of(results.head);
    arm.update(eval::json_of(tally));
    json["arms"].push_back(std::move(arm));
    if (!options.json) {
      print("\nranked by " + results.head.arm + "\n" + text_of(tally, false));
    }
  }
  if (options.json) {
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
}

} // namespace

Exit eval_collection(const EvalOptions& options) {
  const auto run = run_collection(options);
  if (!run) {
    return report(run.error());
  }
  if (const auto saved = save_results(options, run->arms.front()); !saved) {
    return report(saved.error());
  }
  print_run(options, *run);
  return run->read == run->documents ? Exit::done : Exit::rejects;
}

} // namespace cli
