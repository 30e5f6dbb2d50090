// SPDX-License-Identifier: Apache-2.0
//
// Archives opened in place: each member is read by the reader that knows it,
// as a document inside that of the archive. Zip-based formats that have a
// reader of their own are not taken.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_archive_reader();

} // namespace readers
