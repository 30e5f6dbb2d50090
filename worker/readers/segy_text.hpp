// SPDX-License-Identifier: Apache-2.0
//
// The textual headers of SEG-Y: 40 cards of 80 characters, in EBCDIC or ASCII
// (which one is decided by what stands there), and what people write in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::segy {

enum class Encoding { unknown = 0, ebcdic = 1, ascii = 2 };

struct TextEvidence {
  Encoding encoding = Encoding::unknown;
  int cards = 0; // lines that begin "C 1", "C01", "C 2" … in their places
};

// REQUIRES: 3200 bytes.
TextEvidence examine_text(std::string_view bytes);

// UTF-8. EBCDIC code page 037 with the brackets of 1047 too; control
// characters become spaces.
std::string decode_text(std::string_view bytes, Encoding encoding);

struct Card {
  size_t number = 0;   // from 1, by place
  std::string text;    // as written, trailing blanks cut
  std::string content; // without the card number
};

// The cards that hold something besides their number.
std::vector<Card> cards_of(std::string_view bytes, Encoding encoding);

struct Label {
  std::string key; // of the fact: "line_name", "survey", "client" …
  std::string value;
  size_t card = 0;
  friend bool operator==(const Label&, const Label&) = default;
};

// What is labelled in the cards: LINE, AREA, CLIENT, COMPANY, SURVEY,
// PROSPECT, CRS … An empty form ("C 1 CLIENT      COMPANY     ") gives
// nothing.
std::vector<Label> labels_of(const std::vector<Card>& cards);

// Whether the vertical axis is depth, as the cards say it.
struct DepthClaim {
  bool depth = false;
  std::optional<double> step; // between samples, as written
  std::string unit;           // of step: "m", "ft", "" if not written
  std::string text;           // the words that say so, or speak of time
  size_t card = 0;            // 0: no card speaks of either
};

// `interval`: the binary header's; a step counts only if it agrees with it.
DepthClaim depth_claim(const std::vector<Card>& cards, double interval);

// Where a card says that a trace header field stands: "INLINE BYTES 189-193",
// "Xline number : bytes 21-24", "BYTE 9: IL", "IL: 189 XL: 193".
struct FieldPlace {
  size_t position = 0; // from 1
  size_t card = 0;
};
enum class HeaderField {
  in_line = 0,
  cross_line = 1,
  ensemble = 2,
  shot_point = 3,
  cdp_x = 4,
  cdp_y = 5,
};
inline constexpr size_t k_header_fields = 6;
using FieldPlaces = std::array<std::optional<FieldPlace>, k_header_fields>;
// The first place that the cards name for each field, by HeaderField.
FieldPlaces places_of(const std::vector<Card>& cards);

// Whether the cards are the form that the standard prints: "C 1 CLIENT
// COMPANY  CREW NO" …
enum class FormState { none = 0, unfilled = 1, filled = 2 };
FormState form_state(const std::vector<Card>& cards);
// Without the cards of the form in which nobody wrote anything; none of a form
// that is not filled in.
std::vector<Card> telling_cards(const std::vector<Card>& cards);

} // namespace readers::segy
