// SPDX-License-Identifier: Apache-2.0
//
// What `--embedder fast` needs of an archive: a basis fitted to its passages.
#pragma once

#include "core/base/result.hpp"
#include "store/archive.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace cli {

// Different passages that are looked at for a fit. At 50,000 a fit takes eight
// seconds of one core and 350 MB; memory follows the number.
inline constexpr size_t k_fit_sample = 50'000;

struct Fit {
  uint64_t passages = 0; // of the archive when it was fitted
  uint64_t sampled = 0;  // different ones of them that were looked at
  uint64_t now = 0;      // passages of the archive

  // Most of the archive came later: it is worth fitting anew.
  bool outgrown() const { return now > 2 * passages; }
};

// The archive embeds with "fast" and has no basis yet.
bool lacks_basis(const store::Archive& archive);

// Fits a basis to what is published and makes it the archive's. Nothing, and
// nothing changed, if no passage has a word. REQUIRES: the archive is locked.
base::Result<std::optional<Fit>> fit_archive(store::Archive& archive);

// Nothing if the archive has no basis.
base::Result<std::optional<Fit>> fit_of(const std::string& archive);

// "fitted on …" in one line, with what to do if it is outgrown.
std::string text_of(const Fit& fit, const std::string& archive);

} // namespace cli
