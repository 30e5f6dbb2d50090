// SPDX-License-Identifier: Apache-2.0
//
// A record of what a model was asked, what it said and what became of each
// sentence: a line of JSON, as docs/answers.md describes it.
#pragma once

#include "core/base/clock.hpp"
#include "query/answer/model_answer.hpp"

#include <string>

namespace query {

// One line, line end included. Holds no key and no token of a fence; the hash
// of the prompt is SHA-256 of its two messages, one behind the other.
std::string audit_line(const ModelAnswer& answer, const Chat& chat,
                       const std::string& question, base::Nanoseconds now);

// Appends in one write to a file that only its owner may read (0600 when it is
// made), so that several processes may share it.
base::Result<void> append_audit(const std::string& path,
                                const std::string& line);

} // namespace query
