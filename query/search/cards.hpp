// SPDX-License-Identifier: Apache-2.0
//
// What the sources say of the identifiers of a question. Private to the room.
#pragma once

#include "query/lookup/card.hpp"
#include "query/search/question.hpp"

#include <vector>

namespace query {

// One card for each identifier that is held, in the question's order, with the
// lines whose words the question has ("who operates …" asks for the operator);
// all lines where the question is identifiers and nothing else. Identifiers
// that very many paths hold have none.
base::Result<std::vector<Card>> cards_for(const ArchiveView& view,
                                          const Question& question);

} // namespace query
