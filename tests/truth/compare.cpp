// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/compare.hpp"

#include <charconv>
#include <cmath>

namespace truth {

std::string cell(const Row& row, const std::string& column) {
  const auto found = row.find(column);
  return found == row.end() ? "" : found->second;
}

const domain::Fact* find(const Document& document, std::string_view key) {
  for (const auto& fact : document.facts) {
    if (fact.key == key) {
      return &fact;
    }
  }
  return nullptr;
}

std::vector<std::string> texts(const Document& document, std::string_view key) {
  std::vector<std::string> found;
  for (const auto& fact : document.facts) {
    if (fact.key == key) {
      found.push_back(fact.text);
    }
  }
  return found;
}

bool refused(const Document& document, std::string_view field,
             std::string_view raw) {
  for (const auto& reject : document.rejects) {
    if (reject.field == field && reject.raw == raw) {
      return true;
    }
  }
  return false;
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || stop != end) {
    return std::nullopt;
  }
  return value;
}

Outcome outcome_of(bool same, std::string ours) {
  return {same ? Verdict::agreed : Verdict::differs, std::move(ours)};
}

Outcome same_text(const std::string& theirs, const domain::Fact* ours) {
  if (theirs.empty() && ours == nullptr) {
    return {};
  }
  if (ours == nullptr) {
    return {Verdict::missing, ""};
  }
  return outcome_of(ours->text == theirs, ours->text);
}

Outcome same_number(const std::string& theirs, const domain::Fact* ours) {
  if (ours == nullptr || !ours->number) {
    return same_text(theirs, ours);
  }
  const auto value = number(theirs);
  const double scale = std::fabs(*ours->number) + 1e-9;
  return outcome_of(value && std::fabs(*value - *ours->number) <= scale * 1e-6,
                    ours->text);
}

} // namespace truth
