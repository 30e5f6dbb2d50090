// SPDX-License-Identifier: Apache-2.0
//
// The operators of a PDF content stream (ISO 32000-1, 7.8.2 and Annex A) as
// far as they say where text, images and filled areas are painted. Pure,
// linear, whatever the bytes are: what is no operator is passed over.
#pragma once

#include "worker/readers/page_layout.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct PdfToken {
  enum class Kind { number, name, string, other, op };
  Kind kind = Kind::other;
  double number = 0;
  std::string_view text; // of a name (without "/") or an operator
  size_t bytes = 0;      // of a string, about; of an array of them, in all
  size_t begin = 0, end = 0;
};

// Operators with their operands. The data of inline images is passed over.
class PdfOperators {
public:
  static constexpr size_t k_most_operands = 64; // the last of them are kept

  explicit PdfOperators(std::string_view content) : m_content(content) {}
  // False at the end. `operands` and `op` hold until the next call.
  bool next();
  const std::vector<PdfToken>& operands() const { return m_operands; }
  std::string_view op() const { return m_op; }
  // Where the first operand begins, and the operator ends.
  size_t begin() const { return m_begin; }
  size_t end() const { return m_at; }
  // The operand so far from the last; 0 if there is none or it is no number.
  double number(size_t from_last = 0) const;

private:
  bool token(PdfToken& out);
  void skip_space();
  void skip_string();
  void skip_hex();
  void skip_inline_image();

  std::string_view m_content;
  size_t m_at = 0, m_begin = 0;
  std::vector<PdfToken> m_operands;
  std::string_view m_op;
};

// The content without what shows text (Tj, TJ, ', "), all else as it is.
std::string without_text(std::string_view content);

// a b c d e f as PDF writes it.
struct PdfMatrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
  PdfMatrix times(const PdfMatrix& outer) const; // this, then outer
  std::array<double, 2> apply(double x, double y) const;
};

// Why a person may not see what is shown: each has to be looked at, because
// white on a dark ground can be read.
enum PdfDoubt : uint32_t {
  k_doubt_pale = 1,      // white or nearly so, or of no known colour
  k_doubt_tiny = 2,      // lower than k_tiny_height
  k_doubt_off_page = 4,  // outside the crop box
  k_doubt_invisible = 8, // text rendering mode 3
  k_doubt_transparent = 16,
  k_doubt_covered = 32,      // painted over later
  k_doubt_same_colour = 64,  // as the area below it
  k_doubt_under_image = 128, // an image is painted over it later
};

inline constexpr double k_tiny_height = 1.5; // points

struct PdfShown {      // by one operator
  double x = 0, y = 0; // of its beginning, in user space of the page
  double width = 0;    // estimated
  double height = 0;   // of its font
  uint32_t doubts = 0;
};

// What resources say of a name; see PdfResources.
struct PdfXObject {
  enum class Kind { none, image, form };
  Kind kind = Kind::none;
  PdfMatrix matrix;     // of a form
  size_t resources = 0; // of a form: to be given back
};

enum class PdfColours { gray, rgb, cmyk, tint, unknown };

// Looks names up in the resources of a page or a form. Resources are numbered
// by who implements this; 0 is the page's own.
class PdfResources {
public:
  PdfResources() = default;
  PdfResources(const PdfResources&) = delete;
  PdfResources& operator=(const PdfResources&) = delete;
  virtual ~PdfResources() = default;
  virtual PdfXObject xobject(size_t resources, std::string_view name) = 0;
  // Content of a form, "" if it cannot be read or is too long.
  virtual std::string form_content(size_t resources) = 0;
  virtual PdfColours colours(size_t resources, std::string_view name) = 0;
  // Opacity of what is filled, if the graphics state sets it.
  virtual std::optional<double> alpha(size_t resources,
                                      std::string_view name) = 0;
};

struct PdfPainted {
  double image_area = 0; // of images on the page, overlaps counted twice
  Box image_box;         // around them; of no meaning if image_area is 0
  uint64_t paths = 0;    // painted
  uint64_t shows = 0;
  uint32_t doubts = 0;         // of all shown
  std::vector<PdfShown> shown; // those in doubt, at most k_most_shown
  bool complete = true;        // limits were not reached
};

// `page`: its crop box, upwards: top is the smaller y.
PdfPainted scan_content(std::string_view content, const Box& page,
                        PdfResources& resources);

} // namespace readers
