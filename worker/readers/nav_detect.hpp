// SPDX-License-Identifier: Apache-2.0
//
// Which navigation format a file is of, by its first cards. Pure.
#pragma once

#include "worker/readers/nav_cards.hpp"
#include "worker/readers/nav_columns.hpp"

#include <string>
#include <string_view>

namespace readers::nav {

enum class Standard { none = 0, segp1, p1, p2, p6, comma };

struct Kind {
  Standard standard = Standard::none;
  Columns columns = Columns::none; // of positions; none if none was seen
  std::string format;              // as in DocumentHead
  bool certain = false;            // no other reader could know better
};

// `head`: the first bytes of the file. `named`: its name says navigation.
Kind kind_of(std::string_view head, bool named);

// "segp1", "p190", "p294" …
bool names_navigation(std::string_view extension);

} // namespace readers::nav
