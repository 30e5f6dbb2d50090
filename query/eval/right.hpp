// SPDX-License-Identifier: Apache-2.0
//
// What is right for a question, as the archive has it. Private to the room.
#pragma once

#include "query/core/archive_view.hpp"
#include "query/eval/question_set.hpp"
#include "query/search/question.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace eval {

struct Right {
  std::vector<double> grades; // one a document
  // Every path of each document, also those that the set does not name.
  std::map<query::HitPath, size_t> document;
  std::set<std::string> formats;
  std::vector<std::string> missing;
};

base::Result<Right> right_of(const query::ArchiveView& view, const Item& item);

} // namespace eval
