// SPDX-License-Identifier: Apache-2.0
//
// Whether a text says a word of the question in other words: an agreement has a
// "cap" where people ask for the maximum. Pure.
#pragma once

#include <set>
#include <string>

namespace query {

// 1 if `held` has the word; less where it has one of its stem ("terminate",
// "termination") or one that says the same; 0 else. Both as words_of() gives
// them.
double likeness(const std::set<std::string>& held, const std::string& word);

} // namespace query
