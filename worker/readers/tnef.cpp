// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tnef.hpp"

#include "core/domain/date.hpp"
#include "worker/readers/little_endian.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_held = size_t{48} << 20; // bytes of all attributes
constexpr size_t k_start = 6;                    // signature and a key
constexpr size_t k_attribute = 9;                // level, id, length
constexpr size_t k_checksum = 2;

// [MS-OXTNEF] 2.1.3.3
enum Id : uint16_t {
  att_from = 0x8000,
  att_subject = 0x8004,
  att_date_sent = 0x8005,
  att_message_class = 0x8008,
  att_body = 0x800C,
  att_attach_data = 0x800F,
  att_attach_title = 0x8010,
  att_attach_rend_data = 0x9002,
  att_mapi_props = 0x9003,
  att_recip_table = 0x9004,
  att_attachment = 0x9005,
  att_oem_code_page = 0x9007,
};

class Parser {
public:
  Parser(const base::Fd& file, uint64_t size) : m_file(file), m_size(size) {}

  base::Result<TnefMessage>
  run(const std::function<base::Result<void>()>& progress) {
    const auto start = at(0, k_start);
    if (!start) {
      return base::fail(start.error());
    }
    if (start->size() < k_start || !start->starts_with(k_tnef_signature)) {
      return base::fail(base::Errc::corrupt, "it does not begin as TNEF");
    }
    m_at = k_start;
    while (m_at < m_size) {
      TRY(progress());
      TRY_ASSIGN(const bool more, attribute());
      if (!more) {
        break;
      }
    }
    put_old_fields();
    return std::move(m_out);
  }

private:
  base::Result<std::string> at(uint64_t byte, size_t size) const {
    std::string out(size, '\0');
    TRY_ASSIGN(
        const size_t n,
        base::read_at(m_file, std::as_writable_bytes(std::span(out)), byte));
    out.resize(n);
    return out;
  }

  bool damaged(std::string what) {
    m_out.damage.push_back({m_at, std::move(what)});
    return false;
  }

  base::Result<bool> attribute() {
    TRY_ASSIGN(const auto bytes, at(m_at, k_attribute));
    const LittleEndian head(bytes);
    if (!head.has(0, k_attribute)) {
      return damaged("an attribute is cut");
    }
    const uint8_t level = head.u8(0);
    if (level != 1 && level != 2) {
      return damaged("no attribute begins here");
    }
    const uint64_t length = head.u32(5);
    const uint64_t from = m_at + k_attribute;
    const uint64_t there = std::min(length, m_size - std::min(from, m_size));
    const auto id = head.u16(1);
    if (id == att_attach_data && level == 2) {
      attachment().byte = from;
      attachment().size = there;
    } else if (is_wanted(id)) {
      TRY(read_attribute(id, level, from, there));
    }
    if (there < length) {
      return damaged("an attribute of " + std::to_string(length) +
                     " bytes is cut");
    }
    m_at = from + length + k_checksum;
    return true;
  }

  static bool is_wanted(uint16_t id) {
    constexpr std::array k_wanted{att_from,
                                  att_subject,
                                  att_date_sent,
                                  att_message_class,
                                  att_body,
                                  att_attach_title,
                                  att_attach_rend_data,
                                  att_mapi_props,
                                  att_recip_table,
                                  att_attachment,
                                  att_oem_code_page};
    return std::find(k_wanted.begin(), k_wanted.end(), id) != k_wanted.end();
  }

  base::Result<void> read_attribute(uint16_t id, uint8_t level, uint64_t from,
                                    uint64_t size) {
    const size_t room = k_most_held - std::min(k_most_held, m_held);
    if (size > room) {
      damaged("texts and tables of more than " +
              std::to_string(k_most_held >> 20) + " MiB: cut");
    }
    TRY_ASSIGN(auto bytes,
               at(from, static_cast<size_t>(std::min<uint64_t>(size, room))));
    m_held += bytes.size();
    level == 2 ? take_attachment(id, std::move(bytes))
               : take_message(id, std::move(bytes));
    return {};
  }

  // The current one; the first is made where its begin is missing.
  TnefAttachment& attachment() {
    if (m_out.attachments.empty()) {
      m_out.attachments.emplace_back();
    }
    return m_out.attachments.back();
  }

  void take_attachment(uint16_t id, std::string bytes) {
    if (id == att_attach_rend_data) {
      if (m_out.attachments.size() < TnefMessage::k_most_attachments) {
        m_out.attachments.emplace_back();
        m_out.attachments.back().properties.set_code_page(m_code_page);
      }
    } else if (id == att_attach_title) {
      attachment().title = bytes.substr(0, bytes.find('\0'));
    } else if (id == att_attachment) {
      size_t from = 0;
      if (!parse_tnef_properties(bytes, from, attachment().properties)) {
        damaged("the properties of an attachment are damaged");
      }
    }
  }

  void take_message(uint16_t id, std::string bytes) {
    const LittleEndian value(bytes);
    size_t from = 0;
    switch (id) {
    case att_oem_code_page:
      m_code_page = value.u32(0);
      m_out.properties.set_code_page(m_code_page);
      break;
    case att_mapi_props:
      if (!parse_tnef_properties(bytes, from, m_out.properties)) {
        damaged("the properties of the message are damaged");
      }
      break;
    case att_recip_table:
      take_recipients(bytes);
      break;
    case att_date_sent:
      m_out.sent = date_in(value);
      break;
    default:
      m_old.emplace_back(id, std::move(bytes));
    }
  }

  void take_recipients(std::string_view bytes) {
    size_t from = 4;
    const uint32_t count = LittleEndian(bytes).u32(0);
    for (uint32_t i = 0; i < count && from < bytes.size(); ++i) {
      MapiProperties one;
      one.set_code_page(m_code_page);
      const bool whole = parse_tnef_properties(bytes, from, one);
      if (m_out.recipients.size() < MailFacts::k_most_addresses) {
        m_out.recipients.push_back(std::move(one));
      }
      if (!whole) {
        damaged("the list of recipients is damaged");
        return;
      }
    }
  }

  // Year, month, day, hour …, two bytes each.
  static std::string date_in(const LittleEndian& value) {
    if (!value.has(0, 6)) {
      return "";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04u-%02u-%02u", value.u16(0),
                  value.u16(2), value.u16(4));
    const auto date = domain::parse_date(text.data());
    return date && date->one_day() ? text.data() : "";
  }

  // Name and address behind a head of eight bytes ([MS-OXTNEF] 2.1.3.3.9).
  void put_from(std::string_view bytes) {
    const LittleEndian value(bytes);
    const size_t name = value.u16(4);
    const size_t address = value.u16(6);
    auto email = value.bytes(8 + name, address);
    email = email.substr(0, email.find('\0'));
    const auto colon = email.find(':');
    add_text(mapi::k_sender_name, value.bytes(8, name));
    add_text(mapi::k_sender_email,
             colon == std::string_view::npos ? email : email.substr(colon + 1));
  }

  void add_text(uint16_t id, std::string_view text) {
    if (!m_out.properties.has(id)) {
      m_out.properties.add(id, mapi::k_string8, std::string(text));
    }
  }

  // What stands as attributes of its own; properties say the same better.
  void put_old_fields() {
    constexpr std::array<std::pair<uint16_t, uint16_t>, 3> k_same{
        {{att_subject, mapi::k_subject},
         {att_body, mapi::k_body},
         {att_message_class, mapi::k_message_class}}};
    for (const auto& [id, bytes] : m_old) {
      if (id == att_from) {
        put_from(bytes);
      }
      for (const auto& [old, property] : k_same) {
        if (old == id) {
          add_text(property, bytes);
        }
      }
    }
  }

  const base::Fd& m_file;
  uint64_t m_size;
  uint64_t m_at = 0;
  size_t m_held = 0;
  uint32_t m_code_page = 0;
  std::vector<std::pair<uint16_t, std::string>> m_old;
  TnefMessage m_out;
};

} // namespace

base::Result<TnefMessage>
parse_tnef(const base::Fd& file, uint64_t size,
           const std::function<base::Result<void>()>& progress) {
  return Parser(file, size).run(progress);
}

} // namespace readers
