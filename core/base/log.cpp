// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>

#include <map>
#include <mutex>

namespace base {
namespace {

struct Loggers {
  std::mutex mutex; // guards the members below
  std::shared_ptr<spdlog::sinks::sink> sink =
      std::make_shared<spdlog::sinks::stderr_sink_mt>();
  std::map<std::string, std::shared_ptr<spdlog::logger>, std::less<>> by_room;
  spdlog::level::level_enum level = spdlog::level::warn;
  std::string level_name = "warn";
};

// Never destroyed: threads may log while the process ends.
Loggers& loggers() {
  static auto* all = new Loggers();
  return *all;
}

} // namespace

spdlog::logger& logger(std::string_view room) {
  auto& all = loggers();
  const std::lock_guard lock(all.mutex);
  auto found = all.by_room.find(room);
  if (found == all.by_room.end()) {
    auto made = std::make_shared<spdlog::logger>(std::string(room), all.sink);
    made->set_level(all.level);
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%e %P %n %l: %v");
    made->flush_on(spdlog::level::warn);
    found = all.by_room.emplace(room, std::move(made)).first;
  }
  return *found->second;
}

bool set_log_level(std::string_view level) {
  const std::map<std::string_view, spdlog::level::level_enum> levels = {
      {"debug", spdlog::level::debug},
      {"info", spdlog::level::info},
      {"warn", spdlog::level::warn},
      {"error", spdlog::level::err}};
  const auto found = levels.find(level);
  if (found == levels.end()) {
    return false;
  }
  auto& all = loggers();
  const std::lock_guard lock(all.mutex);
  all.level = found->second;
  all.level_name = level;
  for (auto& [room, made] : all.by_room) {
    made->set_level(all.level);
  }
  return true;
}

std::string log_level() {
  auto& all = loggers();
  const std::lock_guard lock(all.mutex);
  return all.level_name;
}

} // namespace base
