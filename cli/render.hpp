// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/collect.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace cli {

using Json = nlohmann::ordered_json;

// `text` for a terminal: valid UTF-8 (what is not is shown as U+FFFD), control
// characters as \xNN, so that no file name or file content can steer it.
std::string printable(std::string_view text);

// Sets `name`, and `name`_base64 too where the bytes are not UTF-8.
void put_bytes(Json& object, const std::string& name, std::string_view bytes);

// What `inspect` shows of one document. Facts are aligned in columns;
// `passages` is how many passages to show.
std::string text_of(const domain::CollectedDocument& document, size_t passages);
Json json_of(const domain::CollectedDocument& document);
Json json_of(const domain::Locator& locator);

// 1234567 -> "1,234,567".
std::string grouped(uint64_t number);
// 1536 -> "1.5 KiB".
std::string byte_size(uint64_t bytes);

} // namespace cli
