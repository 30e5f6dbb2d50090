// SPDX-License-Identifier: Apache-2.0
#include "query/scan/bound.hpp"

#include "core/base/assert.hpp"
#include "core/vectors/int8_kernel.hpp"

namespace query {

Bound::Bound(const vectors::RowCode& query, size_t dims)
    : m_scale(query.scale) {
  ASSERT(dims > 0 && dims <= vectors::k_most_dims);
  constexpr double k_above = 1 + 0x1p-40;
  const auto n = static_cast<double>(dims);
  const double rounding = n * 0x1p-24 / (1 - n * 0x1p-24);
  const double norm = query.norm;
  m_per_error = norm * k_above;
  m_per_norm = (query.error + (rounding + 0x1p-48) * norm) * k_above;
  m_underflow = n * 0x1p-149 * k_above;
  m_norm_limit =
      norm > 0 ? 0x1p126 / norm : std::numeric_limits<double>::infinity();
}

} // namespace query
