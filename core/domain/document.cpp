// SPDX-License-Identifier: Apache-2.0
#include "core/domain/document.hpp"

#include <utility>

namespace domain {

std::string Locator::display() const {
  std::string out = section;
  const std::pair<const char*, const std::optional<uint64_t>&> parts[] = {
      {"page ", page}, {"line ", line}, {"row ", row}, {"offset ", byte}};
  for (const auto& [name, number] : parts) {
    if (number) {
      out += (out.empty() ? "" : ", ") + (name + std::to_string(*number));
    }
  }
  return out;
}

std::string_view name_of(KeyRole role) {
  switch (role) {
  case KeyRole::subject:
    return "subject";
  case KeyRole::row:
    return "row";
  case KeyRole::mention:
    break;
  }
  return "mention";
}

std::string_view name_of(PassageKind kind) {
  switch (kind) {
  case PassageKind::prose:
    return "prose";
  case PassageKind::record:
    return "record";
  case PassageKind::header:
    return "header";
  }
  return "unknown";
}

} // namespace domain
