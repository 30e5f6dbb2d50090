// SPDX-License-Identifier: Apache-2.0
//
// From SEG-Y headers to facts, rejects and passages. Pure. A value outside the
// range of its field becomes a reject, one that the standard makes "not set"
// (0 in most fields) becomes nothing.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/segy_scan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace readers::segy {

struct Everything {
  BinaryHeader head;
  TextEvidence text;
  std::vector<Card> cards;
  std::vector<Card> telling; // those that somebody wrote something in
  std::vector<std::vector<Card>> extended; // extended textual headers
  std::vector<std::vector<Card>> trailers; // stanzas behind the traces
  std::optional<Layout> layout; // absent if the sample format is not known
  std::optional<TraceScan> scan;
};

Findings describe(const Everything& all);

// Interval, domain and record length by both conventions, for a section in time
// whose interval is in microseconds.
void describe_time(double interval, uint64_t samples, domain::Locator where,
                   Findings& out);

// The parts of describe() that speak of the traces, and what is read as text.
void describe_traces(const Everything& all, Findings& out);
void describe_passages(const Everything& all, Findings& out);

// Survey and line, or the first card that says something.
std::string title_of(const Findings& findings,
                     const std::vector<Card>& telling);

} // namespace readers::segy
