// SPDX-License-Identifier: Apache-2.0
//
// From what LIS records say to facts, keys and passages. Pure.
#pragma once

#include "core/domain/curves.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/lis_file.hpp"

#include <string>

namespace readers::lis {

void describe(const Gatherer& gatherer, const domain::CurveFamilies& curves,
              Findings& out);

// The parts of describe().
std::string section_of(const LogicalFile& file, size_t number);
void describe_format(const Format& format, const std::string& section,
                     const domain::CurveFamilies& curves, Findings& out);
void describe_texts(const LogicalFile& file, const std::string& section,
                    Findings& out);

} // namespace readers::lis
