// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mesh.hpp"

#include "worker/readers/binary_file.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>

namespace readers::mesh {
namespace {

constexpr uint64_t k_stl_head = 84, k_stl_facet = 50;
constexpr size_t k_most_names = 1000;
constexpr size_t k_most_header = 1000; // lines

struct Extent {
  Extremes x, y, z;
  void add(double a, double b, double c) {
    x.add(a);
    y.add(b);
    z.add(c);
  }
  void describe(Findings& out) const {
    if (x.count > 0 && y.count > 0) {
      describe_box({x.least, y.least, x.most, y.most}, "", {}, out);
      describe_heights(z, "", {}, out);
    }
  }
};

void put_lines(const char* what, Findings& out) {
  std::vector<std::string> lines{what};
  for (const auto& fact : out.facts) {
    lines.push_back(fact.key + ": " + fact.text);
  }
  put_header(lines, out);
}

bool is_binary_stl(const Input& input) {
  if (input.extension() != "stl" || input.head.size() < k_stl_head) {
    return false;
  }
  const uint64_t facets = load_u32(input.head, 80, Endian::little);
  return input.size == k_stl_head + facets * k_stl_facet ||
         !input.sniff().is_text;
}

std::string_view first_word(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = trim(text.substr(0, end));
    if (!line.empty() && line.front() != '#') {
      return line.substr(0, line.find_first_of(" \t"));
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

base::Result<Mesh> read_binary_stl(const Input& input,
                                   domain::DocumentSink& sink) {
  TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
  TRY_ASSIGN(const auto head,
             file.whole(0, k_stl_head, "the header of 84 bytes"));
  Mesh mesh;
  mesh.out.say("data_form", "binary");
  const auto remark = head.substr(0, 80);
  mesh.title = squeeze(clean_utf8(remark.substr(0, remark.find('\0'))));
  mesh.out.say("description", mesh.title, at_byte(0));
  const uint64_t facets = load_u32(head, 80, Endian::little);
  mesh.out.count("triangle_count", facets, at_byte(80));
  const uint64_t held = (file.size() - k_stl_head) / k_stl_facet;
  if (held != facets) {
    mesh.out.refuse("triangles", std::to_string(facets),
                    "the file holds " + std::to_string(held), at_byte(80));
  }
  Extent extent;
  for (uint64_t i = 0; i < std::min(facets, held); ++i) {
    if (i % 4096 == 4095) {
      TRY(sink.progress());
    }
    TRY_ASSIGN(const auto facet, file.whole(k_stl_head + i * k_stl_facet,
                                            k_stl_facet, "a triangle"));
    for (size_t at = 12; at < 48; at += 12) { // behind the normal
      extent.add(load_f32(facet, at, Endian::little),
                 load_f32(facet, at + 4, Endian::little),
                 load_f32(facet, at + 8, Endian::little));
    }
  }
  extent.describe(mesh.out);
  put_lines("Triangles (STL)", mesh.out);
  return mesh;
}

// Lines of a word and what belongs to it.
template <typename Take>
base::Result<void> each_line(const Input& input, domain::DocumentSink& sink,
                             Take take) {
  TRY_ASSIGN(LineSource source, LineSource::open(input.path));
  Line line;
  for (uint64_t seen = 1;; ++seen) {
    if (seen % 4096 == 0) {
      TRY(sink.progress());
    }
    TRY_ASSIGN(const bool more, source.next(line));
    if (!more) {
      return {};
    }
    const auto parts = parts_of(line.text, 64);
    if (!parts.empty() && !line.more) {
      take(parts, line);
    }
  }
}

bool add_vertex(const std::vector<std::string_view>& parts, Extent& extent) {
  const auto number = [&](size_t i) {
    return i < parts.size() ? model_number(parts[i]) : std::nullopt;
  };
  if (!number(1) || !number(2) || !number(3)) {
    return false;
  }
  extent.add(*number(1), *number(2), *number(3));
  return true;
}

} // namespace

base::Result<Mesh> read_stl(const Input& input, domain::DocumentSink& sink) {
  if (is_binary_stl(input)) {
    return read_binary_stl(input, sink);
  }
  Mesh mesh;
  mesh.out.say("data_form", "text");
  Extent extent;
  uint64_t facets = 0, bad = 0;
  TRY(each_line(input, sink, [&](const auto& parts, const Line& line) {
    if (parts[0] == "solid" && mesh.title.empty()) {
      mesh.title = squeeze(clean_utf8(behind(line.text, parts[0])));
      mesh.out.say("description", mesh.title, at_line(line.number));
    } else if (parts[0] == "facet") {
      ++facets;
    } else if (parts[0] == "vertex") {
      bad += !add_vertex(parts, extent);
    }
  }));
  mesh.out.count("triangle_count", facets);
  if (bad > 0) {
    mesh.out.refuse("vertex", std::to_string(bad), "vertices without numbers");
  }
  extent.describe(mesh.out);
  put_lines("Triangles (STL)", mesh.out);
  return mesh;
}

base::Result<Mesh> read_obj(const Input& input, domain::DocumentSink& sink) {
  Mesh mesh;
  Extent extent;
  uint64_t faces = 0, bad = 0, names = 0;
  TRY(each_line(input, sink, [&](const auto& parts, const Line& line) {
    const auto rest = clip(clean_utf8(behind(line.text, parts[0])), 200);
    if (parts[0] == "v") {
      bad += !add_vertex(parts, extent);
    } else if (parts[0] == "f") {
      ++faces;
    } else if ((parts[0] == "o" || parts[0] == "g" || parts[0] == "mtllib") &&
               names++ < k_most_names) {
      mesh.out.say(parts[0] == "mtllib" ? "material_file" : "object_name", rest,
                   at_line(line.number));
    } else if (parts[0].front() == '#' && line.number <= 20) {
      mesh.out.say("description", clip(clean_utf8(trim(line.text)), 200),
                   at_line(line.number));
    }
  }));
  mesh.out.count("point_count", extent.x.count);
  mesh.out.count("face_count", faces);
  if (bad > 0) {
    mesh.out.refuse("vertex", std::to_string(bad), "vertices without numbers");
  }
  extent.describe(mesh.out);
  put_lines("Shape (Wavefront OBJ)", mesh.out);
  return mesh;
}

namespace {

// "element vertex 12", "property float x" of PLY.
void take_ply(const std::vector<std::string_view>& parts, const Line& line,
              Findings& out) {
  const auto where = at_line(line.number);
  const auto text = clip(clean_utf8(trim(line.text)), 300);
  if (parts[0] == "element" && parts.size() > 2) {
    if (const auto count = model_count(parts[2])) {
      const auto key = parts[1] == "vertex" ? std::string("point_count")
                                            : snake_case(parts[1]) + "_count";
      out.count(key, *count, where);
    } else {
      out.refuse("element", text, "no count", where);
    }
  } else if (parts[0] == "property") {
    out.say("column", clean_utf8(parts.back()), where);
  } else if (parts[0] == "format" && parts.size() > 1) {
    out.say("data_form", clean_utf8(parts[1]), where);
  } else if (parts[0] == "comment" || parts[0] == "obj_info") {
    out.say("description", clip(clean_utf8(behind(line.text, parts[0])), 300),
            where);
  }
}

// "FIELDS x y z", "POINTS 213" of PCD.
void take_pcd(const std::vector<std::string_view>& parts, const Line& line,
              Findings& out) {
  const auto where = at_line(line.number);
  if (parts[0] == "FIELDS") {
    for (size_t i = 1; i < parts.size(); ++i) {
      out.say("column", clean_utf8(parts[i]), where);
    }
  } else if (parts.size() < 2) {
    return;
  } else if (parts[0] == "POINTS" && model_count(parts[1])) {
    out.count("point_count", *model_count(parts[1]), where);
  } else if (parts[0] == "WIDTH" && model_count(parts[1])) {
    out.count("grid_columns", *model_count(parts[1]), where);
  } else if (parts[0] == "HEIGHT" && model_count(parts[1])) {
    out.count("grid_rows", *model_count(parts[1]), where);
  } else if (parts[0] == "DATA") {
    out.say("data_form", clean_utf8(parts[1]), where);
  } else if (parts[0] == "VERSION") {
    out.say("format_version", clean_utf8(parts[1]), where);
  }
}

} // namespace

base::Result<Mesh> read_header(const Input& input) {
  const bool ply = input.head.starts_with("ply");
  TRY_ASSIGN(LineSource source, LineSource::open(input.path, "US-ASCII"));
  Mesh mesh;
  Line line;
  bool ended = false;
  for (size_t i = 0; i < k_most_header && !ended; ++i) {
    TRY_ASSIGN(const bool more, source.next(line));
    if (!more) {
      break;
    }
    const auto parts = parts_of(line.text, 64);
    if (parts.empty()) {
      continue;
    }
    ply ? take_ply(parts, line, mesh.out) : take_pcd(parts, line, mesh.out);
    ended = parts[0] == (ply ? "end_header" : "DATA");
  }
  if (!ended) {
    mesh.out.refuse("header", "",
                    ply ? "no end_header" : "no DATA: the header has no end",
                    at_line(line.number));
  }
  put_lines(ply ? "Shape or point cloud (PLY)" : "Point cloud (PCD)", mesh.out);
  return mesh;
}

Detection look_at(const Input& input) {
  if (input.is_directory) {
    return {};
  }
  const std::string_view head = input.head;
  if (head.starts_with("ASTM-E57")) {
    return {Match::magic, "e57"};
  }
  if (head.starts_with("ply\n") || head.starts_with("ply\r")) {
    return {Match::magic, "ply"};
  }
  if (head.starts_with("# .PCD v") ||
      (head.starts_with("VERSION") &&
       head.substr(0, 200).find("\nFIELDS ") != std::string_view::npos)) {
    return {Match::magic, "pcd"};
  }
  if (is_binary_stl(input)) {
    return {Match::content, "stl"};
  }
  if (head.starts_with("solid") &&
      head.substr(0, 1000).find("facet normal") != std::string_view::npos) {
    return {Match::content, "stl"};
  }
  if (input.extension() != "obj" || !sniff_text(head).is_text) {
    return {};
  }
  static constexpr std::array k_words{"v", "vn", "vt", "o",
                                      "g", "f",  "s",  "mtllib"};
  const auto word = first_word(head);
  return std::find(k_words.begin(), k_words.end(), word) != k_words.end()
             ? Detection{Match::content, "obj"}
             : Detection{};
}

} // namespace readers::mesh
