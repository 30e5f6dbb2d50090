// SPDX-License-Identifier: Apache-2.0
//
// The comment of a zip file, which stands behind its list of members (APPNOTE
// 6.3.10, 4.3.16).
#pragma once

#include "core/base/result.hpp"

#include <string>
#include <string_view>

namespace readers {

// Of the last 64 KiB of a file: UTF-8, from code page 437 if it is no UTF-8;
// "" if there is none.
std::string comment_of_zip_tail(std::string_view tail);
base::Result<std::string> zip_comment(const std::string& path);

} // namespace readers
