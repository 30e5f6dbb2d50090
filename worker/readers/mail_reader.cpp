// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_reader.hpp"

#include "core/base/fd.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/html_events.hpp"
#include "worker/readers/mail_attachments.hpp"
#include "worker/readers/mail_body.hpp"
#include "worker/readers/mail_detect.hpp"
#include "worker/readers/mail_facts.hpp"
#include "worker/readers/mime_transfer.hpp"
#include "worker/readers/mime_walk.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace readers {
namespace {

bool is_page(const Input& input, const MimePart& message) {
  const auto extension = input.extension();
  return extension == "mht" || extension == "mhtml" ||
         message.header.has("snapshot-content-location") ||
         (message.type.value == "multipart/related" &&
          message.header.raw("from").find("Saved by") !=
              std::string_view::npos);
}

std::string name_of_part(const MimePart& part) {
  auto name = part.disposition.parameter("filename");
  return name.empty() ? part.type.parameter("name") : name;
}

// Takes the parts of a message as they come.
class MailPass final : public MimeHandler {
public:
  MailPass(const Input& input, domain::DocumentSink& sink)
      : m_input(input), m_sink(sink), m_attachments(input, sink) {}

  base::Result<void> message(const MimePart& part) override;
  base::Result<void> container(const MimePart& part) override;
  base::Result<void> begin(const MimePart& part) override;
  base::Result<void> body(std::string_view raw) override;
  base::Result<void> end() override;
  base::Result<void> progress() override { return m_sink.progress(); }
  // After the last part.
  base::Result<void> finish(bool too_many_parts);

private:
  enum class Into { nothing, text, attachment };

  bool is_body(const MimePart& part) const;
  std::string reason_against(const MimePart& part);
  bool is_dropped(const MimePart& part);
  void begin_body(const MimePart& part);
  base::Result<void> begin_attachment(const MimePart& part);
  base::Result<void> take(std::string_view bytes);
  void end_body();
  void look_for_pgp(std::string_view text);
  void note_too_large();
  std::string page_part_name(const MimePart& part) const;

  const Input& m_input;
  domain::DocumentSink& m_sink;
  MailAttachments m_attachments;
  Findings m_found;
  std::string m_title;
  bool m_page = false;

  Into m_into = Into::nothing;
  std::optional<TransferDecoder> m_decoder;
  std::string m_decoded;
  std::string m_charset;
  std::vector<MailBody> m_bodies;
  size_t m_kept = 0; // bytes of bodies
  bool m_cut = false;
  std::set<std::string> m_signed, m_encrypted;
  uint64_t m_dropped = 0;
};

base::Result<void> MailPass::message(const MimePart& part) {
  m_page = is_page(m_input, part);
  const MailFacts facts = mail_facts_of(part.header);
  facts.put_into(m_found);
  domain::DocumentHead head;
  head.format = m_page ? "mht" : "eml";
  head.title = clip(facts.subject, 300);
  m_title = head.title;
  if (m_page) {
    m_found.say("url",
                clean_utf8(part.header.raw("snapshot-content-location")));
  }
  if (part.header.cut()) {
    m_found.refuse("header", "", "header fields are too long: cut", at_line(1));
  }
  return m_sink.begin(std::move(head));
}

base::Result<void> MailPass::container(const MimePart& part) {
  if (part.type.value == "multipart/signed") {
    const auto how = part.type.parameter("protocol");
    m_signed.insert(how.find("pgp") != std::string::npos ? "PGP" : "S/MIME");
  } else if (part.type.value == "multipart/encrypted") {
    m_encrypted.insert("PGP");
  }
  return m_sink.progress();
}

bool MailPass::is_body(const MimePart& part) const {
  const auto& type = part.type.value;
  const bool text =
      type == "text/plain" || type == "text/html" || type == "text";
  if (!text) {
    return false;
  }
  return part.path.empty() ||
         (part.disposition.value != "attachment" && name_of_part(part).empty());
}

// Why a part can only be named; "" if it can be read.
std::string MailPass::reason_against(const MimePart& part) {
  const auto& type = part.type.value;
  if (part.too_deep) {
    return "parts within more than " + std::to_string(MimeWalk::k_deepest) +
           " others: not read";
  }
  if (type == "application/pkcs7-mime" || type == "application/x-pkcs7-mime") {
    const bool is_signed =
        part.type.parameter("smime-type").starts_with("signed");
    (is_signed ? m_signed : m_encrypted).insert("S/MIME");
    return is_signed ? "wrapped in an S/MIME signature, which is not unpacked"
                     : "encrypted with S/MIME: a key is needed";
  }
  if (part.within == "multipart/encrypted") {
    return "encrypted with PGP: a key is needed";
  }
  if (type == "message/external-body") {
    return "not in the message, which says where it is kept";
  }
  if (type == "message/partial") {
    return "a part of a message that was sent in pieces: join them first";
  }
  return "";
}

// Parts that say nothing of their own: signatures, style sheets of pages,
// other forms of a body that is there as text.
bool MailPass::is_dropped(const MimePart& part) {
  const auto& type = part.type.value;
  if (type == "application/pkcs7-signature" ||
      type == "application/x-pkcs7-signature" ||
      type == "application/pgp-signature" ||
      type == "application/pgp-encrypted") {
    return true;
  }
  const bool style = type == "text/css" || type == "text/javascript" ||
                     type == "application/javascript" ||
                     type == "application/x-javascript";
  const bool form = part.within == "multipart/alternative" &&
                    (type == "text/enriched" || type == "text/x-amp-html" ||
                     type == "text/watch-html");
  m_dropped += style || form ? 1 : 0;
  return style || form;
}

void MailPass::begin_body(const MimePart& part) {
  m_into = Into::text;
  MailBody body;
  body.html = part.type.value == "text/html";
  const auto format = domain::lower_ascii(part.type.parameter("format"));
  body.flowed = !body.html && format == "flowed";
  body.delete_space =
      domain::lower_ascii(part.type.parameter("delsp")) == "yes";
  body.alternative = part.alternative;
  body.branch = part.branch;
  m_charset = part.type.parameter("charset");
  m_bodies.push_back(std::move(body));
}

std::string MailPass::page_part_name(const MimePart& part) const {
  const auto where = decode_words(part.header.raw("content-location"));
  return where.substr(0, where.find_first_of("?#"));
}

base::Result<void> MailPass::begin_attachment(const MimePart& part) {
  auto name = name_of_part(part);
  name = name.empty() ? page_part_name(part) : name;
  const std::string path = part.path.empty() ? "1" : part.path;
  if (auto reason = reason_against(part); !reason.empty()) {
    return m_attachments.refuse(name, part.type.value, path, std::move(reason));
  }
  m_into = Into::attachment;
  return m_attachments.begin(name, part.type.value, path);
}

base::Result<void> MailPass::begin(const MimePart& part) {
  m_into = Into::nothing;
  m_decoder.emplace(transfer_of(part.header.raw("content-transfer-encoding")));
  m_decoded.clear();
  if (is_dropped(part)) {
    return {};
  }
  if (is_body(part) && m_bodies.size() < 1000) {
    begin_body(part);
    return {};
  }
  return begin_attachment(part);
}

base::Result<void> MailPass::take(std::string_view bytes) {
  if (m_into == Into::attachment) {
    return m_attachments.write(bytes);
  }
  if (m_into == Into::text) {
    const size_t room = m_kept < k_most_text ? k_most_text - m_kept : 0;
    m_cut = m_cut || bytes.size() > room;
    const auto kept = bytes.substr(0, room);
    m_bodies.back().text += kept;
    m_kept += kept.size();
  }
  return {};
}

base::Result<void> MailPass::body(std::string_view raw) {
  constexpr size_t k_enough = 32 * 1024;
  if (m_into == Into::nothing) {
    return {};
  }
  m_decoder->feed(raw, m_decoded);
  if (m_decoded.size() < k_enough) {
    return {};
  }
  return take(std::exchange(m_decoded, {}));
}

void MailPass::look_for_pgp(std::string_view text) {
  if (text.find("-----BEGIN PGP MESSAGE-----") != std::string_view::npos) {
    m_encrypted.insert("PGP");
  }
  if (text.find("-----BEGIN PGP SIGNED MESSAGE-----") !=
      std::string_view::npos) {
    m_signed.insert("PGP");
  }
}

void MailPass::end_body() {
  auto& body = m_bodies.back();
  if (body.html && m_charset.empty()) {
    m_charset = declared_charset(body.text);
  }
  body.text = text_in_charset(body.text, m_charset);
  look_for_pgp(body.text);
}

base::Result<void> MailPass::end() {
  if (m_into == Into::nothing) {
    return {};
  }
  m_decoder->finish(m_decoded);
  TRY(take(std::exchange(m_decoded, {})));
  if (m_into == Into::attachment) {
    return m_attachments.end();
  }
  end_body();
  return {};
}

base::Result<void> MailPass::finish(bool too_many_parts) {
  for (const MailBody* body : chosen_bodies(m_bodies)) {
    TRY(put_body(*body, m_title, m_sink));
  }
  for (const auto& how : m_signed) {
    m_found.say("signed", how);
  }
  for (const auto& how : m_encrypted) {
    m_found.say("encrypted", how);
  }
  if (m_attachments.count() > 0) {
    m_found.count("attachment_count", m_attachments.count());
  }
  if (m_dropped > 0) {
    m_found.count("parts_left_out", m_dropped);
  }
  if (m_cut) {
    m_found.refuse("text", "",
                   "text behind " + std::to_string(k_most_text >> 20) +
                       " MiB is left out");
  }
  if (too_many_parts) {
    m_found.refuse("text", "",
                   "more than " + std::to_string(MimeWalk::k_parts) +
                       " parts: the others are not read");
  }
  TRY(m_found.put(m_sink));
  return m_sink.end();
}

class MailReader final : public Reader {
public:
  std::string_view name() const override { return "mail"; }
  uint32_t version() const override { return 1; }
  bool holds_others() const override { return true; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.head.find('\0') < 1024) {
      return {};
    }
    const auto extension = input.extension();
    const bool page = extension == "mht" || extension == "mhtml";
    const bool named = page || extension == "eml";
    const auto look = look_of_message(input.head);
    const std::string format = page ? "mht" : "eml";
    if (look == MailLook::message || (named && look == MailLook::named)) {
      return {Match::content, format};
    }
    return named && !input.head.empty() ? Detection{Match::extension, format}
                                        : Detection{};
  }

  std::vector<FormatNote> notes() const override;

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
    MailPass pass(input, sink);
    MimeWalk walk(file, pass);
    TRY(walk.run());
    return pass.finish(walk.too_many_parts());
  }
};

std::vector<FormatNote> MailReader::notes() const {
  static constexpr std::string_view facts =
      "`from`, `to`, `cc`, `bcc`, `reply_to` (one for each address), "
      "`subject`, "
      "`date`, `sent_date`, `message_id`, `in_reply_to`, `signed`, "
      "`encrypted`, "
      "`attachment_count`";
  static constexpr std::string_view passages =
      "plain text and HTML; of alternatives the plain text, unless another has "
      "more than twice its words. Attachments and messages inside are "
      "documents of their own";
  static constexpr std::string_view left_out =
      "what is encrypted (said), signatures, style sheets and scripts of saved "
      "pages, text beyond 16 MiB";
  return {{"eml", "Internet messages (RFC 5322, MIME)", "`.eml`",
           "header fields that mail programs write, or four of those that "
           "people write",
           facts, passages, left_out},
          {"mht", "Web pages saved as a message (RFC 2557)", "`.mht`, `.mhtml`",
           "as eml; the name, or what browsers write", facts, passages,
           left_out}};
}

} // namespace

std::unique_ptr<Reader> make_mail_reader() {
  return std::make_unique<MailReader>();
}

} // namespace readers
