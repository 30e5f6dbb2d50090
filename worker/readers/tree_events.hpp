// SPDX-License-Identifier: Apache-2.0
//
// XML and JSON as one stream of events: things with names, values with names,
// each with the line where it stands. What an array of JSON holds comes, as in
// XML, as siblings of one name. Nothing of the file is kept but the way to
// where it is read.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

using TreeAttributes = std::vector<std::pair<std::string, std::string>>;

// One thread. A failed Result ends the parsing and is returned.
class TreeEvents {
public:
  TreeEvents() = default;
  TreeEvents(const TreeEvents&) = delete;
  TreeEvents& operator=(const TreeEvents&) = delete;
  virtual ~TreeEvents() = default;

  // Names of XML are without their prefix. UTF-8.
  virtual base::Result<void> open(std::string_view name,
                                  const TreeAttributes& attributes,
                                  uint64_t line) = 0;
  // Text of its own, without anything inside; may be "".
  virtual base::Result<void> value(std::string_view name, std::string_view text,
                                   const TreeAttributes& attributes,
                                   uint64_t line) = 0;
  virtual base::Result<void> close() = 0;
};

// Where a file stopped being what it should be.
struct TreeDamage {
  uint64_t line = 0; // 0: it is whole
  std::string reason;
  uint64_t from = 0; // line of the last event; what follows did not come

  // Lines of JSON Lines that are not JSON: the first of them, and how many.
  // They do not end the reading.
  struct BadLine {
    uint64_t line = 0;
    std::string reason;
  };
  std::vector<BadLine> bad_lines = {};
  uint64_t bad_line_count = 0;
};

inline constexpr size_t k_most_bad_lines = 100; // that are named

inline constexpr size_t k_deepest_tree = 200;
// Bytes of one value that are kept.
inline constexpr size_t k_longest_value = size_t{1} << 20;

// By libxml2's streaming reader: no network, no entity but the five of XML is
// replaced, never deeper than k_deepest_tree. `space` is set to the namespace
// of the root before its open().
base::Result<TreeDamage> parse_xml(const std::string& path, TreeEvents& events,
                                   std::string& space);

// One value, or several one after the other (JSON Lines). What stands at the
// top has the name "". UTF-8 with or without a byte order mark. Where the first
// value ends on its own line, or the file is called .jsonl or .ndjson, each
// line is a value: a bad one is named and the next one is read.
base::Result<TreeDamage> parse_json(const std::string& path,
                                    TreeEvents& events);

} // namespace readers
