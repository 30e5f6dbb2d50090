// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace query {
namespace {

class Check {
public:
  explicit Check(const GraphFile& file)
      : m_file(file), m_header(file.header()), m_layout(file.layout()),
        m_points(static_cast<uint32_t>(m_header.points)) {}

  bool points_fit() const;
  bool upper_fits();
  bool copies_fit() const;

private:
  bool list_fits(size_t at, uint32_t most) const;
  bool tail_fits(size_t at) const;
  bool upper_list_fits(size_t at, uint32_t level) const;

  const GraphFile& m_file;
  const GraphHeader& m_header;
  const GraphLayout& m_layout;
  uint32_t m_points;
  std::vector<uint8_t> m_levels; // of each point
};

// A number of links, and the points that they lead to. What hnswlib keeps in
// the number's upper half (a mark of deletion) is never set by us.
bool Check::list_fits(size_t at, uint32_t most) const {
  const uint32_t count = m_file.number_at(at);
  if (count > most) {
    return false;
  }
  uint32_t highest = 0; // no early end: this is read as fast as memory goes
  for (uint32_t i = 0; i < count; ++i) {
    highest = std::max(highest, m_file.number_at(at + 4 + size_t{i} * 4));
  }
  return count == 0 || highest < m_points;
}

bool Check::tail_fits(size_t at) const {
  float scale = 0;
  uint64_t row = 0;
  std::memcpy(&scale, m_file.data() + at, sizeof scale);
  std::memcpy(&row, m_file.data() + at + PointTail::k_scale_bytes, sizeof row);
  return row < m_header.rows && std::isfinite(scale) && scale >= 0;
}

bool Check::points_fit() const {
  const uint32_t most = 2 * m_header.links;
  const size_t tail = 4 + size_t{most} * 4;
  bool fits = true;
  for (uint64_t i = 0; i < m_header.points && fits; ++i) {
    const size_t at = m_layout.points + i * m_layout.point_bytes;
    fits = list_fits(at, most) && tail_fits(at + tail);
  }
  return fits;
}

// Where a list above the lowest level leads to must reach up to that level.
bool Check::upper_list_fits(size_t at, uint32_t level) const {
  if (!list_fits(at, m_header.links)) {
    return false;
  }
  for (uint32_t i = 0; i < m_file.number_at(at); ++i) {
    if (m_levels[m_file.number_at(at + 4 + size_t{i} * 4)] < level) {
      return false;
    }
  }
  return true;
}

bool Check::upper_fits() {
  m_levels.assign(m_header.points, 0);
  uint64_t lists = 0;
  for (uint64_t i = 0; i < m_header.upper_points; ++i) {
    const uint32_t point = m_file.number_at(m_layout.upper + i * 8);
    const uint32_t levels = m_file.number_at(m_layout.upper + i * 8 + 4);
    if (point >= m_points || levels == 0 || levels > m_header.levels ||
        m_levels[point] != 0) {
      return false;
    }
    m_levels[point] = static_cast<uint8_t>(levels);
    lists += levels;
  }
  if (lists != m_header.upper_lists ||
      (m_points > 0 && m_levels[m_header.entry] != m_header.levels)) {
    return false;
  }
  size_t at = m_layout.lists;
  for (uint64_t i = 0; i < m_header.upper_points; ++i) {
    const uint32_t levels = m_file.number_at(m_layout.upper + i * 8 + 4);
    for (uint32_t level = 1; level <= levels; ++level) {
      if (!upper_list_fits(at, level)) {
        return false;
      }
      at += m_layout.list_bytes;
    }
  }
  return true;
}

// In rising order, so that the copies of a row are found by halving.
bool Check::copies_fit() const {
  uint32_t before = 0;
  for (uint64_t i = 0; i < m_header.copies; ++i) {
    const uint32_t row = m_file.number_at(m_layout.copies + i * 8);
    const uint32_t copy = m_file.number_at(m_layout.copies + i * 8 + 4);
    if (row < before || row >= m_header.rows || copy >= m_header.rows) {
      return false;
    }
    before = row;
  }
  return true;
}

} // namespace

base::Result<void> check_lists(const GraphFile& file) {
  Check check(file);
  const char* bad = !check.points_fit()   ? "points"
                    : !check.upper_fits() ? "upper lists"
                    : !check.copies_fit() ? "copies"
                                          : nullptr;
  if (bad != nullptr) {
    return base::fail(base::Errc::corrupt, file.path() + ": its " + bad +
                                               " lead to what is not there");
  }
  return {};
}

} // namespace query
