// SPDX-License-Identifier: Apache-2.0
//
// `--where path=…`: paths below their root, whatever the case of their ASCII
// letters. Pure.
#pragma once

#include <string>
#include <string_view>

namespace query {

inline constexpr std::string_view k_path_key = "path";

class PathPattern {
public:
  // With a star or question mark it is a pattern of the whole path: `*` is any
  // text, also with slashes, `?` one byte. Else it names a file or folder: all
  // below it counts too, also what is inside of an archive.
  explicit PathPattern(std::string_view text);

  // Takes time of at most path times pattern.
  bool matches(std::string_view path) const;

private:
  bool glob(std::string_view path) const;

  std::string m_text; // small letters
  bool m_is_glob;
};

} // namespace query
