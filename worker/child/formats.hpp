// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace child {

// docs/formats.md: what each reader of this build says of its formats, as
// Markdown.
std::string formats_page();

} // namespace child
