// SPDX-License-Identifier: Apache-2.0
//
// The code pages that a Rich Text document names, as converters call them.
// Source: Rich Text Format Specification 1.9.1. Pure.
#pragma once

#include <string>

namespace readers {

// Of \fcharsetN; "" where it says none.
const char* page_of_charset(int charset);

// Of \ansicpgN and \cpgN. Only pages that are converters' names, since looking
// for others is slow: any other is Western.
std::string page_of_number(int number);

} // namespace readers
