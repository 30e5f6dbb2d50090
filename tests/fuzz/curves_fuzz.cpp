// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/domain/curves.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<domain::CurveProblem> problems;
  const auto curves = domain::CurveFamilies::parse(text, problems);
  for (const auto& problem : problems) {
    ASSERT(!problem.what.empty());
  }
  const auto family = curves.of(text.substr(0, 40), text.substr(0, 10), text);
  ASSERT(!family || !family->empty());
  for (const auto name : curves.named(text)) {
    ASSERT(!name.empty());
  }
  return 0;
}
