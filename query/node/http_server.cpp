// SPDX-License-Identifier: Apache-2.0
// Boost first: it calls functions named `query`, which it would not find behind
// our namespace of that name.
// clang-format off
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "query/node/http_server.hpp"
// clang-format on

#include "core/base/log.hpp"
#include "query/node/http_request.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace node {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using tcp = net::ip::tcp;
using Error = boost::system::error_code;

std::string header(const http::request<http::string_body>& request,
                   http::field field) {
  const auto value = request[field];
  return {value.data(), value.size()};
}

HttpRequest request_of(const http::request<http::string_body>& from) {
  HttpRequest out;
  out.method = std::string(from.method_string());
  out.target = std::string(from.target());
  out.host = header(from, http::field::host);
  if (from.find(http::field::origin) != from.end()) {
    out.origin = header(from, http::field::origin);
  }
  out.authorization = header(from, http::field::authorization);
  out.content_type = header(from, http::field::content_type);
  const auto site = from["Sec-Fetch-Site"];
  out.fetch_site = std::string(site.data(), site.size());
  out.body = from.body();
  return out;
}

unsigned status_of(Refusal refusal) {
  switch (refusal) {
  case Refusal::busy:
  case Refusal::ending:
    return 503;
  case Refusal::late:
    return 504;
  case Refusal::invalid:
    return 400;
  case Refusal::cannot:
    return 409;
  case Refusal::none:
  case Refusal::token:
  case Refusal::program:
  case Refusal::too_large:
  case Refusal::failed:
    break;
  }
  return 500;
}

// "keybed: what is wrong\n" as one line without the program's name.
std::string error_of(const std::string& err) {
  constexpr std::string_view k_name = "keybed: ";
  std::string out = err.starts_with(k_name) ? err.substr(k_name.size()) : err;
  while (!out.empty() && out.back() == '\n') {
    out.pop_back();
  }
  return out;
}

using Response = http::response<http::string_body>;

Response response_of(Reply reply) {
  constexpr int k_wrong_usage = 2;
  constexpr int k_failed = 1;
  unsigned status = 200;
  std::string body;
  if (reply.state != ReplyState::done) {
    status = status_of(reply.refusal);
    body = error_body(reply.reason);
  } else if (reply.answer.exit == k_wrong_usage ||
             reply.answer.exit == k_failed) {
    status = reply.answer.exit == k_failed ? 500 : 400;
    body = error_body(error_of(reply.answer.err));
  } else {
    body = std::move(reply.answer.out);
  }
  Response out;
  out.result(status);
  out.body() = std::move(body);
  if (reply.state == ReplyState::done) {
    out.set("Keybed-Exit", std::to_string(reply.answer.exit));
  }
  if (status == 503) {
    out.set(http::field::retry_after, "1");
  }
  return out;
}

Response response_of(const HttpRefusal& refusal) {
  Response out;
  out.result(refusal.status);
  out.body() = error_body(refusal.message);
  if (refusal.status == 401) {
    out.set(http::field::www_authenticate, "Bearer");
  }
  return out;
}

} // namespace

struct HttpServer::State {
  State(Dispatcher& the_dispatcher, std::string the_token,
        HttpLimits the_limits)
      : dispatcher(the_dispatcher), token(std::move(the_token)),
        limits(the_limits) {}

  void accept();
  void run();

  Dispatcher& dispatcher;
  const std::string token;
  const HttpLimits limits;
  uint16_t port = 0;
  size_t connections = 0; // of the one thread
  net::io_context io{1};
  tcp::acceptor acceptor{io};
  net::steady_timer pause{io};
  std::jthread thread;
};

namespace {

// One connection: a request, its answer, and the next. Everything of it happens
// on the server's one thread.
class Connection : public std::enable_shared_from_this<Connection> {
public:
  Connection(tcp::socket socket, HttpServer::State& server)
      : m_stream(std::move(socket)), m_server(server) {
    ++m_server.connections;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --m_server.connections; }

  void read() {
    m_parser.emplace();
    m_parser->header_limit(static_cast<uint32_t>(m_server.limits.header));
    m_parser->body_limit(k_most_request);
    // One time for all of it: a client that sends a byte now and then is as
    // slow as one that sends nothing.
    m_stream.expires_after(m_server.limits.patience);
    http::async_read(m_stream, m_buffer, *m_parser,
                     [self = shared_from_this()](Error error, size_t) {
                       self->on_read(error);
                     });
  }

private:
  void on_read(Error error) {
    if (error == http::error::body_limit) {
      return refuse({413, "the body is too long"});
    }
    if (error == http::error::header_limit) {
      return refuse({431, "the headers are too long"});
    }
    if (error &&
        error.category() ==
            make_error_code(http::error::bad_method).category() &&
        error != http::error::end_of_stream &&
        error != http::error::partial_message) {
      return refuse({400, "this is no HTTP request"});
    }
    if (error) {
      return close();
    }
    answer(m_parser->release());
  }

  void refuse(const HttpRefusal& refusal) {
    m_keep = false;
    write(response_of(refusal));
  }

  void answer(http::request<http::string_body> message) {
    m_keep = message.keep_alive();
    const HttpRequest asked = request_of(message);
    if (const auto refused =
            node::refuse(asked, m_server.token, m_server.port)) {
      return refuse(*refused);
    }
    auto question = question_of(asked);
    if (!question) {
      return write(response_of(question.error()));
    }
    Request request;
    request.deadline = question->deadline;
    request.question = std::move(question->question);
    m_stream.expires_never(); // the deadline of the question counts
    m_server.dispatcher.ask(
        std::move(request), [self = shared_from_this()](Reply reply) {
          net::post(self->m_stream.get_executor(),
                    [self, reply = std::move(reply)]() mutable {
                      self->write(response_of(std::move(reply)));
                    });
        });
  }

  void write(Response response) {
    m_response = std::move(response);
    m_response.version(11);
    m_response.keep_alive(m_keep);
    m_response.set(http::field::server, "keybed");
    m_response.set(http::field::content_type, "application/json");
    m_response.set(http::field::cache_control, "no-store");
    m_response.set("X-Content-Type-Options", "nosniff");
    m_response.prepare_payload();
    m_stream.expires_after(m_server.limits.patience);
    http::async_write(m_stream, m_response,
                      [self = shared_from_this()](Error error, size_t) {
                        self->on_written(error);
                      });
  }

  void on_written(Error error) {
    if (error || !m_keep) {
      return close();
    }
    m_response = {};
    read();
  }

  void close() {
    Error ignored; // it is gone either way
    m_stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream m_stream;
  HttpServer::State& m_server;
  beast::flat_buffer m_buffer{size_t{1} << 18};
  std::optional<http::request_parser<http::string_body>> m_parser;
  Response m_response;
  bool m_keep = false;
};

} // namespace

void HttpServer::State::accept() {
  acceptor.async_accept([this](Error error, tcp::socket socket) {
    if (error == net::error::operation_aborted) {
      return;
    }
    if (error) { // such as no more descriptors: not in a busy circle
      pause.expires_after(std::chrono::milliseconds(100));
      pause.async_wait([this](Error ended) {
        if (!ended) {
          accept();
        }
      });
      return;
    }
    if (connections < limits.connections) {
      std::make_shared<Connection>(std::move(socket), *this)->read();
    }
    accept();
  });
}

// The one catch-all of the thread: what a handler throws costs its connection.
void HttpServer::State::run() {
  while (!io.stopped()) {
    try {
      io.run();
    } catch (const std::exception& error) {
      base::logger("node").error("HTTP: {}", error.what());
    }
  }
}

HttpServer::HttpServer(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}
HttpServer::HttpServer(HttpServer&&) noexcept = default;

HttpServer::~HttpServer() {
  if (m_state) {
    stop();
  }
}

base::Result<HttpServer> HttpServer::listen(const std::string& address,
                                            uint16_t port, std::string token,
                                            Dispatcher& dispatcher,
                                            HttpLimits limits) {
  auto state = std::make_unique<State>(dispatcher, std::move(token), limits);
  Error error;
  const auto parsed = net::ip::make_address(address, error);
  const tcp::endpoint at(parsed, port);
  const auto failed = [&](const Error& why) {
    return base::fail(why == net::error::address_in_use ? base::Errc::conflict
                                                        : base::Errc::io,
                      "listen at " + address + ":" + std::to_string(port) +
                          ": " + why.message() +
                          (why == net::error::address_in_use
                               ? "; choose another port with --listen, or 0 "
                                 "for any"
                               : ""));
  };
  if (error || !parsed.is_loopback()) {
    return base::fail(base::Errc::invalid, address + " is not loopback");
  }
  if (state->acceptor.open(at.protocol(), error);
      error) { // NOLINT(bugprone-unused-return-value)
    return failed(error);
  }
  state->acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) {
    state->acceptor.bind(at, error);
  }
  if (!error) {
    state->acceptor.listen(net::socket_base::max_listen_connections, error);
  }
  if (error) {
    return failed(error);
  }
  state->port = state->acceptor.local_endpoint(error).port();
  state->accept();
  State* running = state.get();
  state->thread = std::jthread([running] { running->run(); });
  return HttpServer(std::move(state));
}

uint16_t HttpServer::port() const {
  return m_state->port;
}

void HttpServer::stop() {
  if (!m_state->thread.joinable()) {
    return;
  }
  net::post(m_state->io, [state = m_state.get()] {
    Error ignored;
    state->acceptor.close(ignored);
    state->pause.expires_after(std::chrono::seconds(1));
    state->pause.async_wait([state](Error) { state->io.stop(); });
  });
  m_state->thread.join();
}

base::Result<ListenAddress> parse_listen(const std::string& text) {
  const size_t colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  unsigned port = 0;
  const char* end = text.data() + text.size();
  const bool whole =
      colon != std::string::npos && colon + 1 < text.size() &&
      std::from_chars(text.data() + colon + 1, end, port).ptr == end &&
      port <= 65535;
  if (!whole) {
    return base::fail(base::Errc::invalid,
                      "--listen " + text +
                          ": expected 127.0.0.1:PORT (0 for any free port)");
  }
  if (host == "localhost") {
    host = "127.0.0.1";
  }
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  Error error;
  const auto address = net::ip::make_address(host, error);
  if (error || !address.is_loopback()) {
    return base::fail(
        base::Errc::invalid,
        "--listen " + text +
            ": a node answers on this machine only (127.0.0.1 or [::1]); from "
            "another one use a tunnel, such as ssh -L");
  }
  return ListenAddress{address.to_string(), static_cast<uint16_t>(port)};
}

} // namespace node
