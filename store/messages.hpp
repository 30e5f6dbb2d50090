// SPDX-License-Identifier: Apache-2.0
//
// Rows that hold messages. Private to the store.
#pragma once

#include "store/database.hpp"

#include <climits>
#include <optional>
#include <string>
#include <string_view>

namespace store {

template <typename Message>
base::Result<void> parse_into(std::string_view bytes, Family family,
                              Message& out) {
  if (bytes.size() > INT_MAX ||
      !out.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return base::fail(base::Errc::corrupt,
                      "a row of " + std::string(family_name(family)) +
                          " is damaged: run keybed verify");
  }
  return {};
}

template <typename Message>
base::Result<Message> parse_message(std::string_view bytes, Family family) {
  Message out;
  TRY(parse_into(bytes, family, out));
  return out;
}

template <typename Message>
base::Result<std::optional<Message>>
get_message(const Database& db, Family family, std::string_view key) {
  TRY_ASSIGN(const auto bytes, db.get(family, key));
  if (!bytes) {
    return std::optional<Message>();
  }
  TRY_ASSIGN(auto message, parse_message<Message>(*bytes, family));
  return std::optional<Message>(std::move(message));
}

} // namespace store
