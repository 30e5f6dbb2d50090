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

// Dates and years behind a word that says when, of which no verb says what
// happened then: "production in 2010", "reports dated 2013", "since 1990". The
// key is "". Of the first 4096 bytes.
std::vector<AskedFact> loose_dates(std::string_view question);

} // namespace domain
