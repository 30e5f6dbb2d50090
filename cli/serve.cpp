// SPDX-License-Identifier: Apache-2.0
#include "cli/answers.hpp"
#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/machine_costs.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "core/base/stop.hpp"
#include "query/node/service.hpp"
#include "query/search/warm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace cli {
namespace {

struct Options {
  std::string archive;
  std::string listen = "127.0.0.1:0";
  unsigned threads = 0; // 0: as the machine has
  size_t waiting = node::Limits().waiting;
  double deadline_s = 30;
  embed::Config embedder;
  bool json = false;
};

using SharedEmbedder = std::shared_ptr<embed::Embedder>;

// What a node holds beside the opened archive. Safe from any thread.
class Answering {
public:
  Answering(embed::Config embedder, query::MachineCosts costs,
            std::string costs_note)
      : m_config(std::move(embedder)), m_costs(costs),
        m_costs_note(std::move(costs_note)) {}

  // Before the first question to a view.
  base::Result<void> prepare(const query::ArchiveView& view) {
    const std::string& space = view.archive().config().embedder().space();
    {
      const std::lock_guard lock(m_mutex);
      if (!m_space || *m_space != space) {
        TRY_ASSIGN(m_embedder, question_embedder(view.archive(), m_config));
        m_space = space;
      }
    }
    return query::warm(view);
  }

  base::Result<node::Answer> answer(const node::Question& question,
                                    const node::Means& node) {
    node::Answer out;
    Means means{*node.view,
                node.archive.empty() ? node.view->archive().path()
                                     : node.archive,
                {},
                node.deadline};
    if (node.log) {
      means.log = [&](const LoggedQuery& query) {
        out.log += log_line(query);
        return base::Result<void>();
      };
    }
    const Collected collected(out.out, out.err);
    const auto done = std::visit(
        [&](const auto& one) { return give(one, means, node); }, question);
    if (!done && (done.error().code == base::Errc::limit ||
                  done.error().code == base::Errc::unsupported)) {
      return base::fail(done.error());
    }
    out.exit = static_cast<int>(done ? *done : report(done.error()));
    return out;
  }

private:
  base::Result<Exit> give(const node::Search& asked, const Means& means,
                          const node::Means& node) {
    TRY_ASSIGN(const auto search, ready(asked, means, node));
    return answer_search(asked, means, search.means);
  }
  base::Result<Exit> give(const node::Ask& asked, const Means& means,
                          const node::Means& node) {
    TRY_ASSIGN(const auto search, ready(asked.question, means, node));
    return answer_ask(asked, means, search.means);
  }

  struct Ready {
    SharedEmbedder embedder; // as long as it is used
    SearchMeans means;
  };
  base::Result<Ready> ready(const node::Search& asked, const Means& means,
                            const node::Means& node) {
    Ready out{held(), {}};
    SearchMeans& search = out.means;
    const SharedEmbedder& embedder = out.embedder;
    const std::string& provider =
        means.view.archive().config().embedder().provider();
    if (!asked.no_embedder && !embedder && m_config.provider == "none" &&
        !provider.empty() && provider != "none") {
      return base::fail(base::Errc::unsupported,
                        "it was started with --embedder none");
    }
    search.embedder = asked.no_embedder ? nullptr : embedder.get();
    search.costs = m_costs;
    search.graphs = m_graphs;
    search.threads = node.threads;
    search.how = fmt::format("node, process {}", ::getpid());
    if (!m_costs_note.empty() && (search.embedder || asked.explain)) {
      complain(m_costs_note);
    }
    return out;
  }

  base::Result<Exit> give(const node::Lookup& asked, const Means& means,
                          const node::Means&) {
    return answer_lookup(asked, means,
                         [&]() -> base::Result<const query::ArchiveView*> {
                           return &means.view;
                         });
  }
  base::Result<Exit> give(const node::Facts& asked, const Means& means,
                          const node::Means&) {
    return answer_facts(asked, means);
  }
  base::Result<Exit> give(const node::Stats& asked, const Means& means,
                          const node::Means&) {
    return answer_stats(asked, means);
  }
  base::Result<Exit> give(const node::Health&, const Means&,
                          const node::Means&) {
    return Exit::done;
  }

  SharedEmbedder held() {
    const std::lock_guard lock(m_mutex);
    return m_embedder;
  }

  const embed::Config m_config;
  const query::MachineCosts m_costs;
  const std::string m_costs_note;
  const std::shared_ptr<query::GraphShelf> m_graphs =
      std::make_shared<query::GraphShelf>();
  std::mutex m_mutex;                 // guards the two below
  std::optional<std::string> m_space; // of m_embedder
  SharedEmbedder m_embedder;
};

void say_ready(const Options& options, const node::Endpoint& endpoint,
               const std::string& file) {
  if (options.json) {
    print(Json{{"archive", printable(endpoint.archive)},
               {"process", endpoint.pid},
               {"http", endpoint.http},
               {"zmq", endpoint.zmq},
               {"token_file", file}}
              .dump(2) +
          "\n");
  } else {
    print("Ready: " + printable(endpoint.archive) + "\n" +
          (endpoint.http.empty() ? "" : "HTTP:  " + endpoint.http + "\n") +
          "Token: " + file +
          "\nsearch, ask, lookup, facts and stats of this user ask it by "
          "themselves. Ctrl-C ends it.\n");
  }
  std::fflush(stdout);
}

base::Result<void> serve(const Options& options) {
  node::ServiceOptions service;
  service.archive = options.archive;
  service.families = answer_families();
  service.limits.threads =
      options.threads > 0 ? options.threads
                          : std::max(1U, std::thread::hardware_concurrency());
  service.limits.waiting = options.waiting;
  service.limits.deadline = std::chrono::milliseconds(
      static_cast<int64_t>(options.deadline_s * 1000));
  if (options.listen != "off") {
    TRY_ASSIGN(service.http, node::parse_listen(options.listen));
  }
  query::MachineCosts costs;
  std::string note;
  if (const auto kept = machine_costs(false)) {
    costs = kept->costs;
  } else {
    note =
        "keybed: " + kept.error().message + "; planning with nominal costs\n";
    complain(note);
  }
  embed::Config embedder = options.embedder;
  embedder.threads = service.limits.threads;
  Answering answering(embedder, costs, note);
  return node::run_service(
      service,
      [&](const query::ArchiveView& view) { return answering.prepare(view); },
      [&](const node::Question& question, const node::Means& means) {
        return answering.answer(question, means);
      },
      [&](const node::Endpoint& endpoint, const std::string& file) {
        say_ready(options, endpoint, file);
      });
}

Exit run(const Options& options) {
  base::stop_on_signals();
  const auto done = serve(options);
  return done ? Exit::done : report(done.error());
}

} // namespace

std::vector<store::Family> answer_families() {
  std::vector<store::Family> out = query::search_families();
  for (const auto& more :
       {query::card_families(), store::Generation::lookup_families()}) {
    for (const store::Family family : more) {
      if (std::find(out.begin(), out.end(), family) == out.end()) {
        out.push_back(family);
      }
    }
  }
  return out;
}

Command serve_command() {
  auto options = std::make_shared<Options>();
  return {
      "serve", "Keep an archive open, and answer at once.",
      [options](CLI::App& app) {
        app.add_option("ARCHIVE", options->archive)->required();
        app.add_option("--listen", options->listen,
                       "HTTP on this machine: 127.0.0.1:PORT, port 0 for any "
                       "that is free; off for none (127.0.0.1:0)")
            ->option_text("ADDRESS:PORT");
        app.add_option("--threads", options->threads,
                       "questions at a time (as the machine has threads)")
            ->check(CLI::Range(1, 1024));
        app.add_option("--waiting", options->waiting,
                       "questions that may wait for a thread (64); more are "
                       "told to come again")
            ->check(CLI::Range(0, 100'000));
        app.add_option("--deadline", options->deadline_s,
                       "seconds of a question that names no time itself (30)")
            ->check(CLI::Range(0.001, 600.0));
        add_question_embedder_options(app, options->embedder);
        app.add_flag("--json", options->json,
                     "where it listens, as JSON, once it is ready");
        app.footer(
            "search, ask, lookup, facts and stats of the same user and program "
            "use it while it runs, with the same output; --local keeps them "
            "from it. What an ingest publishes is answered from then on. Other "
            "users and machines are refused. docs/serve.md has the HTTP "
            "interface.\n"
            "Example: keybed serve arch --listen 127.0.0.1:8765");
      },
      [options] { return run(*options); }};
}

} // namespace cli
