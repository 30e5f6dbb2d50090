// SPDX-License-Identifier: Apache-2.0
//
// Shapes and scans: STL, OBJ, PLY, PCD and E57. Counts, names, remarks and,
// where values stand plainly, the extent. Memory is bounded.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/reader.hpp"

#include <string>

namespace readers::mesh {

struct Mesh {
  std::string title;
  Findings out;
};

// "stl", "obj", "ply", "pcd", "e57" by the start of the file.
Detection look_at(const Input& input);

base::Result<Mesh> read_stl(const Input& input, domain::DocumentSink& sink);
base::Result<Mesh> read_obj(const Input& input, domain::DocumentSink& sink);
base::Result<Mesh> read_header(const Input& input); // of PLY and PCD
base::Result<Mesh> read_e57(const Input& input);

} // namespace readers::mesh
