// SPDX-License-Identifier: Apache-2.0
//
// The kernels of one family of processors; none where it is another family.
// Private to the room.
#pragma once

#include "core/vectors/int8_kernel.hpp"

#include <vector>

namespace vectors {

void add_x86_kernels(std::vector<Int8Kernel>& out);
void add_neon_kernels(std::vector<Int8Kernel>& out);

} // namespace vectors
