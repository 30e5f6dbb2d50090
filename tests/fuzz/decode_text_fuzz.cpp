// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/domain/chunk.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/encoding_measure.hpp"

#include <cstdint>

// The first byte chooses what is declared.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static constexpr const char* k_declared[] = {
      "", "UTF-8", "UTF-16LE", "UTF-32BE", "cp1252", "Shift_JIS", "no such"};
  if (size == 0) {
    return 0;
  }
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               size - 1);
  const auto decoded =
      domain::decode_text(bytes, k_declared[data[0] % std::size(k_declared)]);
  ASSERT(base::is_utf8(decoded.text));
  (void)domain::measure_utf16(bytes);
  (void)domain::is_ebcdic_text(bytes);
  domain::Passage passage;
  passage.text = decoded.text;
  passage.locator.line = 1;
  for (const auto& piece : domain::cut_passage(passage)) {
    ASSERT(!piece.text.empty() && piece.text.size() <= domain::k_max_passage);
    ASSERT(base::is_utf8(piece.text));
  }
  return 0;
}
