// SPDX-License-Identifier: Apache-2.0
#include "cli/keys.hpp"

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace cli {

Command keys_command() {
  auto chosen = std::make_shared<Chosen>();
  return {"keys", "What counts as one key: families of identifiers, companies.",
          [chosen](CLI::App& app) {
            app.require_subcommand(1);
            add_keys_companies(app, *chosen);
            add_keys_discover(app, *chosen);
            add_keys_add(app, *chosen);
            add_keys_families(app, *chosen);
            app.footer("Example: keybed keys companies arch");
          },
          [chosen] { return (*chosen)(); }};
}

} // namespace cli
