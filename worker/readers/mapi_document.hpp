// SPDX-License-Identifier: Apache-2.0
//
// One message of Outlook's as a document: the facts, the body, and what its
// class says. Used by .msg, TNEF and .pst.
#pragma once

#include "worker/readers/mail_attachments.hpp"
#include "worker/readers/mapi_properties.hpp"

#include <string>

namespace readers {

// begin() is called here with `format`; attachments may follow.
base::Result<void> begin_mapi(const MailFacts& facts, std::string format,
                              domain::DocumentSink& sink);

// The body; rich text that stands alone is a nested document "body.rtf".
base::Result<void> put_mapi_body(const MapiProperties& message,
                                 const MailFacts& facts,
                                 MailAttachments& attachments,
                                 domain::DocumentSink& sink);

// What is not a plain message says so: "message_class" "IPM.Appointment".
void say_mapi_class(const MapiProperties& message, Findings& found);

} // namespace readers
