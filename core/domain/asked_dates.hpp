// SPDX-License-Identifier: Apache-2.0
//
// For asked_facts(), for nobody else: dates that a question asks for.
#pragma once

#include "core/domain/asked.hpp"

namespace domain {

// "logged in 1984", "spudded before 1980-06-01", "granted between 1965 and
// 1970", "drilled in the 1980s". A date counts only behind a verb that says
// what happened then and a word that says when: before, after, in, on, during,
// since, until, by, from … to, between … and. Bounds are days, yyyymmdd, under
// the key of the date's role (domain/date.hpp). Linear in the question.
std::vector<AskedFact> asked_dates(std::string_view question);

} // namespace domain
