// SPDX-License-Identifier: Apache-2.0
//
// Properties of Outlook's messages ([MS-OXPROPS], [MS-OXCDATA]) and what they
// say of one, in the terms of every format of messages. Values are kept as
// they stand; nothing of them is believed. Pure.
#pragma once

#include "worker/readers/mail_body.hpp"
#include "worker/readers/mail_facts.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

namespace mapi {
// Types ([MS-OXCDATA] 2.11.1).
inline constexpr uint16_t k_int16 = 0x0002;
inline constexpr uint16_t k_int32 = 0x0003;
inline constexpr uint16_t k_bool = 0x000B;
inline constexpr uint16_t k_object = 0x000D;
inline constexpr uint16_t k_string8 = 0x001E;
inline constexpr uint16_t k_unicode = 0x001F;
inline constexpr uint16_t k_time = 0x0040;
inline constexpr uint16_t k_guid = 0x0048;
inline constexpr uint16_t k_binary = 0x0102;
inline constexpr uint16_t k_multiple = 0x1000; // added to one of the above
// Properties.
inline constexpr uint16_t k_message_class = 0x001A;
inline constexpr uint16_t k_subject = 0x0037;
inline constexpr uint16_t k_submit_time = 0x0039;
inline constexpr uint16_t k_body = 0x1000;
inline constexpr uint16_t k_rtf = 0x1009;
inline constexpr uint16_t k_html = 0x1013;
inline constexpr uint16_t k_message_id = 0x1035;
inline constexpr uint16_t k_recipient_type = 0x0C15;
inline constexpr uint16_t k_sender_name = 0x0C1A;
inline constexpr uint16_t k_sender_email = 0x0C1F;
inline constexpr uint16_t k_display_name = 0x3001;
inline constexpr uint16_t k_attach_data = 0x3701;
inline constexpr uint16_t k_attach_method = 0x3705;
inline constexpr uint16_t k_attach_mime = 0x370E;
inline constexpr uint16_t k_attach_short_name = 0x3704;
inline constexpr uint16_t k_attach_name = 0x3707;
} // namespace mapi

// The name by which text is decoded: "windows-1252" of 1252, "utf-8" of 65001;
// "" if not known.
std::string charset_of_code_page(uint32_t code_page);

class MapiProperties {
public:
  // The first of an id counts. Of several values each is put by add().
  void add(uint16_t id, uint16_t type, std::string value);
  bool has(uint16_t id) const { return m_values.contains(id); }
  uint16_t type_of(uint16_t id) const; // 0 if there is none

  // UTF-8; "" if there is none or it is no text.
  std::string text(uint16_t id) const;
  std::vector<std::string> texts(uint16_t id) const;
  std::string_view bytes(uint16_t id) const;
  std::optional<uint32_t> number(uint16_t id) const;
  // "2002-08-23T06:32:53Z"; nothing for what is no date of our time.
  std::optional<std::string> time(uint16_t id) const;

  // Of texts that are not in Unicode; used where the properties do not say.
  void set_code_page(uint32_t code_page) { m_code_page = code_page; }
  std::string charset() const;

private:
  struct Values {
    uint16_t type = 0; // of one
    std::vector<std::string> all;
  };
  std::string decoded(uint16_t type, std::string_view value) const;

  std::map<uint16_t, Values> m_values;
  uint32_t m_code_page = 0;
};

// "2002-08-23T06:32:53Z" of a count of 100 ns since 1601; nothing outside of
// 1900 to 2100.
std::optional<std::string> time_of_filetime(uint64_t ticks);

MailFacts mail_facts_of(const MapiProperties& message,
                        const std::vector<MapiProperties>& recipients);

// Plain text and HTML as alternatives.
std::vector<MailBody> mapi_bodies(const MapiProperties& message);

// The rich text, unpacked, at most `limit` bytes; "" if there is none.
std::string mapi_rtf(const MapiProperties& message, size_t limit);

// "" if it has none.
std::string mapi_attachment_name(const MapiProperties& attachment);

} // namespace readers
