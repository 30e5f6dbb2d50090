// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/metafile.hpp"

#include "worker/readers/little_endian.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/rtf_pages.hpp"

#include <algorithm>
#include <cmath>

namespace readers {
namespace {

constexpr size_t k_most_texts = 200'000;
constexpr uint64_t k_most_text_bytes = uint64_t{16} << 20;
constexpr uint32_t k_emf_signature = 0x464D4520; // " EMF"
constexpr uint32_t k_placeable = 0x9AC6CDD7;

bool is_wmf_header(const LittleEndian& data, size_t at) {
  const auto type = data.u16(at), size = data.u16(at + 2),
             version = data.u16(at + 4);
  return data.has(at, 18) && (type == 1 || type == 2) && size == 9 &&
         (version == 0x0100 || version == 0x0300);
}

} // namespace

MetafileKind metafile_kind(std::string_view head) {
  const LittleEndian data(head);
  if (data.u32(0) == 1 && data.u32(40) == k_emf_signature &&
      data.u32(4) >= 88) {
    return MetafileKind::emf;
  }
  const bool placeable = data.u32(0) == k_placeable;
  return is_wmf_header(data, placeable ? 22 : 0) ? MetafileKind::wmf
                                                 : MetafileKind::none;
}

void add_text(MetafileText text, Metafile& out) {
  text.text = clean_utf8(text.text);
  if (trim(text.text).empty()) {
    return;
  }
  if (out.texts.size() >= k_most_texts ||
      out.text_bytes + text.text.size() > k_most_text_bytes) {
    out.cut = true;
    return;
  }
  out.text_bytes += text.text.size();
  out.texts.push_back(std::move(text));
}

std::string encoding_of_charset(uint8_t charset) {
  return charset == 0 ? "windows-1252" : page_of_charset(charset);
}

std::vector<MetafileLine> lines_of(const std::vector<MetafileText>& texts) {
  constexpr size_t k_longest_line = 4096;
  std::vector<MetafileLine> out;
  const MetafileText* before = nullptr;
  for (const auto& text : texts) {
    const bool goes_on = before != nullptr && text.y == before->y &&
                         text.x > before->x &&
                         out.back().text.size() < k_longest_line;
    if (!goes_on) {
      out.push_back({text.text, text.offset});
    } else {
      const double width = before->end.value_or(before->x) - before->x;
      const double each =
          width / static_cast<double>(std::max<size_t>(1, before->text.size()));
      const bool touches = before->end && text.x - *before->end < each / 3;
      out.back().text += (touches ? "" : " ") + text.text;
    }
    before = &text;
  }
  return out;
}

} // namespace readers
