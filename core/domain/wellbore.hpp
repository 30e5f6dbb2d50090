// SPDX-License-Identifier: Apache-2.0
//
// Canadian unique well identifiers and North Sea wellbore names. Pure.
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <string_view>

namespace domain {

// The Canadian unique well identifier, 16 characters (CAPP, "The Canadian
// Unique Well Identifier", 1978, as modified 2000): survey system, location
// exception, location, event.
//  - 1, Dominion Land Survey: LSD 1-16, section 1-36, township 1-126, range
//    1-34, W meridian 1-6. Takes `100/16-09-010-09W1/00`, `103041401029W100`,
//    `00/10-29-073-05W4/0`, `00070907704W50`, and the form that sorts, the
//    meridian first: `1W10100909160000`. (Which of its last two pairs is the
//    exception is not published in one place: taken in the packed order.)
//  - 2, National Topographic Series: `200/D-096-H/094-A-15/00`.
//  - 3, Federal Permit System: unit A-P, section 01-99 and 00 for 100, latitude
//    in degrees and tens of minutes, longitude in degrees and quarters, one
//    digit of event: `300/A-12-6610-13415/0`, `300A126610134150` packed.
//  - 4, geodetic coordinates: not read; what its twelve characters hold is not
//    said alike by public sources.
// Canonical: the 16 characters packed, `100100907704W500`.
base::Result<std::string> parse_canadian_uwi(std::string_view text);
// `100/16-09-010-09W1/00` from the canonical form.
std::string display_canadian_uwi(std::string_view canonical);

// Norwegian (`15/9-F-1 A`, `34/10-A-12 T2`; Norwegian Offshore Directorate,
// designation of wells), British (`42/30-1Z`, `9/3a-5Z`, `9/03-1`; NSTA PON12)
// and Danish (`5504/12-2`) names: quadrant/block[part]-[installation-]number
// [suffix]. `15_9-F-1` and `206_05a-_3` as files write it. Dutch names (NLOG):
// `L05-07`, `K12-B-03-S1`, `F03-FB-101`: block A to T but C and I, 1 to 18,
// installation, number, sidetrack. Canonical: capitals, no blanks, no leading
// zeros in quadrant, block and number, `15/9-F-1A`; Dutch ones with two digits
// at least, `L05-07`. A date or a fraction (`15/9`) is refused. Danish and
// Dutch names that are words with a number (Siri-3) are names of wells, not
// these.
base::Result<std::string> parse_wellbore(std::string_view text);
// The same without the Dutch form, which other codes have too.
base::Result<std::string> parse_slash_wellbore(std::string_view text);
// `15/9-F-1 A` from the canonical form.
std::string display_wellbore(std::string_view canonical);

} // namespace domain
