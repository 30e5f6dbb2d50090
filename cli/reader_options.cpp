// SPDX-License-Identifier: Apache-2.0
#include "cli/reader_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace cli {
namespace {

using std::chrono::seconds;

std::string text_of(base::Nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<seconds>(time).count());
}

} // namespace

void add_reader_options(CLI::App& app, pool::Limits& limits) {
  constexpr const char* k_group = "Limits of a reader process";
  const auto add = [&](const char* name, const char* what, auto range,
                       std::function<void(uint64_t)> set) {
    app.add_option_function<uint64_t>(name, std::move(set), what)
        ->group(k_group)
        ->check(range);
  };
  const CLI::Range mebibytes(uint64_t{1}, uint64_t{1} << 20);
  add("--file-seconds",
      "time for a file, and a second more for each MiB of it (120)",
      CLI::Range(1, 86'400), [&limits](uint64_t value) {
        limits.whole_base = seconds(value);
        limits.whole_longest =
            std::max(limits.whole_longest, limits.whole_base);
      });
  add("--quiet-seconds",
      "time without progress, and a second more for each 4 MiB (30)",
      CLI::Range(1, 86'400),
      [&limits](uint64_t value) { limits.no_progress = seconds(value); });
  add("--reader-memory", "MiB of memory (2048)", mebibytes,
      [&limits](uint64_t value) { limits.memory_bytes = value << 20; });
  add("--file-output",
      "MiB that a file may give, and eight times its size more (256)",
      mebibytes,
      [&limits](uint64_t value) { limits.output_base = value << 20; });
}

std::vector<std::string> reader_arguments(const pool::Limits& limits) {
  std::vector<std::string> arguments = {
      "--file-seconds",  text_of(limits.whole_base),
      "--quiet-seconds", text_of(limits.no_progress),
      "--file-output",   std::to_string(limits.output_base >> 20)};
  if (limits.memory_bytes > 0) { // none under a sanitizer
    arguments.insert(
        arguments.end(),
        {"--reader-memory", std::to_string(limits.memory_bytes >> 20)});
  }
  return arguments;
}

} // namespace cli
