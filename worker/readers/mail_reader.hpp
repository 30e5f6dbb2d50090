// SPDX-License-Identifier: Apache-2.0
//
// One message (RFC 5322, MIME): .eml, and web pages saved with what they show
// (RFC 2557, .mht). Attachments and messages inside are nested documents.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_mail_reader();

} // namespace readers
