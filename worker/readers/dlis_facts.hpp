// SPDX-License-Identifier: Apache-2.0
//
// From the logical files of a DLIS file to facts, keys and passages. Pure.
#pragma once

#include "core/domain/curves.hpp"
#include "worker/readers/dlis_file.hpp"
#include "worker/readers/findings.hpp"

#include <string>

namespace readers::dlis {

// "logical file 2 (MSCT_197LTP)"; numbered from 1.
std::string section_of(const LogicalFile& file, size_t number);

void describe_file(const LogicalFile& file, size_t number,
                   const domain::CurveFamilies& curves, Findings& out);

// The parts of describe_file().
void describe_origins(const LogicalFile& file, const std::string& section,
                      Findings& out);
void describe_channels(const LogicalFile& file, const std::string& section,
                       const domain::CurveFamilies& curves, Findings& out);
void describe_frames(const LogicalFile& file, const std::string& section,
                     Findings& out);
void describe_texts(const LogicalFile& file, const std::string& section,
                    Findings& out);

// "82680 to 82500 (0.1 in), 210.0072 to 209.55 m": of the frame's attributes,
// else of its data; "" if neither says it.
std::string range_text(const LogicalFile& file, const std::string& key,
                       const Frame& frame);

// "GR [gAPI]: Gamma Ray".
std::string channel_text(const LogicalFile& file, const Channel& channel);
const std::string& long_name_of(const LogicalFile& file,
                                const Channel& channel);

} // namespace readers::dlis
