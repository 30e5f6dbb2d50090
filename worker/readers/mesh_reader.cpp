// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mesh_reader.hpp"

#include "worker/readers/mesh.hpp"
#include "worker/readers/reading.hpp"

#include <utility>

namespace readers {
namespace {

using namespace mesh;

base::Result<Mesh> parse(const std::string& format, const Input& input,
                         domain::DocumentSink& sink) {
  if (format == "stl") {
    return read_stl(input, sink);
  }
  if (format == "obj") {
    return read_obj(input, sink);
  }
  if (format == "e57") {
    return read_e57(input);
  }
  if (format == "ply" || format == "pcd") {
    return read_header(input);
  }
  return base::fail(base::Errc::unsupported, "no STL, OBJ, PLY, PCD or E57");
}

class MeshReader final : public Reader {
public:
  std::string_view name() const override { return "mesh"; }
  uint32_t version() const override { return 2; }
  Detection detect(const Input& input) const override { return look_at(input); }

  std::vector<FormatNote> notes() const override {
    return {
        {"stl", "STL triangles", "`.stl`",
         "`solid` and `facet normal`, or the name and a size that fits.",
         "`triangle_count`, `description`, extent.", "One.", "The triangles."},
        {"obj", "Wavefront OBJ", "`.obj`", "The name and a first word of it.",
         "`point_count`, `face_count`, `object_name`, `material_file`, extent.",
         "One.", "The vertices."},
        {"ply", "PLY shapes and scans", "`.ply`", "`ply` at the start.",
         "Counts of elements, `column`s, `description` from comments.", "One.",
         "The extent: values may be of any layout."},
        {"pcd", "Point clouds of PCL", "`.pcd`", "`# .PCD` or its first lines.",
         "`point_count`, `column`s, `data_form`.", "One.", "The points."},
        {"e57", "Scans by ASTM E2807", "`.e57`", "`ASTM-E57` at the start.",
         "`scan_name`, `point_count`, `sensor_vendor`, `sensor_model`, extent, "
         "`crs_wkt` as written.",
         "One.", "The points; checksums are not verified."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto format = look_at(input).format;
    TRY_ASSIGN(const Mesh found, parse(format, input, sink));
    TRY(sink.begin({format, clip(found.title, 200), {}}));
    TRY(found.out.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_mesh_reader() {
  return std::make_unique<MeshReader>();
}

} // namespace readers
