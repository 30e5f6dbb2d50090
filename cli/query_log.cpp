// SPDX-License-Identifier: Apache-2.0
#include "cli/query_log.hpp"

#include "cli/render.hpp"
#include "core/base/fd.hpp"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>

namespace cli {
namespace {

constexpr size_t k_largest_log = size_t{256} << 20;
constexpr size_t k_paths = 10;

std::string now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(
                         std::chrono::system_clock::now())));
}

std::string line_of(const LoggedQuery& query) {
  Json row = {{"time", now()}, {"command", query.command}};
  put_bytes(row, "question", query.question);
  row["identifiers"] = Json::array();
  for (const LoggedIdentifier& one : query.identifiers) {
    row["identifiers"].push_back(
        {{"typed", printable(one.typed)}, {"paths", one.paths}});
  }
  row["paths"] = Json::array();
  for (size_t i = 0; i < std::min(k_paths, query.paths.size()); ++i) {
    row["paths"].push_back(printable(query.paths[i]));
  }
  return row.dump() + "\n";
}

base::Result<void> failed(const std::string& file, const char* what) {
  return base::fail(base::Errc::io, fmt::format("--query-log {}: {}: {}", file,
                                                what, std::strerror(errno)));
}

} // namespace

void add_query_log_option(CLI::App& app, std::string& file) {
  app.add_option("--query-log", file,
                 "append the question and what was found to this file, for "
                 "diagnose and keys discover");
}

base::Result<void> log_query(const std::string& file,
                             const LoggedQuery& query) {
  if (file.empty()) {
    return {};
  }
  const base::Fd log(
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  if (!log) {
    return failed(file, "cannot be opened");
  }
  const std::string line = line_of(query);
  if (::write(log.get(), line.data(), line.size()) !=
      static_cast<ssize_t>(line.size())) {
    return failed(file, "cannot be written");
  }
  return {};
}

base::Result<std::vector<std::string>>
logged_identifiers(const std::string& file) {
  TRY_ASSIGN(const std::string text, base::read_file(file, k_largest_log));
  std::vector<std::string> out;
  std::set<std::string> seen;
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    const Json row = Json::parse(text.substr(at, end - at), nullptr, false);
    const auto identifiers =
        row.is_object() ? row.find("identifiers") : row.end();
    if (!row.is_object() || identifiers == row.end() ||
        !identifiers->is_array()) {
      return base::fail(
          base::Errc::invalid,
          fmt::format("{}: line {} is no entry of a query log", file, number));
    }
    for (const Json& one : *identifiers) {
      const std::string typed = one.value("typed", "");
      if (!typed.empty() && seen.insert(typed).second) {
        out.push_back(typed);
      }
    }
    at = end + 1;
  }
  return out;
}

} // namespace cli
