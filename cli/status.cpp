// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "coordinator/archive_lock.hpp"
#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "proto/wire/codec.hpp"
#include "proto/wire/socket.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

namespace cli {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

struct StatusOptions {
  std::string archive;
  bool json = false;
};

base::Result<Json> ask(const std::string& endpoint) {
  TRY_ASSIGN(wire::Socket socket, wire::Socket::connect(endpoint));
  TRY(socket.send("", wire::encode(wire::StatusRequest{})));
  base::Nanoseconds until = base::boot_time() + 5s;
  while (base::boot_time() < until) {
    TRY(socket.wait(-1, 500ms));
    TRY_ASSIGN(auto received, socket.receive());
    if (!received) {
      continue;
    }
    TRY_ASSIGN(wire::Message message, wire::decode(received->frame));
    if (auto* reply = std::get_if<wire::StatusReply>(&message)) {
      Json json = Json::parse(reply->json, nullptr, false);
      if (json.is_object()) {
        return json;
      }
      return base::fail(base::Errc::corrupt, "an answer that is no JSON");
    }
  }
  return base::fail(base::Errc::unavailable,
                    "the coordinator does not answer; it may be stopped or "
                    "very busy");
}

std::string newest_report(const std::string& archive) {
  std::error_code error;
  std::filesystem::path newest;
  for (const auto& entry :
       std::filesystem::directory_iterator(archive + "/reports", error)) {
    if (entry.path().extension() == ".jsonl" && entry.path() > newest) {
      newest = entry.path(); // names are times
    }
  }
  return newest.string();
}

// Rows by state and failures by class, of the report that was written last.
Json last_run(const std::string& archive) {
  Json json;
  json["running"] = false;
  std::string path = newest_report(archive);
  if (path.empty()) {
    return json;
  }
  json["report"] = path;
  std::map<std::string, uint64_t> states;
  std::map<std::string, uint64_t> failures;
  std::ifstream file(path);
  std::string line;
  uint64_t rows = 0;
  while (std::getline(file, line)) {
    Json row = Json::parse(line, nullptr, false);
    if (!row.is_object() || row.contains("inside")) {
      continue; // what is inside a file was not walked
    }
    ++rows;
    ++states[row.value("state", "unknown")];
    if (row.contains("failure")) {
      ++failures[row.value("failure", "unknown")];
    }
  }
  json["walked_paths"] = rows;
  json["states"] = states;
  json["failures"] = failures;
  return json;
}

void print_counts(const Json& json, const char* title) {
  if (!json.is_object() || json.empty()) {
    return;
  }
  std::printf("%s\n", title);
  for (const auto& [name, count] : json.items()) {
    std::printf("  %-20s %llu\n", name.c_str(),
                static_cast<unsigned long long>(count.get<uint64_t>()));
  }
}

void print(const Json& json) {
  if (!json.value("running", false)) {
    std::printf("not running\n");
    if (json.contains("report")) {
      std::printf("last report    %s\n",
                  json["report"].get<std::string>().c_str());
      print_counts(json["states"], "paths");
      print_counts(json["failures"], "not read, by class");
    }
    return;
  }
  auto number = [&](const char* key) { return json.value(key, 0.0); };
  std::printf("running for    %.0f s, %.0f workers, pid %s\n",
              number("seconds"), number("workers"),
              json.value("pid", "unknown").c_str());
  std::printf("files          %.0f of %.0f%s\n", number("dealt_paths"),
              number("walked_paths"),
              json.value("walk_over", false) ? "" : ", still walking");
  std::printf("remaining      %.0f files, %.0f bytes\n",
              number("walked_paths") - number("dealt_paths"),
              number("walked_bytes") - number("dealt_bytes"));
  std::printf("rate           %.1f files/s, %.0f bytes/s\n",
              number("files_per_second"), number("bytes_per_second"));
  if (json.contains("eta_seconds") && json["eta_seconds"].is_number()) {
    std::printf("left           %.0f s\n", number("eta_seconds"));
  }
  std::printf("shards done    %.0f of %.0f\n", number("shards_done"),
              number("shards"));
  print_counts(json["failures"], "not read, by class");
}

base::Result<Json> status_of(const std::string& archive) {
  if (!std::filesystem::exists(archive + "/keybed.textproto")) {
    return base::fail(base::Errc::not_found,
                      archive +
                          ": no archive here; make one with "
                          "`keybed ingest DIR --into " +
                          archive + "`");
  }
  TRY_ASSIGN(auto running, coordinator::who_runs(archive));
  if (!running) {
    return last_run(archive);
  }
  TRY_ASSIGN(Json json, ask(running->endpoint));
  json["pid"] = running->pid;
  return json;
}

Exit run(const StatusOptions& options) {
  auto json = status_of(options.archive);
  if (!json) {
    std::fprintf(stderr, "keybed status: %s\n", json.error().message.c_str());
    return Exit::failed;
  }
  if (options.json) {
    std::printf(
        "%s\n",
        json->dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  } else {
    print(*json);
  }
  return Exit::done;
}

} // namespace

Command status_command() {
  auto options = std::make_shared<StatusOptions>();
  return {
      "status", "Shows whether a run is going on, its rate and what is left.",
      [options](CLI::App& app) {
        app.add_option("ARCHIVE", options->archive, "the archive")->required();
        app.add_flag("--json", options->json, "one JSON document");
        app.footer("Example: keybed status arch");
      },
      [options] { return run(*options); }};
}

} // namespace cli
