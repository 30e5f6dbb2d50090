// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_header.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers::las {
namespace {

constexpr std::array<std::string_view, 34> k_names{"COMPANY",
                                                   "COMPANY NAME",
                                                   "WELL",
                                                   "WELL NAME",
                                                   "FIELD",
                                                   "FIELD NAME",
                                                   "LOCATION",
                                                   "PROVINCE",
                                                   "COUNTY",
                                                   "COUNTY NAME",
                                                   "STATE",
                                                   "COUNTRY",
                                                   "SERVICE COMPANY",
                                                   "LOG DATE",
                                                   "LOGDATE",
                                                   "DATE",
                                                   "UNIQUE WELL ID",
                                                   "UNIQUE WELL IDENTIFIER",
                                                   "API NUMBER",
                                                   "API WELL NUMBER",
                                                   "LEASE NAME",
                                                   "LEASE",
                                                   "SECTION",
                                                   "TOWNSHIP",
                                                   "RANGE",
                                                   "LATITUDE",
                                                   "LONGITUDE",
                                                   "PERMANENT DATUM",
                                                   "RUN NUMBER",
                                                   "SERVICE ORDER",
                                                   "WELL NAME & NUMBER",
                                                   "SURFACE LOCATION",
                                                   "LICENCE",
                                                   "LICENSE"};

bool is_name(std::string_view text) {
  text = trimmed(text);
  return std::any_of(
      k_names.begin(), k_names.end(),
      [&](std::string_view name) { return is_word(text, name); });
}

bool fixed_order(const Item& item) {
  return is_word(item.mnemonic, "STRT") || is_word(item.mnemonic, "STOP") ||
         is_word(item.mnemonic, "STEP") || is_word(item.mnemonic, "NULL");
}

} // namespace

const Item* Header::find(const std::vector<Item>& items,
                         std::initializer_list<std::string_view> mnemonics) {
  for (const auto name : mnemonics) {
    for (const auto& item : items) {
      if (is_word(item.mnemonic, name)) {
        return &item;
      }
    }
  }
  return nullptr;
}

double Header::version_number() const {
  const auto* item = find(version, {"VERS"});
  const auto number = item == nullptr ? std::nullopt : number_of(item->value);
  return number.value_or(2.0);
}

bool Header::wrapped() const {
  const auto* item = find(version, {"WRAP"});
  return item != nullptr && upper_of(item->value) == "YES";
}

Delimiter Header::delimiter() const {
  const auto* item = find(version, {"DLM"});
  return item == nullptr ? Delimiter::blank
                         : delimiter_of(item->value).value_or(Delimiter::blank);
}

std::optional<double> Header::null_value() const {
  const auto* item = find(well, {"NULL"});
  return item == nullptr ? std::nullopt : number_of(item->value);
}

void order_values(Header& header) {
  int before = 0, after = 0;
  for (const auto& item : header.well) {
    if (!fixed_order(item)) {
      before += is_name(item.value);
      after += is_name(item.description);
    }
  }
  const bool old = header.version_number() < 2;
  const bool behind = before != after ? before > after : old;
  if (!behind) {
    return;
  }
  for (auto& item : header.well) {
    // Where nothing stands behind the colon, what stands before it is the
    // value if it is a number, or in a file of 2.0 if it is not the name.
    const bool stays = fixed_order(item) ||
                       (item.description.empty() && !is_name(item.value) &&
                        (!old || number_of(item.value)));
    if (!stays) {
      std::swap(item.value, item.description);
    }
  }
}

} // namespace readers::las
