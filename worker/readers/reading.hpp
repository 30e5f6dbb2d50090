// SPDX-License-Identifier: Apache-2.0
//
// Small things that the readers of text formats share.
#pragma once

#include "core/domain/document.hpp"

#include <string>
#include <string_view>

namespace readers {

// At most `limit` bytes of `text`, cut between characters.
std::string clip(std::string_view text, size_t limit);

// `text` with what is not UTF-8 replaced by U+FFFD and without control
// characters other than line ends, tabs and form feeds.
std::string clean_utf8(std::string_view text);

// The first line that reads like a heading: 3 to 120 bytes, mostly letters;
// without the marks that decorate it. "" if none of the first 30 lines does.
std::string heading_like(std::string_view text);

// A fact without a locator; nothing if `text` is blank.
base::Result<void> put_text(domain::DocumentSink& sink, std::string key,
                            std::string_view text);
base::Result<void> put_number(domain::DocumentSink& sink, std::string key,
                              double number, std::string unit = {});

// "12", "0.5": shortest text that reads back as `number`.
std::string number_text(double number);

// "Operator Name (2)" → "operator_name_2": letters and digits of ASCII kept,
// others kept as they are, all else one "_". "" if nothing is left.
std::string snake_case(std::string_view name);

} // namespace readers
