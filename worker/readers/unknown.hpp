// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <string>

namespace readers {

// Why no reader takes a file, as a person would say it: it is empty, or what
// it looks like by its first bytes (libmagic), and that its name promises a
// format that it has not. At most 300 bytes.
std::string why_unknown(const Input& input);

} // namespace readers
