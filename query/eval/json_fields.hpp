// SPDX-License-Identifier: Apache-2.0
//
// Fields of JSON that others wrote, and its lines. Private to the room; for
// .cpp files.
#pragma once

#include "core/base/result.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace eval {

using Json = nlohmann::ordered_json;

// "" if it is not there; Errc::invalid if it is no text.
base::Result<std::string> text_field(const Json& row, const char* name);
// One text or a list of them; empty if it is not there.
base::Result<std::vector<std::string>> text_list(const Json& row,
                                                 const char* name);

// Lines that are not blank, without their ends and without a byte order mark,
// numbered from 1.
void each_line(std::string_view text,
               const std::function<void(std::string_view, size_t)>& use);

} // namespace eval
