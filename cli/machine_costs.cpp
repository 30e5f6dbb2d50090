// SPDX-License-Identifier: Apache-2.0
#include "cli/machine_costs.hpp"

#include "core/base/fd.hpp"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using query::MachineCosts;

constexpr size_t k_limit = 1 << 16;

struct Field {
  const char* name;
  double MachineCosts::*value;
};
constexpr Field k_fields[] = {
    {"scan_ns_per_byte", &MachineCosts::scan_ns_per_byte},
    {"row_ns", &MachineCosts::row_ns},
    {"row_ns_per_byte", &MachineCosts::row_ns_per_byte},
    {"posting_ns", &MachineCosts::posting_ns},
    {"posting_bytes", &MachineCosts::posting_bytes},
};

base::Result<std::string> cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string cache = set("XDG_CACHE_HOME");
  if (!cache.empty()) {
    return cache + "/keybed";
  }
  const std::string home = set("HOME");
  if (home.empty()) {
    return base::fail(base::Errc::io, "neither XDG_CACHE_HOME nor HOME is set");
  }
  return home + "/.cache/keybed";
}

std::string text_of(const KeptMachine& kept) {
  Json out = {{"cpu", kept.machine.cpu},
              {"kernel", kept.machine.kernel},
              {"threads", kept.machine.threads}};
  for (const Field& field : k_fields) {
    out[field.name] = kept.costs.*field.value;
  }
  return out.dump(2) + "\n";
}

// Nothing if the text is of another machine, or no such text.
std::optional<MachineCosts> costs_of(const std::string& text,
                                     const query::Machine& machine) {
  const Json all = Json::parse(text, nullptr, false);
  const bool same =
      all.is_object() && all.contains("cpu") && all["cpu"] == machine.cpu &&
      all.contains("kernel") && all["kernel"] == machine.kernel &&
      all.contains("threads") && all["threads"] == machine.threads;
  if (!same) {
    return std::nullopt;
  }
  MachineCosts out;
  out.threads = machine.threads;
  for (const Field& field : k_fields) {
    if (!all.contains(field.name) || !all[field.name].is_number()) {
      return std::nullopt;
    }
    out.*field.value = all[field.name].get<double>();
    if (!std::isfinite(out.*field.value) || out.*field.value <= 0) {
      return std::nullopt;
    }
  }
  return out;
}

} // namespace

base::Result<KeptMachine> machine_costs(bool renew) {
  TRY_ASSIGN(const std::string folder, cache_folder());
  KeptMachine out{query::this_machine(), {}, folder + "/machine.json"};
  const auto text = base::read_file(out.path, k_limit);
  const auto kept =
      text && !renew ? costs_of(*text, out.machine) : std::nullopt;
  if (kept) {
    out.costs = *kept;
    return out;
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return base::fail(base::Errc::io, folder + ": " + error.message());
  }
  TRY_ASSIGN(out.costs, query::measure_machine(folder + "/measure." +
                                               std::to_string(::getpid())));
  TRY(base::write_file_atomic(out.path, text_of(out)));
  return out;
}

} // namespace cli
