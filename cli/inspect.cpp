// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/ocr_options.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "core/domain/bundle.hpp"
#include "worker/pool/pool.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t k_inspected_pages = 1000; // have time

struct Options {
  std::string file;
  bool facts = false;
  bool json = false;
  OcrOptions ocr{.wanted = false};
  size_t passages = 3;
};

// The files beside `file` that belong to it, as an ingest would bundle them.
// Naming a companion (a .dbf) inspects its bundle.
base::Result<pool::ReadRequest> request_for(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error).lexically_normal();
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    return base::fail(base::Errc::not_found, file + ": no such file");
  }
  pool::ReadRequest request;
  request.path = path.string();
  while (request.path.size() > 1 && request.path.back() == '/') {
    request.path.pop_back();
  }
  if (fs::is_directory(status)) {
    if (!domain::is_directory_bundle(
            fs::path(request.path).filename().string())) {
      return base::fail(base::Errc::invalid,
                        file + " is a folder: inspect takes one file; see "
                               "keybed ingest FOLDER --into ARCHIVE --plan");
    }
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      if (entry.is_regular_file(error)) {
        request.members.push_back(entry.path().string());
        request.bytes += entry.file_size(error);
      }
    }
    std::sort(request.members.begin(), request.members.end());
    return request;
  }
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), error)) {
    if (entry.is_regular_file(error)) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  const std::string name = path.filename().string();
  for (const domain::Bundle& bundle : domain::group_siblings(names)) {
    const bool mine =
        names[bundle.main] == name ||
        std::any_of(bundle.companions.begin(), bundle.companions.end(),
                    [&](size_t i) { return names[i] == name; });
    if (!mine) {
      continue;
    }
    const fs::path folder = path.parent_path();
    request.path = (folder / names[bundle.main]).string();
    request.bytes = fs::file_size(request.path, error);
    for (const size_t i : bundle.companions) {
      request.members.push_back((folder / names[i]).string());
      request.bytes += fs::file_size(request.members.back(), error);
    }
  }
  return request;
}

// Of a reader that hands what is inside to others, the thousands are theirs.
uint32_t own_version(const pool::ReadOutcome& outcome) {
  return outcome.reader_version % 1000;
}

Json outcome_json(const Options& options, const pool::ReadRequest& request,
                  const pool::ReadOutcome& outcome,
                  const domain::Collector& collector) {
  Json out = Json::object();
  put_bytes(out, "file", options.file);
  out["members"] = Json::array();
  for (const std::string& member : request.members) {
    out["members"].push_back(printable(fs::path(member).filename().string()));
  }
  out["outcome"] = pool::name_of(outcome.ending);
  out["reason"] = outcome.reason;
  out["reader"] = outcome.reader;
  out["reader_version"] = own_version(outcome);
  out["documents"] = Json::array();
  for (const auto& document : collector.documents()) {
    out["documents"].push_back(json_of(document));
  }
  return out;
}

void print_text(const Options& options, const pool::ReadRequest& request,
                const pool::ReadOutcome& outcome,
                const domain::Collector& collector) {
  std::string out = "File:   " + printable(options.file) + "\n";
  if (!request.members.empty()) {
    out += fmt::format("With:   {} more files of its bundle\n",
                       request.members.size());
  }
  if (!outcome.reader.empty()) {
    out += fmt::format("Reader: {} version {}\n", outcome.reader,
                       own_version(outcome));
  }
  for (const auto& document : collector.documents()) {
    out += text_of(document, options.facts ? 0 : options.passages);
  }
  if (collector.dropped() > 0) {
    out += fmt::format("({} more items are not shown)\n",
                       grouped(collector.dropped()));
  }
  print(out);
}

Exit run(const Options& options) {
  auto request = request_for(options.file);
  if (!request) {
    return report(request.error());
  }
  auto program = pool::find_reader_program();
  if (!program) {
    return report(program.error());
  }
  pool::PoolOptions pool_options;
  pool_options.program = {*program};
  pool_options.niceness = 0;
  pool::Pool pool(pool_options);
  domain::Collector collector(100000);
  request->hash = false;
  if (options.ocr.wanted) {
    request->ocr_languages = options.ocr.languages;
    request->ocr_pages = k_inspected_pages;
  }
  const auto outcome = pool.read(*request, collector);
  if (!outcome) {
    return report(outcome.error());
  }
  if (options.json) {
    print(outcome_json(options, *request, *outcome, collector).dump(2) + "\n");
  } else {
    print_text(options, *request, *outcome, collector);
  }
  if (outcome->ending != pool::Ending::ok) {
    std::fprintf(stderr, "keybed: %s: %s%s%s\n",
                 printable(options.file).c_str(),
                 std::string(pool::name_of(outcome->ending)).c_str(),
                 outcome->reason.empty() ? "" : ": ", outcome->reason.c_str());
    return Exit::rejects;
  }
  const bool rejects = std::any_of(
      collector.documents().begin(), collector.documents().end(),
      [](const auto& document) { return !document.rejects.empty(); });
  return rejects ? Exit::rejects : Exit::done;
}

} // namespace

Command inspect_command() {
  auto options = std::make_shared<Options>();
  return {"inspect", "Show what a reader makes of one file.",
          [options](CLI::App& app) {
            app.add_option("FILE", options->file, "a file, or a *.gdb folder")
                ->required();
            app.add_flag("--facts", options->facts,
                         "facts, keys and rejects only");
            app.add_option("--passages", options->passages,
                           "how many passages to show (3)");
            app.add_flag("--json", options->json, "everything, as JSON");
            app.add_flag("--ocr", options->ocr.wanted,
                         "recognize text in images: seconds a page");
            add_ocr_languages(app, options->ocr);
            app.footer("No archive and no network is needed. Files that belong "
                       "together (.shp .dbf .prj …) are read as one.\n"
                       "Example: keybed inspect Wells/lark_creek.las");
          },
          [options] { return run(*options); }};
}

} // namespace cli
