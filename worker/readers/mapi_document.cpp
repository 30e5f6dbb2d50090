// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mapi_document.hpp"

#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"

#include <utility>

namespace readers {

base::Result<void> begin_mapi(const MailFacts& facts, std::string format,
                              domain::DocumentSink& sink) {
  domain::DocumentHead head;
  head.format = std::move(format);
  head.title = clip(facts.subject, 300);
  return sink.begin(std::move(head));
}

base::Result<void> put_mapi_body(const MapiProperties& message,
                                 const MailFacts& facts,
                                 MailAttachments& attachments,
                                 domain::DocumentSink& sink) {
  const auto bodies = mapi_bodies(message);
  for (const MailBody* body : chosen_bodies(bodies)) {
    TRY(put_body(*body, clip(facts.subject, 300), sink));
  }
  if (!bodies.empty()) {
    return {};
  }
  const auto rtf = mapi_rtf(message, k_most_text);
  if (rtf.empty()) {
    return {};
  }
  auto put = attachments.whole("body.rtf", "text/rtf", "", rtf);
  attachments.not_counted();
  return put;
}

void say_mapi_class(const MapiProperties& message, Findings& found) {
  const auto name = message.text(mapi::k_message_class);
  if (name != "IPM.Note") {
    found.say("message_class", clip(name, 200));
  }
  if (name.find(".SMIME") != std::string::npos) {
    const bool is_signed = name.find("MultipartSigned") != std::string::npos;
    found.say(is_signed ? "signed" : "encrypted", "S/MIME");
  }
}

} // namespace readers
