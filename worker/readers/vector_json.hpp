// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace readers {

// "geojson", "geojsonseq", "topojson" or "esrijson" by the members of the
// outermost object of a JSON text, of which `text` may be only the start; ""
// if it is none of them. RFC 7946, RFC 8142. Linear.
std::string_view json_kind_of(std::string_view text);

} // namespace readers
