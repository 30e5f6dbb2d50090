// SPDX-License-Identifier: Apache-2.0
//
// Whether text is a message (RFC 5322), by its first lines. Pure.
#pragma once

#include <string_view>

namespace readers {

enum class MailLook {
  none = 0,
  named = 1,   // one or two fields of a message: enough if the name says so
  message = 2, // fields that only mail programs write, or many
};

// `head`: the first bytes of the file; a line "From …" of a mail store before
// the header is passed over.
MailLook look_of_message(std::string_view head);

// A line that begins a message of an mbox: "From ", who, and a time of day or
// a year.
bool is_mbox_line(std::string_view line);
// Both of them, as mail programs write: "Mon Jun 01 10:00:00 2009".
bool is_full_mbox_line(std::string_view line);

} // namespace readers
