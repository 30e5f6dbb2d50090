// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_json.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace readers {
namespace {

bool is_geometry(std::string_view type) {
  static constexpr std::array<std::string_view, 7> all = {
      "Point",   "MultiPoint",   "LineString",        "MultiLineString",
      "Polygon", "MultiPolygon", "GeometryCollection"};
  return std::find(all.begin(), all.end(), type) != all.end();
}

// The members of the first object and the first characters of their values;
// what is inside them is passed over.
class Outline {
public:
  explicit Outline(std::string_view text) : m_text(text) {
    while (m_at < m_text.size() && !m_closed) {
      step();
    }
  }

  bool has(const std::string& key) const { return m_members.count(key) > 0; }
  std::string value(const std::string& key) const {
    const auto found = m_members.find(key);
    return found == m_members.end() ? "" : found->second;
  }
  // The object ended and another begins.
  bool another() const {
    const auto next = m_text.find_first_not_of(" \t\r\n\x1E", m_at);
    return m_closed && next != std::string_view::npos && m_text[next] == '{';
  }

private:
  void step() {
    const char c = m_text[m_at];
    if (c == '"') {
      string();
      return;
    }
    ++m_at;
    if (c == '{' || c == '[') {
      note(std::string(1, c));
      ++m_depth;
    } else if (c == '}' || c == ']') {
      m_closed = --m_depth <= 0;
    } else if (c == ',' && m_depth == 1) {
      m_key.clear();
      m_after_colon = false;
    } else if (c == ':' && m_depth == 1) {
      m_after_colon = true;
      note(""); // until its value is seen; numbers and null are not kept
    }
  }

  void string() {
    const size_t from = ++m_at;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
      m_at += m_text[m_at] == '\\' ? 2 : 1;
    }
    const auto end = std::min(m_at, m_text.size());
    const std::string text(m_text.substr(from, end - from).substr(0, 200));
    m_at = std::min(end + 1, m_text.size());
    if (m_depth == 1 && !m_after_colon) {
      m_key = text;
    } else {
      note(text);
    }
  }

  void note(std::string value) {
    if (m_depth == 1 && m_after_colon && m_members.size() < 1000) {
      m_members[m_key] = std::move(value);
    }
  }

  std::string_view m_text;
  size_t m_at = 0;
  int m_depth = 0;
  bool m_after_colon = false;
  bool m_closed = false;
  std::string m_key;
  std::map<std::string, std::string> m_members;
};

} // namespace

std::string_view json_kind_of(std::string_view text) {
  const bool sequence = text.starts_with('\x1E');
  if (sequence) {
    text.remove_prefix(1);
  }
  const Outline outline(text);
  const auto type = outline.value("type");
  if (type == "Topology" && outline.has("objects")) {
    return "topojson";
  }
  const bool feature = type == "Feature" && outline.has("geometry");
  const bool geometry = is_geometry(type) && (outline.has("coordinates") ||
                                              outline.has("geometries"));
  if (type == "FeatureCollection" || feature || geometry) {
    return sequence || (feature && outline.another()) ? "geojsonseq"
                                                      : "geojson";
  }
  const bool esri = outline.has("geometryType") &&
                    outline.value("geometryType").starts_with("esriGeometry");
  return esri ? "esrijson" : "";
}

} // namespace readers
