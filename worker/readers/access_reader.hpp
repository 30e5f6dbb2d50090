// SPDX-License-Identifier: Apache-2.0
//
// Databases of Microsoft Access (.mdb, .accdb), personal geodatabases among
// them: tables, read by the programs of mdbtools.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_access_reader();

} // namespace readers
