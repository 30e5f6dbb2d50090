// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace child {

// Bytes resident at most since reset_peak_memory() (or since the start, where
// the kernel cannot reset it); 0 if unknown.
uint64_t peak_memory();
void reset_peak_memory();

// Memory that runs out where no exception can pass (noexcept code, another
// language's frames) ends the process with k_reader_exit_out_of_memory instead
// of what looks like a crash.
void tell_out_of_memory_apart();

} // namespace child
