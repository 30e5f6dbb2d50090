// SPDX-License-Identifier: Apache-2.0
#include "cli/query_log.hpp"

#include "cli/render.hpp"
#include "core/base/fd.hpp"
#include "core/base/log.hpp"

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
#include <iterator>
#include <optional>
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

base::Result<void> failed(const std::string& file, const char* what) {
  return base::fail(base::Errc::io, fmt::format("--query-log {}: {}: {}", file,
                                                what, std::strerror(errno)));
}

// Identifiers of one line; nothing if it is no entry, such as one that a full
// disk cut off.
std::optional<std::vector<std::string>> typed_in(const std::string& line) {
  const Json row = Json::parse(line, nullptr, false);
  const Json list = row.is_object() && row.contains("identifiers")
                        ? row["identifiers"]
                        : Json();
  if (!list.is_array()) {
    return std::nullopt;
  }
  std::vector<std::string> out;
  for (const Json& one : list) {
    if (!one.is_object() || !one.contains("typed") ||
        !one["typed"].is_string()) {
      return std::nullopt;
    }
    if (!one["typed"].get_ref<const std::string&>().empty()) {
      out.push_back(one["typed"]);
    }
  }
  return out;
}

} // namespace

void add_query_log_option(CLI::App& app, std::string& file) {
  app.add_option("--query-log", file,
                 "append the question and what was found to this file, for "
                 "diagnose and keys discover");
}

std::string log_line(const LoggedQuery& query) {
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

base::Result<void> append_log(const std::string& file,
                              const std::string& lines) {
  if (file.empty() || lines.empty()) {
    return {};
  }
  const base::Fd log(
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  if (!log) {
    return failed(file, "cannot be opened");
  }
  if (::write(log.get(), lines.data(), lines.size()) !=
      static_cast<ssize_t>(lines.size())) {
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
  size_t bad = 0;
  size_t first_bad = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    const auto entry = typed_in(text.substr(at, end - at));
    at = end + 1;
    if (!entry) {
      first_bad = ++bad == 1 ? number : first_bad;
      continue;
    }
    std::copy_if(entry->begin(), entry->end(), std::back_inserter(out),
                 [&](const auto& typed) { return seen.insert(typed).second; });
  }
  if (bad > 0 && bad == number) {
    return base::fail(base::Errc::invalid,
                      fmt::format("{}: line 1 is no entry of a query log, and "
                                  "neither is any other",
                                  file));
  }
  if (bad > 0) {
    base::logger("cli").warn("{}: {} of {} lines are no entries of a query log "
                             "and left out; the first is line {}",
                             file, bad, number, first_bad);
  }
  return out;
}

} // namespace cli
