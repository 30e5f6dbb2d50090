// SPDX-License-Identifier: Apache-2.0
//
// Canadian unique well identifiers and North Sea wellbore names. Pure.
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <string_view>

namespace domain {

// Dominion Land Survey form of the Canadian UWI (16 characters): 1, location
// exception, LSD 1-16, section 1-36, township 1-126, range 1-34, W meridian
// 1-6, event. Takes `100/16-09-010-09W1/00`, `103041401029W100`,
// `00/10-29-073-05W4/0`, `00070907704W50`. Canonical: the 16 characters packed,
// `100100907704W500`. NTS (`200/D-096-H/094-A-15/00`) is packed likewise
// without checks of its parts beyond their form.
base::Result<std::string> parse_canadian_uwi(std::string_view text);
// `100/16-09-010-09W1/00` from the canonical form.
std::string display_canadian_uwi(std::string_view canonical);

// Norwegian (`15/9-F-1 A`, `34/10-A-12 T2`), British (`42/30-1`, `9/3a-5Z`) and
// Danish-like wellbore names: quadrant/block[part]-[installation-]number
// [suffix]. `15_9-F-1` as files write it. Canonical: capitals, no blanks, no
// leading zeros in quadrant, block and number: `15/9-F-1A`. A date or a
// fraction (`15/9`) is refused.
base::Result<std::string> parse_wellbore(std::string_view text);

} // namespace domain
