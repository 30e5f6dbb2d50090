// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_rtf_reader();

// What an embedded object of OLE 1 holds: a compound file, or the file that
// was packed ([MS-OLEDS] 2.2.5); `bytes` themselves if it is neither. `name`
// is set to the name of a packed file.
std::string_view object_inside(std::string_view bytes, std::string& name);

} // namespace readers
