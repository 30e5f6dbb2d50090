// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"

#include <vector>

namespace domain {

// Raised whenever the same passage is cut otherwise; stored.
inline constexpr uint32_t k_chunker_version = 1;
inline constexpr size_t k_max_passage = 900; // bytes

// `passage` in pieces of at most k_max_passage bytes, cut at the end of a
// paragraph, line, sentence or word, in this order of preference, and never
// inside a character. Nothing is lost but blanks at the cuts; nothing is said
// twice. A line locator moves with the text. A passage of blanks gives nothing.
std::vector<Passage> cut_passage(const Passage& passage);

// The same cuts for a text alone. REQUIRES: limit >= 4.
std::vector<std::string> cut_text(std::string_view text, size_t limit);

} // namespace domain
