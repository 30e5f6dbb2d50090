// SPDX-License-Identifier: Apache-2.0
//
// A tree of named values as passages: each thing is a record of its own values,
// "well: nameWell: 15/9-F-1; field: Volve", under the path that leads to it.
#pragma once

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/tree_events.hpp"

#include <map>
#include <string>
#include <vector>

namespace readers {

class TreeText : public TreeEvents {
public:
  // Of siblings of one name that are numbers, so many are written.
  static constexpr uint64_t k_shown_numbers = 20;

  explicit TreeText(domain::DocumentSink& sink) : m_packer(sink) {}

  base::Result<void> open(std::string_view name,
                          const TreeAttributes& attributes,
                          uint64_t line) override;
  base::Result<void> value(std::string_view name, std::string_view text,
                           const TreeAttributes& attributes,
                           uint64_t line) override;
  base::Result<void> close() override;
  // After the last event, also of a damaged file.
  base::Result<void> finish();

  uint64_t bytes() const { return m_packer.bytes(); }
  uint64_t things() const { return m_things; }
  // Numbers of data blocks and of long arrays, which are no text.
  uint64_t numbers_left_out() const { return m_numbers; }
  size_t deepest() const { return m_deepest; }
  // "logs > log[2] > logCurveInfo[3]".
  std::string path() const;

private:
  struct Level {
    std::string name;
    uint64_t index = 0; // among siblings of its name, from 1
    uint64_t line = 0;
    std::string record;
    std::string last; // name of the value that the record ends with
    uint64_t repeated = 0;
    std::map<std::string, uint64_t, std::less<>> names; // of what is inside
  };
  base::Result<void> put_record(Level& level);
  void add(Level& level, std::string_view name, const std::string& text);
  bool is_left_out(Level& level, std::string_view name, std::string_view text);

  PassagePacker m_packer;
  std::vector<Level> m_levels;
  uint64_t m_things = 0;
  uint64_t m_numbers = 0;
  size_t m_deepest = 0;
};

// A list of numbers, as data rows and coordinates are; how many, 0 for other
// text and for a single number.
uint64_t numbers_in(std::string_view text);

// "12.5 m", "12.5 (uom: m; datum: KB)": a value with what its attributes say.
std::string with_attributes(std::string_view text,
                            const TreeAttributes& attributes);

} // namespace readers
