// SPDX-License-Identifier: Apache-2.0
//
// Compressed RTF as Outlook keeps it ([MS-OXRTFCP]). Pure.
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace readers {

// At most `limit` bytes: what is longer is cut, and so is what is damaged
// behind its first bytes. Errc::corrupt if it is no such stream.
base::Result<std::string> unpack_compressed_rtf(std::string_view bytes,
                                                size_t limit);

} // namespace readers
