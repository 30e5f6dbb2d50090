// SPDX-License-Identifier: Apache-2.0
//
// Which vector format a file is, by its first bytes. Pure but for the look
// into a *.gdb directory.
#pragma once

#include "worker/readers/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct VectorFormat {
  std::string_view name;
  std::string_view shown;           // DocumentHead::format
  std::vector<std::string> drivers; // of GDAL; empty: read without it
  std::string_view extension;       // that the drivers expect
  bool named_inside = false;        // layers bear names that the file holds
  bool text_like = false;           // XML or JSON: any extension may hold it
};

// REQUIRES: a name that detect_vector() gives.
const VectorFormat& vector_format(std::string_view name);

Detection detect_vector(const Input& input);

std::vector<FormatNote> vector_notes();

} // namespace readers
