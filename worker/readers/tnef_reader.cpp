// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tnef_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/mapi_document.hpp"
#include "worker/readers/tnef.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_interface = 16; // before an object's own bytes

// Data in the file, a piece at a time.
base::Result<void> copy(const base::Fd& file, const TnefAttachment& from,
                        MailAttachments& to) {
  constexpr size_t k_piece = 256 * 1024;
  std::string piece;
  for (uint64_t at = 0; at < from.size; at += piece.size()) {
    piece.resize(std::min<uint64_t>(from.size - at, k_piece));
    TRY_ASSIGN(const size_t n,
               base::read_at(file, std::as_writable_bytes(std::span(piece)),
                             from.byte + at));
    piece.resize(n);
    if (n == 0) {
      break;
    }
    TRY(to.write(piece));
  }
  return {};
}

base::Result<void> put_attachment(const base::Fd& file,
                                  const TnefAttachment& one, size_t number,
                                  MailAttachments& out) {
  auto name = mapi_attachment_name(one.properties);
  name = name.empty() ? text_in_charset(one.title, one.properties.charset())
                      : name;
  const auto path = std::to_string(number);
  // A message or an object inside: the former is TNEF again.
  if (one.properties.type_of(mapi::k_attach_data) == mapi::k_object) {
    const auto bytes = one.properties.bytes(mapi::k_attach_data);
    const auto inner = bytes.substr(std::min(bytes.size(), k_interface));
    const bool message = inner.starts_with(k_tnef_signature);
    return out.whole(name, message ? "application/ms-tnef" : "", path, inner);
  }
  TRY(out.begin(name, one.properties.text(mapi::k_attach_mime), path));
  TRY(copy(file, one, out));
  return out.end();
}

class TnefReader final : public Reader {
public:
  std::string_view name() const override { return "tnef"; }
  uint32_t version() const override { return 1; }
  bool holds_others() const override { return true; }

  Detection detect(const Input& input) const override {
    return !input.is_directory && input.head.starts_with(k_tnef_signature)
               ? Detection{Match::magic, "tnef"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"tnef", "Outlook's wrapping of a message (TNEF)",
             "`winmail.dat`, `.tnef`", "signature", "as eml; `message_class`",
             "the body. Attachments and rich text that stands alone are "
             "documents of their own",
             "named properties, drawings of attachments"}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
    TRY_ASSIGN(const auto message,
               parse_tnef(file, input.size, [&] { return sink.progress(); }));
    auto facts = mail_facts_of(message.properties, message.recipients);
    if (facts.date.empty()) {
      facts.date = facts.day = message.sent;
    }
    TRY(begin_mapi(facts, "tnef", sink));
    Findings found;
    facts.put_into(found);
    say_mapi_class(message.properties, found);
    MailAttachments attachments(input, sink);
    TRY(put_mapi_body(message.properties, facts, attachments, sink));
    for (size_t i = 0; i < message.attachments.size(); ++i) {
      TRY(put_attachment(file, message.attachments[i], i + 1, attachments));
      if (input.nesting->spent()) {
        found.refuse("attachment", "",
                     "attachments from number " + std::to_string(i + 1) +
                         " on are not read: a limit of the file is reached");
        break;
      }
    }
    if (attachments.count() > 0) {
      found.count("attachment_count", attachments.count());
    }
    for (const auto& damage : message.damage) {
      found.refuse("message", "", "damaged: " + damage.what,
                   at_byte(damage.byte));
    }
    TRY(found.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_tnef_reader() {
  return std::make_unique<TnefReader>();
}

} // namespace readers
