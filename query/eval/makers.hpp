// SPDX-License-Identifier: Apache-2.0
//
// One question of one document, by kind. Private to the room.
#pragma once

#include "query/eval/generate.hpp"
#include "query/eval/source_sample.hpp"

#include <array>
#include <optional>

namespace eval {

struct MakerContext {
  const query::ArchiveView& view;
  std::map<std::string, uint64_t>& refused;
};

// Nothing if the document has nothing that passes the gates. Without an id.
using Maker = base::Result<std::optional<Item>> (*)(const MakerContext&,
                                                    Source&);

base::Result<std::optional<Item>> ask_identifier(const MakerContext& context,
                                                 Source& source);
base::Result<std::optional<Item>> ask_absent(const MakerContext& context,
                                             Source& source);
base::Result<std::optional<Item>> ask_fact_of(const MakerContext& context,
                                              Source& source);
base::Result<std::optional<Item>> ask_value(const MakerContext& context,
                                            Source& source);
base::Result<std::optional<Item>> ask_words(const MakerContext& context,
                                            Source& source);

inline constexpr std::array<Maker, 5> k_makers = {
    ask_identifier, ask_absent, ask_fact_of, ask_value, ask_words};

} // namespace eval
