// SPDX-License-Identifier: Apache-2.0
#include "coordinator/server.hpp"

#include "coordinator/report.hpp"
#include "coordinator/supervisor.hpp"
#include "coordinator/walker.hpp"
#include "core/base/log.hpp"
#include "core/base/stop.hpp"
#include "core/domain/bundle.hpp"
#include "proto/wire/codec.hpp"
#include "proto/wire/socket.hpp"

#include <sys/types.h>

namespace coordinator {
namespace {

using namespace std::chrono_literals;

constexpr auto k_heartbeat = 1s;
constexpr auto k_liveness = 5s; // of a worker that we can kill
constexpr auto k_lease = 15s;   // of one that we cannot
constexpr auto k_progress_every = 500ms;
constexpr auto k_stop_patience = 60s;
constexpr size_t k_batch = 128;
constexpr int k_refusals_limit = 5;

spdlog::logger& log() {
  return base::logger("coordinator");
}

class Server {
public:
  Server(const ServerOptions& options, wire::Socket socket)
      : m_options(options), m_socket(std::move(socket)),
        m_started(base::boot_time()), m_run(started_now(options.run)),
        m_report(options.report_path),
        m_supervisor(options.worker_arguments,
                     options.worker_arguments.empty()
                         ? 0
                         : options.run.expected_workers) {
    m_options.welcome.heartbeat_ms =
        std::chrono::milliseconds(k_heartbeat).count();
    m_options.welcome.lease_ms = std::chrono::milliseconds(k_lease).count();
  }

  base::Result<Outcome> run() {
    TRY_ASSIGN(m_walker, Walker::start(m_options.welcome.roots,
                                       m_options.filter, m_options.skip));
    while (!m_run.is_done() && base::stops_asked() == 0) {
      TRY(step());
      TRY(m_socket.wait(m_walk_waits ? -1 : m_walker->fd(), 100ms));
    }
    Outcome outcome;
    outcome.stopped = !m_run.is_done();
    if (!outcome.stopped) {
      outcome.totals = m_run.totals();
      outcome.held_back = m_run.sweep()->held_back;
      TRY(m_report.commit());
    }
    TRY(wind_down());
    outcome.last = progress();
    tell_progress();
    return outcome;
  }

private:
  RunOptions started_now(RunOptions run) const {
    run.started = m_started;
    return run;
  }

  // Everything that can be done without waiting.
  base::Result<void> step() {
    m_now = base::boot_time();
    TRY(m_supervisor.start_due(m_now));
    TRY(receive_all());
    look_after_workers();
    take_walked();
    assign();
    for (uint32_t shard = 0; shard < m_run.shards().size(); ++shard) {
      advance(shard);
    }
    decide_sweep();
    if (m_now - m_told > k_progress_every) {
      tell_progress();
    }
    return {};
  }

  base::Result<void> receive_all() {
    for (int i = 0; i < 10'000; ++i) {
      TRY_ASSIGN(auto received, m_socket.receive());
      if (!received) {
        return {};
      }
      auto message = wire::decode(received->frame);
      if (!message) {
        ++m_malformed;
        log().warn("dropped a frame: {} total={}", message.error().message,
                   m_malformed);
        continue;
      }
      hear(received->peer);
      TRY(std::visit(
          [&](auto& one) -> base::Result<void> {
            return handle(received->peer, one);
          },
          *message));
    }
    return {};
  }

  // Apply an update that a peer caused; one that does not fit is its mistake
  // (or comes late), is logged and changes nothing.
  bool accept(const Update& update, std::string_view what) {
    auto can = m_run.can_apply(update);
    if (!can) {
      log().warn("ignored {}: {}", what, can.error().message);
      return false;
    }
    m_run.apply(update);
    return true;
  }

  void hear(const WorkerId& worker) {
    if (m_run.workers().contains(worker)) {
      m_run.apply(Heard{worker, m_now});
    }
  }

  void send(const WorkerId& worker, const wire::Message& message) {
    auto sent = m_socket.send(worker, wire::encode(message));
    if (sent || !m_run.workers().contains(worker)) {
      return;
    }
    if (m_winding_down) {
      m_run.apply(Left{worker, m_now}); // it has said goodbye, or will
    } else {
      // What was sent and got lost would never be acknowledged: begin anew.
      log().warn("worker lost: {}", sent.error().message);
      lose(worker);
    }
  }

  void lose(const WorkerId& worker) {
    m_supervisor.kill(static_cast<pid_t>(m_run.workers().at(worker).hello.pid));
    m_run.apply(Left{worker, m_now});
  }

  // ---- what peers say ------------------------------------------------------

  base::Result<void> handle(const WorkerId& peer, wire::Hello& hello) {
    if (accept(Joined{peer, hello, m_now}, "a hello")) {
      log().info("worker joined host={} pid={}", hello.host, hello.pid);
      send(peer, m_options.welcome);
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Heartbeat& beat) {
    if (m_run.workers().contains(peer)) {
      send(peer, beat);
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::ShardOpened& opened) {
    if (accept(Opened{opened.shard, peer, opened.epoch}, "an opened shard")) {
      m_refusals = 0;
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::ShardRefused& refused) {
    log().warn("shard={} refused: {}", refused.shard, refused.reason);
    if (accept(Refused{refused.shard, peer, m_now}, "a refusal") &&
        ++m_refusals >= k_refusals_limit) {
      return base::fail(base::Errc::conflict, refused.reason);
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Finished& finished) {
    accept(Finished{peer, std::move(finished)}, "outcomes");
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Durable& durable) {
    if (accept(Durable{peer, std::move(durable)}, "an acknowledgement")) {
      m_supervisor.useful();
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Counted& counted) {
    accept(Counted{peer, std::move(counted)}, "a count");
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Report& piece) {
    bool expected = piece.shard < m_run.shards().size() &&
                    m_run.shards()[piece.shard].holder == peer &&
                    m_run.shards()[piece.shard].phase == Phase::sweeping;
    return expected ? m_report.add(piece) : base::Result<void>();
  }

  base::Result<void> handle(const WorkerId& peer, wire::Recognized& pages) {
    if (accept(Recognized{peer, pages}, "recognized pages")) {
      m_supervisor.useful();
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::ShardDone& done) {
    if (m_report.size_of(done.shard) != done.report_bytes) {
      log().warn("shard={} report is not whole; asking again", done.shard);
      lose(peer);
      return {};
    }
    if (accept(ShardDone{peer, std::move(done)}, "a finished shard")) {
      m_supervisor.useful();
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::Goodbye&) {
    if (m_run.workers().contains(peer)) {
      m_run.apply(Left{peer, m_now});
    }
    return {};
  }

  base::Result<void> handle(const WorkerId& peer, wire::StatusRequest&) {
    // A client that went away meanwhile loses its own answer only.
    auto sent =
        m_socket.send(peer, wire::encode(wire::StatusReply{progress().json()}));
    if (!sent) {
      log().debug("status: {}", sent.error().message);
    }
    return {};
  }

  template <typename Other>
  base::Result<void> handle(const WorkerId&, Other&) {
    ++m_malformed;
    log().warn("dropped a message that only a coordinator sends");
    return {};
  }

  // ---- what is to be done --------------------------------------------------

  void look_after_workers() {
    for (pid_t pid : m_supervisor.reap(m_now)) {
      for (const auto& [id, worker] : m_run.workers()) {
        if (worker.hello.pid == static_cast<uint64_t>(pid)) {
          m_run.apply(Left{WorkerId(id), m_now});
          break;
        }
      }
    }
    for (const WorkerId& id : m_run.build_silent(m_now, k_liveness)) {
      const WorkerState& worker = m_run.workers().at(id);
      bool ours = m_supervisor.owns(static_cast<pid_t>(worker.hello.pid));
      if (ours || m_now - worker.heard > k_lease) {
        log().warn("worker silent host={} pid={}", worker.hello.host,
                   worker.hello.pid);
        lose(id);
      }
    }
  }

  void take_walked() {
    m_walk_waits = !m_run.has_room();
    while (m_run.has_room()) {
      auto entries = m_walker->take(256);
      if (entries.empty()) {
        break;
      }
      for (wire::Entry& entry : entries) {
        uint32_t shard =
            domain::shard_of(entry.root, entry.path, m_options.run.shards);
        m_run.apply(Walked{shard, std::move(entry)});
      }
    }
    if (!m_run.live().walk_over) {
      if (auto over = m_walker->over()) {
        for (RootWalked& root : over->roots) {
          root.whole = root.whole && !m_options.welcome.only_failed;
        }
        m_run.apply(*over);
      }
    }
  }

  void assign() {
    while (auto assigned = m_run.build_assignment(m_now)) {
      m_run.apply(*assigned);
      send(assigned->worker, wire::Assign{assigned->shard});
    }
  }

  void advance(uint32_t shard) {
    while (auto sent = m_run.build_work(shard, k_batch)) {
      wire::Work work = m_run.work_of(*sent);
      WorkerId holder = m_run.shards()[shard].holder;
      m_run.apply(*sent);
      send(holder, work);
    }
    if (auto end = m_run.build_walk_end(shard)) {
      WorkerId holder = m_run.shards()[shard].holder;
      m_run.apply(EndSent{shard});
      send(holder, *end);
    }
    if (auto sweep = m_run.build_sweep(shard)) {
      WorkerId holder = m_run.shards()[shard].holder;
      m_run.apply(SweepSent{shard});
      send(holder, *sweep);
    }
  }

  void decide_sweep() {
    if (auto decided = m_run.build_sweep_decision()) {
      m_run.apply(*decided);
      for (const std::string& root : decided->held_back) {
        log().warn("most of root {} seems gone; nothing of it was removed",
                   root);
      }
    }
  }

  Progress progress() {
    Progress progress;
    progress.live = m_run.live();
    progress.seconds = std::chrono::duration<double>(m_now - m_started).count();
    m_rates.fill(progress);
    progress.workers = static_cast<uint32_t>(m_run.workers().size());
    progress.shards = static_cast<uint32_t>(m_run.shards().size());
    for (const ShardState& shard : m_run.shards()) {
      progress.shards_done += shard.phase == Phase::done ? 1 : 0;
      progress.ocr_pages += shard.recognized.pages;
      progress.ocr_of += shard.recognized.of;
    }
    progress.stopping = base::stops_asked() > 0 && !m_run.is_done();
    return progress;
  }

  void tell_progress() {
    m_told = m_now;
    m_rates.sample(m_run.live(), m_now);
    if (m_options.on_progress) {
      m_options.on_progress(progress());
    }
  }

  // Ask the workers to end, and wait: they finish or return what they have in
  // hand and publish. A second stop, or too long a wait, kills ours.
  base::Result<void> wind_down() {
    m_winding_down = true;
    m_supervisor.wind_down();
    std::vector<WorkerId> ids;
    for (const auto& [id, worker] : m_run.workers()) {
      ids.push_back(id);
    }
    bool at_once = base::stops_asked() > 1;
    for (const WorkerId& id : ids) {
      send(id, wire::Stop{at_once});
    }
    base::Nanoseconds until = base::boot_time() + k_stop_patience;
    while (!(m_run.workers().empty() && m_supervisor.all_gone())) {
      m_now = base::boot_time();
      TRY(receive_all());
      look_after_workers();
      if (base::stops_asked() > 1 || m_now > until) {
        m_supervisor.kill_all();
        return {};
      }
      if (m_now - m_told > k_progress_every) {
        tell_progress();
      }
      TRY(m_socket.wait(-1, 50ms));
    }
    return {};
  }

  ServerOptions m_options;
  wire::Socket m_socket;
  base::Nanoseconds m_started;
  RunState m_run;
  ReportFile m_report;
  Supervisor m_supervisor;
  base::Nanoseconds m_now = m_started;
  base::Nanoseconds m_told{};
  std::unique_ptr<Walker> m_walker;
  Rates m_rates;
  uint64_t m_malformed = 0;
  int m_refusals = 0; // since a shard was opened last
  bool m_walk_waits = false;
  bool m_winding_down = false;
};

} // namespace

base::Result<Outcome> serve(const ServerOptions& options) {
  TRY_ASSIGN(wire::Socket socket, wire::Socket::listen(options.endpoint));
  return Server(options, std::move(socket)).run();
}

} // namespace coordinator
