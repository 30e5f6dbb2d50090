// SPDX-License-Identifier: Apache-2.0
//
// What a document says of itself as a source: how old it is, and of a contract
// whether it is one or only its form.
#pragma once

#include "core/domain/document.hpp"
#include "query/core/content_at.hpp"

#include <string>
#include <vector>

namespace query {

// What facts of a file say of its age, with what says it: "log 19-APR-1990"; ""
// for nothing. A date in a column of a table dates no file.
std::string said_date(const std::vector<domain::Fact>& facts);

// said_date(), else when its file was changed: "file 2024-05-02"; "" if
// neither is known. REQUIRES: manifest is open.
std::string date_of_source(const std::vector<domain::Fact>& facts,
                           const ContentPlace& place, const std::string& root,
                           const std::string& path);

// "template, 12 blanks to be filled, amends …"; "" where it says nothing.
std::string contract_state(const std::vector<domain::Fact>& facts);

} // namespace query
