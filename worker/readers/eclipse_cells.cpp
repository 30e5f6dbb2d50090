// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_cells.hpp"

#include <cmath>

namespace readers::eclipse {

void Corners::set_axes(const std::array<double, 6>& axes) {
  const double ox = axes[2];
  const double oy = axes[3];
  const double yx = axes[0] - ox;
  const double yy = axes[1] - oy;
  const double xx = axes[4] - ox;
  const double xy = axes[5] - oy;
  const double x_size = std::hypot(xx, xy);
  const double y_size = std::hypot(yx, yy);
  if (x_size > 0 && y_size > 0 && std::isfinite(x_size) &&
      std::isfinite(y_size)) {
    m_axes = {ox, oy, xx / x_size, xy / x_size, yx / y_size, yy / y_size};
  }
}

bool Corners::take(double value) {
  m_point[m_at] = value;
  m_at = (m_at + 1) % 3;
  return m_at == 0;
}

void Corners::place() {
  double x = m_point[0];
  double y = m_point[1];
  if (m_axes && !m_map) {
    const auto& a = *m_axes;
    x = a[0] + m_point[0] * a[2] + m_point[1] * a[4];
    y = a[1] + m_point[0] * a[3] + m_point[1] * a[5];
  }
  m_x.add(x);
  m_y.add(y);
}

void Corners::add_pillar(double value) {
  if (take(value)) {
    place();
  }
}

void Corners::add_corner(double value) {
  if (take(value)) {
    place();
    m_z.add(m_point[2]);
  }
}

std::optional<geodata::Box> Corners::box() const {
  if (m_x.count == 0 || m_y.count == 0) {
    return std::nullopt;
  }
  return geodata::Box{m_x.least, m_y.least, m_x.most, m_y.most};
}

} // namespace readers::eclipse
