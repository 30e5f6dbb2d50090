// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <string_view>

namespace base {

// The logger of a room ("store", "worker"…), made on first use; writes to
// stderr. Safe from any thread. Format strings are checked when compiled:
//   static auto& log = base::logger("store");
//   log.info("published shard={} generation={}", shard, generation);
spdlog::logger& logger(std::string_view room);

// For all loggers, those of later too. One of debug, info, warn, error.
// False if `level` is none of them.
bool set_log_level(std::string_view level);
// The name of the present one, for processes that this one starts.
std::string log_level();

} // namespace base
