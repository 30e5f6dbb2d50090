// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"
#include "cli/machine_costs.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  bool renew = false;
  bool json = false;
};

void print_text(const KeptMachine& kept) {
  const query::MachineCosts& costs = kept.costs;
  print(fmt::format("{}, {} threads, kernels {}\n", printable(kept.machine.cpu),
                    kept.machine.threads, kept.machine.kernel));
  print(fmt::format("int8 rows one behind the other  {:>9.2f} GB/s\n",
                    1 / costs.scan_ns_per_byte));
  print(fmt::format("going to an f32 row             {:>9.1f} ns\n",
                    costs.row_ns));
  print(fmt::format("and reading it, one thread      {:>9.2f} GB/s\n",
                    1 / costs.row_ns_per_byte));
  print(fmt::format("a posting of an index           {:>9.1f} ns, {:.1f} "
                    "bytes\n",
                    costs.posting_ns, costs.posting_bytes));
  print("kept in " + printable(kept.path) + "\n");
}

void print_json(const KeptMachine& kept) {
  const query::MachineCosts& costs = kept.costs;
  const Json out = {{"cpu", printable(kept.machine.cpu)},
                    {"kernel", kept.machine.kernel},
                    {"threads", kept.machine.threads},
                    {"scan_ns_per_byte", costs.scan_ns_per_byte},
                    {"row_ns", costs.row_ns},
                    {"row_ns_per_byte", costs.row_ns_per_byte},
                    {"posting_ns", costs.posting_ns},
                    {"posting_bytes", costs.posting_bytes},
                    {"path", printable(kept.path)}};
  print(out.dump(2) + "\n");
}

Exit run(const Options& options) {
  const auto kept = machine_costs(options.renew);
  if (!kept) {
    return report(kept.error());
  }
  options.json ? print_json(*kept) : print_text(*kept);
  return Exit::done;
}

} // namespace

Command machine_command() {
  auto options = std::make_shared<Options>();
  return {"machine", "Show what searches cost on this machine, as measured.",
          [options](CLI::App& app) {
            app.add_flag("--renew", options->renew, "measure again");
            app.add_flag("--json", options->json, "as JSON");
            app.footer("Searches with vectors choose their plan by it; it is "
                       "measured when first needed.\n"
                       "Example: keybed machine --renew");
          },
          [options] { return run(*options); }};
}

} // namespace cli
