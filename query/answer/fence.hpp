// SPDX-License-Identifier: Apache-2.0
//
// What keeps sources apart from instructions in a prompt: lines around each
// source that hold a token which no source can know.
#pragma once

#include <string>
#include <string_view>

namespace query {

// 128 random bits of the system, as hexadecimal digits: another for each
// request.
std::string make_fence_token();

// Text of a source for a prompt: visible text (domain/visible.hpp) in which the
// token does not occur, in whatever case. Linear but for removals, each of
// which makes the text shorter.
std::string fenced_text(std::string_view text, const std::string& token);

// "BEGIN SOURCE 3 TOKEN", "END SOURCE 3 TOKEN", each a line.
std::string fence_begin(unsigned id, const std::string& token);
std::string fence_end(unsigned id, const std::string& token);

} // namespace query
