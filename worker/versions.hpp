// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/curves.hpp"
#include "core/domain/key_families.hpp"
#include "worker/pool/pool.hpp"
#include "worker/verdict.hpp"

namespace worker {

// What this build, these readers and what the archive adds would make of a file
// today.
Versions versions_of(const pool::Abilities& abilities,
                     const domain::KeyFamilies& families,
                     const domain::CurveFamilies& curves);

} // namespace worker
