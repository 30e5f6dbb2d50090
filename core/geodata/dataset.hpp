// SPDX-License-Identifier: Apache-2.0
//
// Vector data sets of every format that GDAL opens and drivers() lists:
// layers, fields, features as a stream. Read-only; never writes beside a file,
// never uses the network, never follows a file into another format. Text may
// not be UTF-8 where a file lies about its encoding. One thread an object.
#pragma once

#include "core/base/result.hpp"
#include "core/geodata/box.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace geodata {

// Names of the GDAL drivers that may run; what is not listed is not there.
const std::vector<std::string>& drivers();

// What a driver sees as the stem of a file that is opened through a link.
inline constexpr std::string_view k_alias_stem = "data";

struct OpenOptions {
  // Of drivers(); tried in order. Must not be empty.
  std::vector<std::string> drivers;
  // Open through a temporary link of this extension: for files whose own is
  // missing or wrong, and for drivers that write beside their source.
  std::string alias_extension;
  std::vector<std::string> siblings; // linked beside it
  // If not empty: read these bytes in place of the file, as a file of
  // `alias_extension`. For what has to be unpacked or mended first.
  std::string content = {};
};

enum class FieldKind { text = 1, integer = 2, real = 3, moment = 4, other = 5 };

struct Field {
  std::string name;
  std::string alias; // "" if none
  std::string type;  // "String(80)", "Real(10.2)", "Integer"
  FieldKind kind = FieldKind::text;
  // Coded values: code → meaning, in order; at most 1,000.
  std::vector<std::pair<std::string, std::string>> codes;
};

struct Layer {
  std::string name;
  std::string geometry_type; // "Point", "3D Multi Polygon"; "None" for tables
  bool spatial = false;
  std::string crs;              // WKT; "" if unknown
  std::optional<int64_t> count; // if known without reading all
  std::vector<Field> fields;
  // Name and value, as the format gives them (title, description …).
  std::vector<std::pair<std::string, std::string>> metadata;
};

// How the rows of one table belong to those of another.
struct Relationship {
  std::string name, from, to; // tables
  std::string from_fields, to_fields;
  std::string kind; // "one to many"
};

struct Feature {
  int64_t id = 0;
  std::vector<std::string> values; // one a field; "" for null
  // Of its geometry: "Point", "Polygon" …; "" if it has none.
  std::string geometry_type;
  std::optional<Box> extent;
  // What is drawn as a text in its place (LABEL of OGR's Feature Style
  // Specification): text objects of MapInfo and of drawings. "" if nothing.
  std::string label;
};

class Dataset;

// The features of one layer, in the order of the file. The data set must live.
class Features {
public:
  // False behind the last. Errc::corrupt if reading cannot go on.
  base::Result<bool> next(Feature& feature);
  // What could not be read of the features so far; at most some lines.
  std::vector<std::string> take_complaints();

  Features(Features&&) noexcept;
  Features& operator=(Features&&) noexcept;
  ~Features();

private:
  friend class Dataset;
  struct State;
  explicit Features(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

class Dataset {
public:
  // Errc::corrupt if no driver can read it (with what they say).
  static base::Result<Dataset> open(const std::string& path,
                                    const OpenOptions& options);
  Dataset(Dataset&&) noexcept;
  Dataset& operator=(Dataset&&) noexcept;
  ~Dataset();

  const std::string& driver() const; // "GPKG"
  size_t layer_count() const;
  base::Result<Layer> layer(size_t index) const;
  std::string layer_name(size_t index) const; // "" if it cannot be read
  // From the first feature.
  base::Result<Features> features(size_t index) const;
  std::vector<std::pair<std::string, std::string>> metadata() const;
  std::vector<Relationship> relationships() const; // at most 1,000
  // Names of the domains of values, with their descriptions; at most 1,000.
  std::vector<std::pair<std::string, std::string>> domains() const;
  // What GDAL found odd when opening.
  const std::vector<std::string>& complaints() const;

  struct State; // private to the room

private:
  explicit Dataset(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace geodata
