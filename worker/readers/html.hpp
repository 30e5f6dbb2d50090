// SPDX-License-Identifier: Apache-2.0
//
// HTML and XHTML: headings are sections, rows of tables are records behind
// the names of their columns; scripts and styles are dropped. Streams.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_html_reader();

} // namespace readers
