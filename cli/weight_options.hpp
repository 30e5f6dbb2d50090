// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/search/weights.hpp"

namespace CLI {
class App;
}

namespace cli {

// Options of commands that rank: how words and meaning are weighed.
void add_weight_options(CLI::App& app, query::WeightsAsked& weights);

} // namespace cli
