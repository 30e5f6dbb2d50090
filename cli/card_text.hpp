// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/render.hpp"
#include "query/lookup/card.hpp"

namespace cli {

// "" for a card without lines. Values on which sources disagree begin with "!".
std::string card_text(const query::Card& card);
Json card_json(const query::Card& card);

} // namespace cli
