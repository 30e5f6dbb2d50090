// SPDX-License-Identifier: Apache-2.0
//
// scan_content() of pdf_content.hpp.
#include "worker/readers/pdf_content.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_states = 64;             // q within q
constexpr size_t k_most_shown = 20'000;          // kept
constexpr size_t k_most_areas = 2'000;           // filled, kept
constexpr uint64_t k_most_operators = 4'000'000; // of a page with its forms
constexpr uint64_t k_most_compared = 20'000'000; // areas with what is shown
constexpr size_t k_deepest_form = 8;
constexpr double k_pale = 0.85;   // of white
constexpr double k_alike = 0.12;  // difference of colours nobody sees
constexpr double k_opaque = 0.10; // less is as good as nothing
constexpr double k_glyph = 0.5;   // width of a character, of its height

struct Colour {
  bool known = true;
  double red = 0, green = 0, blue = 0;
};

Colour gray(double g) {
  return {true, g, g, g};
}

bool is_pale(const Colour& c) {
  return !c.known || std::min({c.red, c.green, c.blue}) >= k_pale;
}

bool alike(const Colour& a, const Colour& b) {
  return a.known && b.known && std::abs(a.red - b.red) <= k_alike &&
         std::abs(a.green - b.green) <= k_alike &&
         std::abs(a.blue - b.blue) <= k_alike;
}

struct State {
  PdfMatrix ctm;
  Colour fill, stroke;
  PdfColours colours = PdfColours::gray;
  PdfColours stroke_colours = PdfColours::gray;
  double alpha = 1;
  double size = 0, leading = 0, stretch = 1, rise = 0;
  int mode = 0;
};

struct Area {
  Box box;
  Colour colour;
};

bool holds(const Box& box, double x, double y) {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

class Scanner {
public:
  Scanner(const Box& page, PdfResources& resources)
      : m_page(page), m_resources(resources) {}

  void run(std::string_view content, size_t resources, size_t depth);
  PdfPainted done() && { return std::move(m_out); }

private:
  void operate(const PdfOperators& ops, size_t resources, size_t depth);
  bool state_operator(const PdfOperators& ops, size_t resources);
  bool colour_operator(const PdfOperators& ops, size_t resources);
  bool text_operator(const PdfOperators& ops);
  bool path_operator(const PdfOperators& ops);
  void set_colour(const PdfOperators& ops, PdfColours colours, bool stroke);
  void draw(const PdfOperators& ops, size_t resources, size_t depth);
  void image();
  void show(const PdfOperators& ops);
  uint32_t doubts_of(const PdfShown& shown) const;
  void point(double x, double y);
  void fill();
  void cover(const Box& box, uint32_t doubt);
  void move(double x, double y) {
    m_line = PdfMatrix{1, 0, 0, 1, x, y}.times(m_line);
    m_text = m_line;
  }

  const Box m_page;
  PdfResources& m_resources;
  PdfPainted m_out;
  State m_state;
  std::vector<State> m_states;
  PdfMatrix m_text, m_line;
  std::optional<Box> m_path;
  std::vector<Area> m_areas;
  std::vector<PdfShown> m_all; // shown, in order of painting
  uint64_t m_operators = 0, m_compared = 0;
  size_t m_deeper = 0; // q that were not kept

  friend PdfPainted readers::scan_content(std::string_view, const Box&,
                                          PdfResources&);
};

void Scanner::run(std::string_view content, size_t resources, size_t depth) {
  PdfOperators ops(content);
  while (ops.next()) {
    if (++m_operators > k_most_operators) {
      m_out.complete = false;
      return;
    }
    operate(ops, resources, depth);
  }
}

void Scanner::operate(const PdfOperators& ops, size_t resources, size_t depth) {
  if (text_operator(ops) || path_operator(ops) ||
      colour_operator(ops, resources) || state_operator(ops, resources)) {
    return;
  }
  if (ops.op() == "Do") {
    draw(ops, resources, depth);
  } else if (ops.op() == "ID") {
    image();
  } else if (ops.op() == "sh") {
    ++m_out.paths;
    m_areas.clear(); // a shading may lie below what comes
  }
}

bool Scanner::state_operator(const PdfOperators& ops, size_t resources) {
  const auto op = ops.op();
  if (op == "q") {
    if (m_states.size() < k_most_states) {
      m_states.push_back(m_state);
    } else {
      ++m_deeper;
    }
  } else if (op == "Q") {
    if (m_deeper > 0) {
      --m_deeper;
    } else if (!m_states.empty()) {
      m_state = m_states.back();
      m_states.pop_back();
    }
  } else if (op == "cm") {
    m_state.ctm = PdfMatrix{ops.number(5), ops.number(4), ops.number(3),
                            ops.number(2), ops.number(1), ops.number(0)}
                      .times(m_state.ctm);
  } else if (op == "gs") {
    if (!ops.operands().empty()) {
      const auto alpha =
          m_resources.alpha(resources, ops.operands().back().text);
      m_state.alpha = alpha.value_or(m_state.alpha);
    }
  } else {
    return false;
  }
  return true;
}

void Scanner::set_colour(const PdfOperators& ops, PdfColours colours,
                         bool stroke) {
  Colour colour;
  switch (colours) {
  case PdfColours::gray:
    colour = gray(ops.number());
    break;
  case PdfColours::rgb:
    colour = {true, ops.number(2), ops.number(1), ops.number(0)};
    break;
  case PdfColours::cmyk: {
    const double black = 1 - ops.number(0);
    colour = {true, (1 - ops.number(3)) * black, (1 - ops.number(2)) * black,
              (1 - ops.number(1)) * black};
    break;
  }
  case PdfColours::tint: // of an ink that is thought dark
    colour = gray(1 - ops.number());
    break;
  case PdfColours::unknown:
    colour.known = false;
  }
  (stroke ? m_state.stroke : m_state.fill) = colour;
  (stroke ? m_state.stroke_colours : m_state.colours) = colours;
}

bool Scanner::colour_operator(const PdfOperators& ops, size_t resources) {
  const auto op = ops.op();
  if (op == "g" || op == "G") {
    set_colour(ops, PdfColours::gray, op == "G");
  } else if (op == "rg" || op == "RG") {
    set_colour(ops, PdfColours::rgb, op == "RG");
  } else if (op == "k" || op == "K") {
    set_colour(ops, PdfColours::cmyk, op == "K");
  } else if (op == "cs" || op == "CS") {
    const bool stroke = op == "CS";
    const auto name = ops.operands().empty() ? std::string_view()
                                             : ops.operands().back().text;
    const auto colours = m_resources.colours(resources, name);
    (stroke ? m_state.stroke_colours : m_state.colours) = colours;
    auto& colour = stroke ? m_state.stroke : m_state.fill;
    colour = gray(0); // what every space begins with, or nearly
    colour.known = colours != PdfColours::unknown;
  } else if (op == "sc" || op == "scn" || op == "SC" || op == "SCN") {
    const bool stroke = op.front() == 'S';
    set_colour(ops, stroke ? m_state.stroke_colours : m_state.colours, stroke);
  } else {
    return false;
  }
  return true;
}

bool Scanner::text_operator(const PdfOperators& ops) {
  const auto op = ops.op();
  if (op == "BT") {
    m_text = m_line = {};
  } else if (op == "Tf") {
    m_state.size = ops.number();
  } else if (op == "Tr") {
    m_state.mode = static_cast<int>(std::clamp(ops.number(), 0.0, 7.0));
  } else if (op == "TL") {
    m_state.leading = ops.number();
  } else if (op == "Tz") {
    m_state.stretch = ops.number() / 100;
  } else if (op == "Ts") {
    m_state.rise = ops.number();
  } else if (op == "Td") {
    move(ops.number(1), ops.number(0));
  } else if (op == "TD") {
    m_state.leading = -ops.number();
    move(ops.number(1), ops.number(0));
  } else if (op == "T*") {
    move(0, -m_state.leading);
  } else if (op == "Tm") {
    m_text = m_line = {ops.number(5), ops.number(4), ops.number(3),
                       ops.number(2), ops.number(1), ops.number(0)};
  } else if (op == "Tj" || op == "TJ") {
    show(ops);
  } else if (op == "'" || op == "\"") {
    move(0, -m_state.leading);
    show(ops);
  } else {
    return false;
  }
  return true;
}

void Scanner::show(const PdfOperators& ops) {
  size_t bytes = 0;
  for (const auto& operand : ops.operands()) {
    bytes += operand.bytes;
  }
  const double advance =
      k_glyph * m_state.size * m_state.stretch * static_cast<double>(bytes);
  const PdfMatrix all = m_text.times(m_state.ctm);
  const auto at = all.apply(0, m_state.rise);
  const auto end = all.apply(advance, m_state.rise);
  PdfShown shown;
  shown.x = at[0];
  shown.y = at[1];
  shown.width = end[0] - at[0];
  shown.height = std::abs(m_state.size) * std::hypot(all.c, all.d);
  m_text = PdfMatrix{1, 0, 0, 1, advance, 0}.times(m_text);
  if (bytes == 0) {
    return;
  }
  ++m_out.shows;
  shown.doubts = doubts_of(shown);
  if (m_all.size() < k_most_shown) {
    m_all.push_back(shown);
  } else {
    m_out.doubts |= shown.doubts;
    m_out.complete = false;
  }
}

uint32_t Scanner::doubts_of(const PdfShown& shown) const {
  const int mode = m_state.mode & 3; // 4 to 7 clip as well
  if (mode == 3) {
    return m_state.mode == 3 ? k_doubt_invisible : 0U;
  }
  uint32_t doubts = 0;
  const Colour& colour = mode == 1 ? m_state.stroke : m_state.fill;
  const bool both = mode == 2 && !is_pale(m_state.stroke);
  if (is_pale(colour) && !both) {
    doubts |= k_doubt_pale;
  }
  if (m_state.alpha < k_opaque) {
    doubts |= k_doubt_transparent;
  }
  if (shown.height < k_tiny_height) {
    doubts |= k_doubt_tiny;
  }
  const double far = shown.x + std::max(shown.width, 0.0);
  if (shown.y > m_page.bottom || shown.y + shown.height < m_page.top ||
      shown.x > m_page.right || far < m_page.left) {
    doubts |= k_doubt_off_page;
  }
  // The area painted last is the one that shows.
  for (size_t i = m_areas.size(); i-- > 0 && i + 64 >= m_areas.size();) {
    if (holds(m_areas[i].box, shown.x, shown.y)) {
      if (alike(m_areas[i].colour, colour)) {
        doubts |= k_doubt_same_colour;
      }
      break;
    }
  }
  return doubts;
}

void Scanner::point(double x, double y) {
  const auto at = m_state.ctm.apply(x, y);
  const Box box{at[0], at[1], at[0], at[1]};
  m_path = m_path ? around(*m_path, box) : box;
}

bool Scanner::path_operator(const PdfOperators& ops) {
  const auto op = ops.op();
  if (op == "re") {
    point(ops.number(3), ops.number(2));
    point(ops.number(3) + ops.number(1), ops.number(2) + ops.number(0));
  } else if (op == "m" || op == "l") {
    point(ops.number(1), ops.number(0));
  } else if (op == "c" || op == "v" || op == "y") {
    point(ops.number(1), ops.number(0));
    point(ops.number(3), ops.number(2));
  } else if (op == "f" || op == "F" || op == "f*" || op == "B" || op == "B*" ||
             op == "b" || op == "b*") {
    fill();
  } else if (op == "S" || op == "s") {
    ++m_out.paths;
    m_path.reset();
  } else if (op == "n") {
    m_path.reset();
  } else {
    return false;
  }
  return true;
}

void Scanner::fill() {
  ++m_out.paths;
  if (!m_path) {
    return;
  }
  if (m_state.alpha >= k_opaque) {
    cover(*m_path, k_doubt_covered);
    if (m_areas.size() >= k_most_areas) {
      m_areas.erase(m_areas.begin(), m_areas.begin() + k_most_areas / 2);
    }
    m_areas.push_back({*m_path, m_state.fill});
  }
  m_path.reset();
}

// What was shown before lies below; once there is too much to compare, all of
// it is in doubt.
void Scanner::cover(const Box& box, uint32_t doubt) {
  if (box.width() < 1 || box.height() < 1) {
    return; // a rule
  }
  m_compared += m_all.size();
  const bool compare = m_compared <= k_most_compared;
  for (size_t i = 0; compare && i < m_all.size(); ++i) {
    if (holds(box, m_all[i].x + 0.5, m_all[i].y + 0.5)) {
      m_all[i].doubts |= doubt;
    }
  }
  m_out.complete = m_out.complete && compare;
}

void Scanner::image() {
  const auto a = m_state.ctm.apply(0, 0), b = m_state.ctm.apply(1, 1);
  const auto c = m_state.ctm.apply(1, 0), d = m_state.ctm.apply(0, 1);
  Box box{
      std::min({a[0], b[0], c[0], d[0]}), std::min({a[1], b[1], c[1], d[1]}),
      std::max({a[0], b[0], c[0], d[0]}), std::max({a[1], b[1], c[1], d[1]})};
  cover(box, k_doubt_under_image);
  box = {std::max(box.left, m_page.left), std::max(box.top, m_page.top),
         std::min(box.right, m_page.right),
         std::min(box.bottom, m_page.bottom)};
  if (box.width() > 0 && box.height() > 0) {
    m_out.image_box = m_out.image_area > 0 ? around(m_out.image_box, box) : box;
    m_out.image_area += box.width() * box.height();
    m_areas.push_back({box, {false, 0, 0, 0}});
  }
}

void Scanner::draw(const PdfOperators& ops, size_t resources, size_t depth) {
  if (ops.operands().empty()) {
    return;
  }
  const auto found = m_resources.xobject(resources, ops.operands().back().text);
  if (found.kind == PdfXObject::Kind::image) {
    image();
  } else if (found.kind == PdfXObject::Kind::form) {
    if (depth >= k_deepest_form) {
      m_out.complete = false;
      return;
    }
    const State before = m_state;
    const auto states = std::exchange(m_states, {});
    const size_t deeper = std::exchange(m_deeper, 0);
    m_state.ctm = found.matrix.times(m_state.ctm);
    run(m_resources.form_content(found.resources), found.resources, depth + 1);
    m_state = before;
    m_states = states;
    m_deeper = deeper;
  }
}

} // namespace

PdfPainted scan_content(std::string_view content, const Box& page,
                        PdfResources& resources) {
  Scanner scanner(page, resources);
  scanner.run(content, 0, 0);
  for (const auto& shown : scanner.m_all) {
    scanner.m_out.doubts |= shown.doubts;
    if (shown.doubts != 0) {
      scanner.m_out.shown.push_back(shown);
    }
  }
  return std::move(scanner).done();
}

} // namespace readers
