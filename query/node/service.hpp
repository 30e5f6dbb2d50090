// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/node/dispatcher.hpp"
#include "query/node/endpoint.hpp"
#include "query/node/http_server.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace node {

struct ServiceOptions {
  std::string archive;
  std::vector<store::Family> families; // that answers read
  std::optional<ListenAddress> http;   // none: ZeroMQ alone
  Limits limits;
};

// The resident node of an archive: claims it, opens it, tells its clients, and
// answers until base::stops_asked(). `ready` is called once it can be asked.
// Errc::conflict if another node of this user has the archive.
base::Result<void> run_service(
    const ServiceOptions& options, Resident::Prepare prepare, Answerer answerer,
    const std::function<void(const Endpoint&, const std::string&)>& ready);

} // namespace node
