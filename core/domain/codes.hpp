// SPDX-License-Identifier: Apache-2.0
//
// Part, document, order, licence and similar numbers have no grammar, only a
// look.
#pragma once

#include <string_view>

namespace domain {

// A word of prose that is a code beyond reasonable doubt: 3 to 40 bytes of
// letters and digits mixed, or at least seven digits in groups; no measure
// (200ms), ordinal, date, time, version, hash, numbered heading (TABLE-1) or
// word with a number (covid-19).
bool looks_like_code(std::string_view word);

// The same for a question, where somebody means what he types: any case, and
// five digits in groups do ("135-20003").
bool may_be_code(std::string_view word);

} // namespace domain
