// SPDX-License-Identifier: Apache-2.0
#include "cli/by_node.hpp"

#include "cli/outcome.hpp"
#include "cli/query_log.hpp"
#include "query/node/client.hpp"

#include <CLI/CLI.hpp>

namespace cli {

void add_local_option(CLI::App& app, bool& local) {
  app.add_flag("--local", local,
               "answer in this process, though keybed serve runs for the "
               "archive");
}

std::optional<Exit> answered_by_node(const NodeQuestion& asked,
                                     std::string& how) {
  node::Asking asking;
  asking.question = asked.question;
  asking.log = !asked.query_log.empty();
  const node::Told told = node::ask_node(asked.archive, asking);
  if (!told.answer) {
    how = "this process (" + told.how + ")";
    return std::nullopt;
  }
  if (const auto logged = append_log(asked.query_log, told.answer->log);
      !logged) {
    return report(logged.error());
  }
  complain(told.answer->err);
  print(told.answer->out);
  return static_cast<Exit>(told.answer->exit);
}

} // namespace cli
