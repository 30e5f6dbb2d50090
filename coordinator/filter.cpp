// SPDX-License-Identifier: Apache-2.0
#include "coordinator/filter.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace coordinator {
namespace {

struct Kind {
  std::string_view name;
  std::string_view extension;
};

// Kinds whose files end otherwise than the kind is called.
constexpr std::array k_kinds = {
    Kind{"segy", "sgy"},        Kind{"segy", "segy"},
    Kind{"segy", "seg"},        Kind{"shapefile", "shp"},
    Kind{"geopackage", "gpkg"}, Kind{"filegdb", "gdb"},
    Kind{"markdown", "md"},     Kind{"markdown", "markdown"},
    Kind{"text", "txt"},        Kind{"html", "htm"},
    Kind{"html", "html"},       Kind{"geojson", "json"},
    Kind{"kml", "kmz"},         Kind{"excel", "xls"},
    Kind{"excel", "xlsx"},      Kind{"word", "doc"},
    Kind{"word", "docx"},       Kind{"geotiff", "tif"},
    Kind{"geotiff", "tiff"},    Kind{"powerpoint", "ppt"},
    Kind{"powerpoint", "pptx"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

bool glob_matches(const std::string& glob, const std::string& path) {
  return fnmatch(glob.c_str(), path.c_str(), 0) == 0;
}

std::string extension_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? "" : lower(name.substr(dot + 1));
}

bool is_glob(std::string_view text) {
  return text.find_first_of("*?[/") != std::string_view::npos;
}

bool only_matches(const std::string& only, const std::string& path) {
  if (is_glob(only)) {
    return glob_matches(only, path);
  }
  std::string kind = lower(only.starts_with('.') ? only.substr(1) : only);
  std::string extension = extension_of(path);
  return extension == kind ||
         std::any_of(k_kinds.begin(), k_kinds.end(), [&](const Kind& one) {
           return one.name == kind && one.extension == extension;
         });
}

} // namespace

Filter::Filter(std::vector<std::string> only, std::vector<std::string> exclude)
    : m_only(std::move(only)), m_exclude(std::move(exclude)) {}

bool Filter::takes(std::string_view view) const {
  std::string path(view);
  auto matches = [&](const std::string& glob) {
    return glob_matches(glob, path);
  };
  if (std::any_of(m_exclude.begin(), m_exclude.end(), matches)) {
    return false;
  }
  return m_only.empty() ||
         std::any_of(m_only.begin(), m_only.end(), [&](const std::string& one) {
           return only_matches(one, path);
         });
}

bool Filter::excludes_directory(std::string_view view) const {
  std::string path(view);
  std::string slashed = path + "/";
  return std::any_of(
      m_exclude.begin(), m_exclude.end(), [&](const std::string& glob) {
        return glob_matches(glob, path) || glob_matches(glob, slashed);
      });
}

} // namespace coordinator
