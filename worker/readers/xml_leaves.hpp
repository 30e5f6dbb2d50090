// SPDX-License-Identifier: Apache-2.0
//
// A small XML document as its elements in the order in which they end: for
// formats that keep their description in one. No entity is expanded, nothing
// is fetched, depth and size are bounded.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct XmlElement {
  std::vector<std::string> path; // local names, the element's own last
  std::map<std::string, std::string> attributes; // by local name
  std::string text; // of its own, blanks at the ends off; at most 64 KiB
  bool leaf = true; // no element within
  uint64_t line = 0;

  const std::string& name() const { return path.back(); }
  // The name of the element around it; "" for the root.
  std::string parent() const {
    return path.size() > 1 ? path[path.size() - 2] : "";
  }
};

// Calls take() for each element until it says false. Errc::corrupt names the
// line; what stands before it was taken.
base::Result<void>
xml_elements(std::string_view bytes,
             const std::function<bool(const XmlElement&)>& take);

} // namespace readers
