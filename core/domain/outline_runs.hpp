// SPDX-License-Identifier: Apache-2.0
//
// Runs of numbers while an outline is read: what follows what, and which runs
// are the structure of a document. Between the files of outline(), for nobody
// else.
#pragma once

#include "core/domain/outline.hpp"
#include "core/domain/outline_label.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace domain {

using Levels = std::vector<Level>;

// Whether a run may begin here: 1, or A.
bool is_first(const Level& level);

// 1 if `next` is the next number: the first below (5, 5.1), the next on any
// level above (5.1, 5.2 or 6), or the first below that (6.1). More if so many
// steps ahead; 0 where it does not follow.
int step(const Levels& last, const Levels& next);
// The same between headings of the format, where first numbers below may be
// missing: 12, 12.4.
int step_of_heading(const Levels& last, const Levels& next);

// A label where it stands.
struct Placed {
  size_t line = 0;
  size_t rest = 0; // where the text behind the label begins
  Levels levels;
  std::vector<std::string> items; // below the number
  bool worded = false;            // a heading, or behind "Article"
  bool titled = false;            // a heading by its format
};

struct Run {
  std::string kind, label; // of the division
  bool lettered = false;   // A.1, A.2, B.1: beside the digits, not instead
  std::vector<Placed> placed;
  size_t since = 0; // bytes behind the last of them
  size_t gaps = 0;
  size_t text = 0; // bytes under it
};

enum class Counting { letters, roman, digits };

// One of "(a)", "(ii)", "(3)".
struct Item {
  std::string word;
  std::string style;
  Counting counting = Counting::letters;
  size_t placed = 0; // index into the run's list
};

// The next of the same list.
bool follows(const Item& last, const Label& next);
// How a list counts that begins with `label`; nothing if none does.
std::optional<Counting> begins_items(const Label& label);

// Which runs are structure; see outline().
class RunRules {
public:
  RunRules(std::span<const OutlineLine> lines, bool contract)
      : m_lines(lines), m_contract(contract) {}

  bool good(const Run& run) const;
  // Enough below a schedule of a document that has a good run.
  bool fair(const Run& run) const;

private:
  struct Shape;
  Shape shape_of(const Run& run) const;
  bool spoken(const Placed& one) const;

  std::span<const OutlineLine> m_lines;
  bool m_contract;
};

} // namespace domain
