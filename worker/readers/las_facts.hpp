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

// A further log of LAS 3.0: ~Log_Definition[2] and ~Log_Data[2].
struct MoreLog {
  size_t number = 2;
  std::vector<Item> curves;
  std::optional<Data> data;
  uint64_t line = 0; // where its data begin
};

// What is known of a file once it has been read.
struct Log {
  Header header;
  Data data;
  bool has_data = false; // a data section begins
  std::string encoding, newline, encoding_doubt;
  domain::CurveFamilies curves; // what curves may measure
  std::vector<MoreLog> more;
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
// Sections beside the log: tops, cores, surveys, tests, perforations. Where a
// definition names the columns, rows are records: "TOPN: Viking; TOPT: 545 M".
void describe_tables(const Log& log, Findings& out);
void describe_more_logs(const Log& log, Findings& out);
std::vector<NumberedLine> lines_of(const std::vector<Item>& items);

// "GR [GAPI]: GAMMA RAY".
std::string curve_text(const Item& curve);

} // namespace readers::las
