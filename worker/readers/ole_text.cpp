// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ole_text.hpp"

#include "core/domain/encoding.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

struct CodePage {
  uint32_t number;
  const char* name;
};

constexpr std::array k_pages{
    CodePage{367, "us-ascii"},      CodePage{932, "windows-932"},
    CodePage{936, "windows-936"},   CodePage{949, "windows-949"},
    CodePage{950, "windows-950"},   CodePage{1200, "UTF-16LE"},
    CodePage{1201, "UTF-16BE"},     CodePage{1361, "ibm-1363"},
    CodePage{10000, "macintosh"},   CodePage{10001, "Shift_JIS"},
    CodePage{10006, "x-mac-greek"}, CodePage{10007, "x-mac-cyrillic"},
    CodePage{10029, "x-mac-ce"},    CodePage{10081, "x-mac-turkish"},
    CodePage{20127, "us-ascii"},    CodePage{20866, "koi8-r"},
    CodePage{21866, "koi8-u"},      CodePage{28591, "windows-1252"},
    CodePage{28592, "iso-8859-2"},  CodePage{28595, "iso-8859-5"},
    CodePage{32768, "macintosh"},   CodePage{32769, "windows-1252"},
    CodePage{51949, "euc-kr"},      CodePage{54936, "gb18030"},
    CodePage{65001, "utf-8"},
};

} // namespace

std::string text_of_utf16(std::string_view bytes) {
  return domain::decode_text(bytes, "UTF-16LE").text;
}

std::string text_of_latin1(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    const auto u = static_cast<unsigned char>(c);
    if (u < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | u >> 6);
      out += static_cast<char>(0x80 | (u & 0x3F));
    }
  }
  return out;
}

std::string encoding_of_code_page(uint32_t code_page) {
  const auto* const page =
      std::find_if(k_pages.begin(), k_pages.end(), [&](const CodePage& one) {
        return one.number == code_page;
      });
  if (page != k_pages.end()) {
    return page->name;
  }
  if (code_page >= 1250 && code_page <= 1258) {
    return "windows-" + std::to_string(code_page);
  }
  const bool dos = code_page == 437 || code_page == 720 || code_page == 737 ||
                   code_page == 775 || code_page == 850 || code_page == 852 ||
                   code_page == 855 || code_page == 857 || code_page == 858 ||
                   (code_page >= 860 && code_page <= 866) || code_page == 869 ||
                   code_page == 874;
  return dos ? "ibm-" + std::to_string(code_page) : "windows-1252";
}

} // namespace readers
