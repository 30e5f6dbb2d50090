// SPDX-License-Identifier: Apache-2.0
//
// The measured costs of this machine, kept in $XDG_CACHE_HOME/keybed (else
// ~/.cache/keybed) as machine.json.
#pragma once

#include "core/base/result.hpp"
#include "query/search/machine.hpp"

#include <string>

namespace cli {

struct KeptMachine {
  query::Machine machine;
  query::MachineCosts costs;
  std::string path; // of the file
};

// What was kept for this machine and these kernels. Else, or if `renew`,
// measures and keeps. Errc::io if there is no place to keep it.
base::Result<KeptMachine> machine_costs(bool renew);

} // namespace cli
