// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace embed {

// sum[i] += weight * row[i] for k_latent_dimensions numbers, each by a product
// and a sum of its own: vectorised or not, the bytes are the same.
void add_row(const int8_t* row, float weight, float* sum);

} // namespace embed
