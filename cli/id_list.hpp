// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <vector>

namespace cli {

// Identifiers of a text file, one on each line; "-" is stdin. Blank lines and
// lines that begin with # are left out, as are blanks around a line, a byte
// order mark and carriage returns. Errc::not_found if it cannot be read,
// Errc::limit beyond a million lines.
base::Result<std::vector<std::string>> read_id_list(const std::string& path);

// A field of a CSV row (RFC 4180), quoted where it has to be.
std::string csv_field(std::string text);

} // namespace cli
