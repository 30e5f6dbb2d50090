// SPDX-License-Identifier: Apache-2.0
#include "query/node/service.hpp"

#include "query/node/zmq_server.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace node {

base::Result<void> run_service(
    const ServiceOptions& options, Resident::Prepare prepare, Answerer answerer,
    const std::function<void(const Endpoint&, const std::string&)>& ready) {
  TRY_ASSIGN(const Claim claim, Claim::make(options.archive));
  Endpoint endpoint;
  endpoint.pid = static_cast<uint64_t>(::getpid());
  endpoint.archive = claim.archive();
  endpoint.program = this_program();
  endpoint.zmq = claim.zmq_endpoint();
  TRY_ASSIGN(endpoint.token, new_token());
  Resident resident(claim.archive(), options.families, std::move(prepare));
  TRY(resident.view()); // says now what is wrong with it
  Dispatcher dispatcher([&] { return resident.view(); }, std::move(answerer),
                        options.limits);
  TRY_ASSIGN(auto zmq, ZmqServer::listen(endpoint, dispatcher));
  std::optional<HttpServer> http;
  if (options.http) {
    TRY_ASSIGN(auto server,
               HttpServer::listen(options.http->address, options.http->port,
                                  endpoint.token, dispatcher));
    const bool v6 = options.http->address.find(':') != std::string::npos;
    endpoint.http = fmt::format("http://{}:{}",
                                v6 ? "[" + options.http->address + "]"
                                   : options.http->address,
                                server.port());
    http.emplace(std::move(server));
  }
  TRY(claim.publish(endpoint));
  ready(endpoint, claim.file());
  const auto done = zmq.run();
  dispatcher.stop();
  zmq.flush();
  if (http) {
    http->stop();
  }
  return done;
}

} // namespace node
