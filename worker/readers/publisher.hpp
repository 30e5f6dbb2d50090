// SPDX-License-Identifier: Apache-2.0
//
// The text of a Microsoft Publisher file. Its format was never published; what
// is used here can be seen in any such file: the stream "Quill/QuillSub/
// CONTENTS" begins with a list of parts of 24 bytes each, name and place among
// them, and the parts "TEXT" are UTF-16.
#pragma once

#include <string>
#include <string_view>

namespace readers {

// UTF-8, paragraphs between \n; "" if there is no such text. Bounded by the
// bytes: parts that overlap are taken once.
std::string publisher_text(std::string_view contents);

} // namespace readers
