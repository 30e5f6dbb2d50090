// SPDX-License-Identifier: Apache-2.0
#include "core/embed/vector_math.hpp"

#include <cmath>

namespace embed {

bool normalise(std::span<float> row) {
  double sum = 0;
  for (const float value : row) {
    sum += static_cast<double>(value) * value;
  }
  if (!std::isfinite(sum) || sum <= 0) {
    return false;
  }
  const double scale = 1 / std::sqrt(sum);
  for (float& value : row) {
    value = static_cast<float>(value * scale);
  }
  return true;
}

} // namespace embed
