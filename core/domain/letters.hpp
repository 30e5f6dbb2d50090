// SPDX-License-Identifier: Apache-2.0
//
// How much a run of characters looks like something that a person wrote: the
// measure by which an encoding is told. Pure; linear.
#pragma once

#include <string_view>

namespace domain {

// The more, the likelier that `text` was decoded rightly: about +2 for each
// character beyond ASCII that stands where such a character stands (a letter
// of one language within a word, a degree sign behind a number), below zero for
// one that does not (a capital within small letters, a currency sign within a
// word, letters of two scripts in one word). ASCII alone measures 0.
double plausibility(std::u32string_view text);

// Whether `text` reads as characters of at most a few scripts: hardly any
// that nobody assigned, that are for private use, or controls.
bool is_readable(std::u32string_view text);

} // namespace domain
