// SPDX-License-Identifier: Apache-2.0
//
// The words of a drawing in DXF, text or binary: every TEXT, MTEXT, attribute
// and dimension with its layer, the layers, and what the header says. Source:
// Autodesk's "DXF Reference" (2012 and 2018). One pass, linear; bounded by the
// limits below.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct DxfText {
  std::string layer;
  std::string kind; // "TEXT", "MTEXT", "ATTRIB" …
  std::string tag;  // of an attribute; else ""
  std::string text; // without formatting codes
};

struct DxfDrawing {
  static constexpr size_t k_most_texts = 200'000;
  static constexpr size_t k_most_bytes = size_t{32} << 20; // of all texts
  static constexpr size_t k_most_names = 10'000;

  std::string version; // "AC1027"
  std::string unit;    // of $INSUNITS: "metre"; "" if none
  std::string last_saved_by;
  std::vector<std::pair<std::string, std::string>> properties; // of users
  std::vector<DxfText> texts;
  std::set<std::string> layers, blocks;
  std::map<std::string, uint64_t> entities; // kind → how many
  uint64_t left_out = 0;                    // texts beyond the limits
  std::string damage;      // why it is not read to its end; "" if it is
  uint64_t damaged_at = 0; // line, or byte of a binary one
};

// Errc::corrupt if there is no section in it.
base::Result<DxfDrawing>
read_dxf(const std::string& path,
         const std::function<base::Result<void>()>& progress);

// What a person reads of a text: "90%%d" → "90°". `rich`: with the codes of an
// MTEXT as well: "\\fArial|b0;Line 1\\PLine 2" → "Line 1", "Line 2".
std::string plain_dxf_text(std::string_view text, bool rich = false);

} // namespace readers
