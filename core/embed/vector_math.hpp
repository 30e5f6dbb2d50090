// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace embed {

// Scale to L2 norm 1, summing in double and in order, so that the same input
// gives the same bytes. False, and nothing changed, if the norm is zero or any
// value is not finite.
bool normalise(std::span<float> row);

} // namespace embed
