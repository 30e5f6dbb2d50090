// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mapi_properties.hpp"

#include "core/domain/encoding.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/compressed_rtf.hpp"
#include "worker/readers/html_events.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace readers {
namespace {

using namespace mapi;

constexpr uint16_t k_transport_header = 0x007D;
constexpr uint16_t k_delivery_time = 0x0E06;
constexpr uint16_t k_in_reply_to = 0x1042;
constexpr uint16_t k_internet_code_page = 0x3FDE;
constexpr uint16_t k_message_code_page = 0x3FFD;
constexpr uint16_t k_display_bcc = 0x0E02;
constexpr uint16_t k_display_cc = 0x0E03;
constexpr uint16_t k_display_to = 0x0E04;
constexpr uint16_t k_email = 0x3003;
constexpr uint16_t k_smtp = 0x39FE;
constexpr uint16_t k_sender_smtp = 0x5D01;
constexpr uint16_t k_represented_name = 0x0042;
constexpr uint16_t k_represented_email = 0x0065;
constexpr uint16_t k_represented_smtp = 0x5D02;

// As one writes an address: "Ada Moss <ada@example.org>". Names inside of an
// organisation ("/o=…/cn=…") are no addresses.
std::string person(std::string_view name, std::string_view smtp,
                   std::string_view email) {
  const auto address = smtp.find('@') != std::string_view::npos    ? smtp
                       : email.find('@') != std::string_view::npos ? email
                                                                   : "";
  if (address.empty() || address == name) {
    return squeeze(name.empty() ? email : name);
  }
  return name.empty()
             ? squeeze(address)
             : squeeze(std::string(name) + " <" + std::string(address) + ">");
}

void add_recipient(const MapiProperties& one, MailFacts& facts) {
  constexpr uint32_t k_cc = 2;
  constexpr uint32_t k_bcc = 3;
  constexpr uint32_t k_kind = 0xF; // above it are flags
  const uint32_t kind = one.number(k_recipient_type).value_or(1) & k_kind;
  auto& list = kind == k_cc ? facts.cc : kind == k_bcc ? facts.bcc : facts.to;
  auto text =
      person(one.text(k_display_name), one.text(k_smtp), one.text(k_email));
  if (!text.empty() && list.size() < MailFacts::k_most_addresses) {
    list.push_back(std::move(text));
  }
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> out;
  for (size_t at = 0; at < list.size();) {
    const auto end = std::min(list.find(';', at), list.size());
    auto name = squeeze(list.substr(at, end - at));
    if (!name.empty() && out.size() < MailFacts::k_most_addresses) {
      out.push_back(std::move(name));
    }
    at = end + 1;
  }
  return out;
}

MailHeader header_in(const std::string& text) {
  MailHeader header;
  uint64_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.empty() && number > 0) {
      break;
    }
    header.line(line, ++number);
    at = end + 1;
  }
  return header;
}

void add_sender(const MapiProperties& message, MailFacts& facts) {
  const auto represented =
      person(message.text(k_represented_name), message.text(k_represented_smtp),
             message.text(k_represented_email));
  const auto sender =
      person(message.text(k_sender_name), message.text(k_sender_smtp),
             message.text(k_sender_email));
  const auto& from = represented.empty() ? sender : represented;
  if (!from.empty()) {
    facts.from = {from};
  }
  if (!sender.empty() && sender != from) {
    facts.sender = sender;
  }
}

// Where both are there, what went over the network is what others have.
void add_transport(const MapiProperties& message, MailFacts& facts) {
  const auto network =
      mail_facts_of(header_in(message.text(k_transport_header)));
  const bool addressed = !network.from.empty() &&
                         network.from.front().find('@') != std::string::npos;
  if (addressed || facts.from.empty()) {
    facts.from = network.from;
  }
  if (!network.day.empty()) {
    facts.date = network.date;
    facts.day = network.day;
  }
  for (auto part : {&MailFacts::to, &MailFacts::cc, &MailFacts::reply_to}) {
    if ((facts.*part).empty()) {
      facts.*part = network.*part;
    }
  }
  for (auto part : {&MailFacts::message_id, &MailFacts::in_reply_to}) {
    if ((facts.*part).empty()) {
      facts.*part = network.*part;
    }
  }
}

std::string from_utf16(std::string_view value) {
  std::string text = domain::decode_text(value, "UTF-16LE").text;
  text.resize(text.find_last_not_of('\0') + 1);
  return clean_utf8(text);
}

} // namespace

std::string charset_of_code_page(uint32_t code_page) {
  constexpr std::array<std::pair<uint32_t, const char*>, 14> k_known{
      {{932, "windows-932"},
       {936, "GBK"},
       {949, "windows-949"},
       {950, "Big5"},
       {874, "windows-874"},
       {10000, "macintosh"},
       {20127, "us-ascii"},
       {20866, "KOI8-R"},
       {21866, "KOI8-U"},
       {50220, "ISO-2022-JP"},
       {50221, "ISO-2022-JP"},
       {51932, "EUC-JP"},
       {51949, "EUC-KR"},
       {65001, "utf-8"}}};
  for (const auto& [number, name] : k_known) {
    if (number == code_page) {
      return name;
    }
  }
  if (code_page >= 1250 && code_page <= 1258) {
    return "windows-" + std::to_string(code_page);
  }
  if (code_page > 28590 && code_page <= 28606) {
    return "iso-8859-" + std::to_string(code_page - 28590);
  }
  return code_page >= 437 && code_page <= 869
             ? "IBM" + std::to_string(code_page)
             : "";
}

void MapiProperties::add(uint16_t id, uint16_t type, std::string value) {
  constexpr size_t k_most_values = 1000;
  auto& values = m_values[id];
  const auto single = static_cast<uint16_t>(type & ~k_multiple);
  const bool more = (type & k_multiple) != 0 && values.type == single;
  if (values.all.empty() || (more && values.all.size() < k_most_values)) {
    values.type = single;
    values.all.push_back(std::move(value));
  }
}

uint16_t MapiProperties::type_of(uint16_t id) const {
  const auto at = m_values.find(id);
  return at == m_values.end() ? uint16_t{0} : at->second.type;
}

std::string MapiProperties::charset() const {
  for (const uint16_t id : {k_message_code_page, k_internet_code_page}) {
    if (auto name = charset_of_code_page(number(id).value_or(0));
        !name.empty()) {
      return name;
    }
  }
  return charset_of_code_page(m_code_page);
}

std::string MapiProperties::decoded(uint16_t type,
                                    std::string_view value) const {
  if (type == k_unicode) {
    return from_utf16(value);
  }
  if (type != k_string8) {
    return "";
  }
  value = value.substr(0, value.find('\0'));
  return text_in_charset(value, charset());
}

std::string MapiProperties::text(uint16_t id) const {
  const auto at = m_values.find(id);
  return at == m_values.end()
             ? ""
             : decoded(at->second.type, at->second.all.front());
}

std::vector<std::string> MapiProperties::texts(uint16_t id) const {
  std::vector<std::string> out;
  const auto at = m_values.find(id);
  if (at != m_values.end()) {
    for (const auto& value : at->second.all) {
      out.push_back(decoded(at->second.type, value));
    }
  }
  return out;
}

std::string_view MapiProperties::bytes(uint16_t id) const {
  const auto at = m_values.find(id);
  return at == m_values.end() ? std::string_view() : at->second.all.front();
}

std::optional<uint32_t> MapiProperties::number(uint16_t id) const {
  const auto type = type_of(id);
  const LittleEndian value(bytes(id));
  if (type == k_int32 && value.has(0, 4)) {
    return value.u32(0);
  }
  if ((type == k_int16 || type == k_bool) && value.has(0, 2)) {
    return value.u16(0);
  }
  return std::nullopt;
}

std::optional<std::string> MapiProperties::time(uint16_t id) const {
  const LittleEndian value(bytes(id));
  return type_of(id) == k_time && value.has(0, 8)
             ? time_of_filetime(value.u64(0))
             : std::nullopt;
}

std::optional<std::string> time_of_filetime(uint64_t ticks) {
  constexpr uint64_t k_second = 10'000'000;
  constexpr int64_t k_1601 = 11'644'473'600; // seconds before 1970
  constexpr int64_t k_1900 = -2'208'988'800;
  constexpr int64_t k_2100 = 4'102'444'800;
  const auto seconds = static_cast<int64_t>(ticks / k_second) - k_1601;
  struct tm parts {};
  const auto time = static_cast<time_t>(seconds);
  std::array<char, 40> text{};
  if (seconds < k_1900 || seconds > k_2100 ||
      ::gmtime_r(&time, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) ==
          0) {
    return std::nullopt;
  }
  return text.data();
}

MailFacts mail_facts_of(const MapiProperties& message,
                        const std::vector<MapiProperties>& recipients) {
  MailFacts out;
  out.subject = message.text(k_subject);
  add_sender(message, out);
  for (const auto& recipient : recipients) {
    add_recipient(recipient, out);
  }
  if (recipients.empty()) {
    out.to = names_in(message.text(k_display_to));
    out.cc = names_in(message.text(k_display_cc));
    out.bcc = names_in(message.text(k_display_bcc));
  }
  for (const uint16_t id : {k_submit_time, k_delivery_time}) {
    if (const auto time = message.time(id); time && out.date.empty()) {
      out.date = *time;
      out.day = time->substr(0, 10);
    }
  }
  out.message_id = bare_message_id(message.text(k_message_id));
  out.in_reply_to = bare_message_id(message.text(k_in_reply_to));
  add_transport(message, out);
  return out;
}

std::vector<MailBody> mapi_bodies(const MapiProperties& message) {
  std::vector<MailBody> out;
  MailBody plain;
  plain.text = message.text(k_body);
  plain.alternative = 1;
  plain.branch = 1;
  if (!trim(plain.text).empty()) {
    out.push_back(std::move(plain));
  }
  MailBody html;
  html.html = true;
  html.alternative = 1;
  html.branch = 2;
  if (message.type_of(k_html) == k_binary) {
    const auto bytes = message.bytes(k_html);
    auto charset =
        charset_of_code_page(message.number(k_internet_code_page).value_or(0));
    charset = charset.empty() ? declared_charset(bytes) : charset;
    html.text = text_in_charset(bytes, charset);
  } else {
    html.text = message.text(k_html);
  }
  if (!html.text.empty()) {
    out.push_back(std::move(html));
  }
  return out;
}

std::string mapi_rtf(const MapiProperties& message, size_t limit) {
  if (message.type_of(k_rtf) != k_binary) {
    return "";
  }
  auto rtf = unpack_compressed_rtf(message.bytes(k_rtf), limit);
  return rtf ? std::move(*rtf) : std::string();
}

std::string mapi_attachment_name(const MapiProperties& attachment) {
  for (const uint16_t id :
       {k_attach_name, k_attach_short_name, k_display_name}) {
    if (auto name = attachment.text(id); !name.empty()) {
      return name;
    }
  }
  return "";
}

} // namespace readers
