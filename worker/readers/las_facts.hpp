// SPDX-License-Identifier: Apache-2.0
//
// From a LAS header and what describes its samples to facts, keys, rejects and
// passages. Pure.
#pragma once

#include "core/domain/curves.hpp"
#include "worker/readers/las_data.hpp"
#include "worker/readers/las_header.hpp"

#include <string>

namespace readers::las {

// What is known of a file once it has been read.
struct Log {
  Header header;
  Data data;
  bool has_data = false; // a data section begins
  std::string encoding, newline;
  domain::CurveFamilies curves; // what curves may measure
};

// `log.header` after order_values().
Findings describe(const Log& log);

// The well's name with the lease where the name is only a number in it.
std::string title_of(const Findings& findings);

// The parts of describe().
void describe_well(const Header& header, Findings& out);
void describe_index(const Log& log, Findings& out);
void describe_curves(const Log& log, Findings& out);
void describe_passages(const Log& log, Findings& out);

// "GR [GAPI]: GAMMA RAY".
std::string curve_text(const Item& curve);

} // namespace readers::las
