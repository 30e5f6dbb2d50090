// SPDX-License-Identifier: Apache-2.0
//
// GOCAD ASCII: objects from "GOCAD TSurf 1" to END, each with a header in
// braces, a coordinate system and vertices.
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/surface.hpp"

#include <algorithm>

namespace readers::surface {
namespace {

constexpr uint64_t k_most_objects = 1000; // that are described one by one

class GocadPass {
public:
  explicit GocadPass(Surface& surface) : m_surface(surface) {}

  void take(const Line& line) {
    const auto parts = parts_of(line.text, 60);
    if (parts.empty() || line.more) {
      return;
    }
    const auto word = parts[0];
    if (word == "GOCAD" && parts.size() > 1) {
      begin(parts[1], line.number);
    } else if (is_vertex(word) && parts.size() >= 5) {
      vertex(parts);
    } else if (word == "VRTX" || word == "PVRTX") {
      m_surface.out.refuse("vertex", line.text, "no x, y and z",
                           at_line(line.number));
    } else if (word == "TRGL") {
      ++m_triangles;
    } else if (word == "ILINE") {
      ++m_surface.polylines;
    } else if (m_objects <= k_most_objects) {
      header(parts, line);
    }
  }

  void finish() {
    m_surface.out.count("object_count", m_objects);
    if (m_triangles > 0) {
      m_surface.out.count("triangle_count", m_triangles);
    }
  }

private:
  static bool is_vertex(std::string_view word) {
    return word == "VRTX" || word == "PVRTX";
  }

  void begin(std::string_view kind, uint64_t line) {
    if (++m_objects <= k_most_objects) {
      m_surface.out.say("data_type", clip(clean_utf8(kind), 60), at_line(line));
    }
  }

  void vertex(const std::vector<std::string_view>& parts) {
    const auto x = model_number(parts[2]);
    const auto y = model_number(parts[3]);
    const auto z = model_number(parts[4]);
    if (x && y && z) {
      ++m_surface.points;
      m_surface.x.add(*x);
      m_surface.y.add(*y);
      m_surface.z.add(*z);
    }
  }

  void header(const std::vector<std::string_view>& parts, const Line& line) {
    const auto text = trim(line.text);
    const auto where = at_line(line.number);
    const auto rest = clip(clean_utf8(behind(line.text, parts[0])), 300);
    if (text.starts_with("name:")) {
      const auto name = clip(clean_utf8(trim(text.substr(5))), 200);
      m_surface.out.say("surface_name", name, where);
      m_surface.title = m_surface.title.empty() ? name : m_surface.title;
    } else if (parts[0] == "NAME") {
      m_surface.out.say("crs_name", unquoted(rest), where);
    } else if (parts[0] == "ZPOSITIVE") {
      m_surface.out.say("z_positive", domain::lower_ascii(rest), where);
    } else if (parts[0] == "AXIS_UNIT" && parts.size() > 3) {
      m_surface.xy_unit = length_unit(parts[1]);
      m_surface.z_unit = length_unit(parts[3]);
    } else if (parts[0] == "PROPERTIES") {
      for (size_t i = 1; i < parts.size(); ++i) {
        m_surface.columns.push_back(clip(clean_utf8(parts[i]), 100));
      }
    } else if (parts[0] == "STRATIGRAPHIC_POSITION" ||
               parts[0] == "GEOLOGICAL_FEATURE") {
      m_surface.out.say("horizon", rest, where);
    } else {
      return;
    }
    if (m_surface.header.size() < 500) {
      m_surface.header.push_back(clip(clean_utf8(text), 300));
    }
  }

  Surface& m_surface;
  uint64_t m_objects = 0;
  uint64_t m_triangles = 0;
};

} // namespace

Parsed read_gocad(Lines& lines) {
  Surface surface;
  surface.format = "gocad";
  GocadPass pass(surface);
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    pass.take(line);
  }
  surface.cut = lines.cut();
  pass.finish();
  return surface;
}

} // namespace readers::surface
