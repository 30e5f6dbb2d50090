// SPDX-License-Identifier: Apache-2.0
//
// The objects of a RESQML 2.0 or 2.2 package and what they say together.
// Arrays lie in an HDF5 file beside it and are not read. Bounded memory.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/xml_leaves.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers::resqml {

class Package {
public:
  // One part of the package by its name. Errc::corrupt where it is no XML.
  base::Result<void> add(const std::string& name, std::string_view bytes);
  void refuse(const std::string& name, std::string reason);
  uint64_t objects() const { return m_count; }
  Findings describe() const;

private:
  struct Object {
    std::string part, type, title, originator, created, software;
    std::vector<std::pair<std::string, std::string>> items;
  };

  void take_item(const XmlElement& element, Object& object);
  void add_relation(const XmlElement& element);
  void keep(Object object);

  void describe_grids(Findings& out) const;
  void describe_names(Findings& out) const;
  void describe_crs(Findings& out) const;
  void describe_origin(Findings& out) const;
  void describe_rows(Findings& out) const;

  std::vector<Object> m_objects;
  std::map<std::string, uint64_t> m_types;
  std::set<std::string> m_external;
  uint64_t m_count = 0;
  std::vector<domain::Reject> m_rejects;
};

} // namespace readers::resqml
