// SPDX-License-Identifier: Apache-2.0
//
// Explicitly formatted records of API RP66 version 1 (1991), chapter 3.2: a
// set of objects with attributes that a template names. Pure; linear in the
// bytes.
#pragma once

#include "worker/readers/dlis_value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::dlis {

// What a component says; views into the record.
struct Attribute {
  std::string_view label;
  std::string_view units;
  std::string_view values; // bytes of them all; "" if there is none
  uint32_t count = 1;
  Code code = Code::ident;
  bool absent = false;
};

enum class SetRole { set = 1, redundant = 2, replacement = 3 };

struct Object {
  ObName name;
  std::vector<Attribute> attributes; // those given; later ones are the default
};

struct Set {
  static constexpr size_t k_most_columns = 256;
  static constexpr size_t k_most_objects = 50000;

  SetRole role = SetRole::set;
  std::string_view type; // "CHANNEL"
  std::string_view name;
  std::vector<Attribute> columns;    // the template, without invariants
  std::vector<Attribute> invariants; // the same for all objects
  std::vector<Object> objects;
  // Byte of the record at which it stops making sense, and why.
  std::optional<size_t> stopped;
  std::string reason;

  // The attribute of that label; null if there is none or it has no value.
  const Attribute* find(const Object& object, std::string_view label) const;
  // The nth column of an object; its default if it is not given.
  const Attribute& at(const Object& object, size_t column) const {
    return column < object.attributes.size() ? object.attributes[column]
                                             : columns[column];
  }
};

// REQUIRES: `body` outlives the set. What stands before damage is kept.
Set parse_set(std::string_view body);

// The values as UTF-8: "7, 8, 9"; at most `most` of them, and then "…".
std::string text_of(const Attribute& attribute, size_t most = 64);
// The same of one.
std::vector<Value> values_of(const Attribute& attribute, size_t most = 64);
std::optional<double> number_of(const Attribute& attribute);
// OBNAMEs, of OBNAME and OBJREF attributes.
std::vector<ObName> names_of(const Attribute& attribute, size_t most);

// Bytes of a file as UTF-8, one line, without blanks at either end.
std::string clean(std::string_view bytes);

} // namespace readers::dlis
