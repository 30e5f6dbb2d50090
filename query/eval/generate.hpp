// SPDX-License-Identifier: Apache-2.0
//
// Questions made of what an archive holds. What finds is also what makes them,
// so they show what has changed, not how good an archive is: sets made by
// people come first.
#pragma once

#include "query/core/archive_view.hpp"
#include "query/eval/question_set.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace eval {

struct GenerateOptions {
  size_t count = 100;
  uint64_t seed = 1;
};

struct Generated {
  std::vector<Item> items;                 // at most `count`
  std::map<std::string, uint64_t> refused; // by the gate that refused
};

// Of each kind alike, as long as the archive has something for it: which file
// holds an identifier, an identifier that differs from one by a digit and is
// absent, what a fact of an identifier is, which file has a value of a fact,
// and words of a sentence. A document gives at most one of a kind. The same for
// the same archive and seed. Takes time by the documents looked at and by how
// often their words occur.
// REQUIRES: search_families() are open.
base::Result<Generated> generate(const query::ArchiveView& view,
                                 const GenerateOptions& options);

} // namespace eval
