// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/embed/latent_basis.hpp"

#include <span>
#include <string>

namespace embed {

inline constexpr uint32_t k_fitted_terms = 1 << 16;

// A basis for texts like these: tf-idf, each text scaled to length 1, and its
// first 255 right singular vectors. `passages` is what the archive holds. The
// order of the texts matters to the last places. About 350 MB at 50,000 texts
// of 800 bytes. Errc::not_found if no text has a word; Errc::cancelled.
base::Result<LatentBasis> fit_latent(std::span<const std::string> texts,
                                     uint64_t passages);

} // namespace embed
