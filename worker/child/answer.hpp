// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/domain/curves.hpp"
#include "proto/reader_frames.hpp"
#include "worker/child/batches.hpp"

namespace child {

// Answers one request: reader chosen, batches and ticks through `send`, and at
// the end exactly one done. What goes wrong with the file is in the done, and
// so is running out of memory; an error means that the worker is gone or asks
// for what this program does not know. `curves` is what readers know of log
// curves.
base::Result<void> answer(const pb::ReaderRequest& request, const Send& send,
                          const base::Clock& clock,
                          const domain::CurveFamilies& curves = {});

// What this program can do.
pb::ReaderHello hello();

} // namespace child
