// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <string>
#include <string_view>

namespace readers {

struct VectorFormat {
  Match match = Match::no;
  std::string_view format; // "shapefile"
  std::string_view driver; // GDAL's name; "" lets GDAL choose
};

// By content first, then by extension.
VectorFormat detect_vector(const Input& input);

} // namespace readers
