// SPDX-License-Identifier: Apache-2.0
//
// The text of a message: plain, HTML, or the better of the two where they say
// the same.
#pragma once

#include "core/domain/document.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct MailBody {
  bool html = false;
  std::string text; // UTF-8
  // Soft line breaks are none (RFC 3676); `delete_space` as DelSp.
  bool flowed = false;
  bool delete_space = false;
  // As MimePart has them.
  uint32_t alternative = 0;
  uint32_t branch = 0;
};

// The bodies that are to be shown, in their order: of each set of alternatives
// the branch of plain text, unless another has more than twice its words.
std::vector<const MailBody*> chosen_bodies(const std::vector<MailBody>& bodies);

// As passages. `title`: that of the document.
base::Result<void> put_body(const MailBody& body, std::string_view title,
                            domain::DocumentSink& sink);

} // namespace readers
