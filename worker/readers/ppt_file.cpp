// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ppt_file.hpp"

#include "worker/readers/ole_text.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_edits = 10'000;
constexpr size_t k_most_parts = size_t{1} << 20;
constexpr uint32_t k_encrypted_user = 0xF3D1C4DF;

base::Error encrypted() {
  return {base::Errc::unsupported,
          "password-protected: its slides are encrypted; save it without a "
          "password"};
}

class Parsing {
public:
  Parsing(LittleEndian stream, LittleEndian user)
      : m_stream(stream), m_user(user) {}

  base::Result<PptFile> run() {
    if (m_user.u32(12) == k_encrypted_user) {
      return base::fail(encrypted());
    }
    TRY(follow_edits());
    const auto place = m_out.places.find(m_document);
    const auto record = place == m_out.places.end()
                            ? std::nullopt
                            : ppt_record(m_stream, place->second);
    if (record && record->is(PptType::document)) {
      m_out.document = record->data;
      read_lists();
    } else {
      TRY(salvage());
    }
    return std::move(m_out);
  }

private:
  // From the last save back to the first; what a later one says counts.
  base::Result<void> follow_edits() {
    uint32_t at = m_user.u32(16);
    std::set<uint32_t> seen;
    while (seen.size() < k_most_edits && seen.insert(at).second) {
      const auto edit = ppt_record(m_stream, at);
      if (!edit || !edit->is(PptType::user_edit)) {
        m_out.damage = "the list of saves is damaged";
        return {};
      }
      if (edit->data.size() >= 32 && edit->data.u32(28) != 0) {
        return base::fail(encrypted());
      }
      if (seen.size() == 1) {
        m_document = edit->data.u32(16);
      }
      add_directory(edit->data.u32(12));
      at = edit->data.u32(8);
      if (at == 0) {
        return {};
      }
    }
    m_out.damage = "the list of saves runs in a circle";
    return {};
  }

  void add_directory(uint32_t at) {
    const auto record = ppt_record(m_stream, at);
    if (!record || !record->is(PptType::persist_directory)) {
      m_out.damage = "a directory of parts is damaged";
      return;
    }
    const LittleEndian& data = record->data;
    for (size_t i = 0; data.has(i, 4);) {
      const uint32_t first = data.u32(i) & 0xFFFFF;
      const uint32_t count = data.u32(i) >> 20;
      i += 4;
      for (uint32_t k = 0; k < count && data.has(i, 4); ++k, i += 4) {
        if (m_out.places.size() < k_most_parts) {
          m_out.places.emplace(first + k, data.u32(i));
        }
      }
    }
  }

  void read_lists() {
    for_each_record(m_out.document, [&](const PptRecord& record) {
      if (record.is(PptType::slide_list)) {
        read_list(record);
      }
    });
  }

  void read_list(const PptRecord& list) {
    auto& into = list.instance == 1   ? m_out.masters
                 : list.instance == 2 ? m_out.notes
                                      : m_out.slides;
    bool known = false;
    for_each_record(list.data, [&](const PptRecord& record) {
      if (record.is(PptType::slide_persist)) {
        const auto place = m_out.places.find(record.data.u32(0));
        known = place != m_out.places.end();
        if (known) {
          into.push_back({place->second, record.data.u32(12), {}});
        } else {
          m_out.damage = list.instance == 2
                             ? "a page of notes is not where the list has it"
                             : "a slide is not where the list has it";
        }
      } else if (known && record.is(PptType::text_header)) {
        into.back().outline.push_back({record.data.u32(0), ""});
      } else if (known && !into.back().outline.empty()) {
        into.back().outline.back().text += ppt_text(record);
      }
    });
  }

  // Whatever slides stand in the stream, in the order that they stand in.
  base::Result<void> salvage() {
    m_out.damage = "the list of slides is damaged: they are in the order in "
                   "which they were saved";
    for_each_record(m_stream, [&](const PptRecord& record) {
      if (record.is(PptType::slide)) {
        m_out.slides.push_back({record.at, 0, {}});
      } else if (record.is(PptType::notes)) {
        m_out.notes.push_back({record.at, 0, {}});
      } else if (record.is(PptType::document)) {
        m_out.document = record.data;
      }
    });
    if (m_out.slides.empty()) {
      return base::fail(base::Errc::corrupt,
                        "no slides can be found: neither where the stream "
                        "\"Current User\" points (byte " +
                            std::to_string(m_user.u32(16)) +
                            " of the presentation) nor elsewhere");
    }
    return {};
  }

  LittleEndian m_stream, m_user;
  PptFile m_out;
  uint32_t m_document = 0;
};

} // namespace

std::string ppt_text(const PptRecord& record) {
  std::string text;
  if (record.is(PptType::text_chars)) {
    text = text_of_utf16(record.data.all());
  } else if (record.is(PptType::text_bytes)) {
    text = text_of_latin1(record.data.all());
  }
  std::replace(text.begin(), text.end(), '\r', '\n');
  std::replace(text.begin(), text.end(), '\v', '\n');
  return clean_utf8(text);
}

base::Result<PptFile> parse_ppt(LittleEndian stream, LittleEndian user) {
  return Parsing(stream, user).run();
}

} // namespace readers
