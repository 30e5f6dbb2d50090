// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_data.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cmath>

namespace readers::las {

void Damage::add(uint64_t at, std::string_view text) {
  if (count++ == 0) {
    line = at;
    raw = std::string(text.substr(0, 200));
  }
}

Data::Data(size_t curves, bool wrapped, Delimiter delimiter,
           std::optional<double> null)
    : m_wrapped(wrapped && curves > 0), m_delimiter(delimiter), m_null(null),
      m_curves(curves) {}

bool Data::is_null(double value) const {
  // Written with more or fewer zeros or digits than in the header.
  return m_null &&
         std::fabs(value - *m_null) <= std::fabs(*m_null) * 1e-9 + 1e-12;
}

void Data::put(size_t column, std::string_view value, uint64_t number) {
  if (column == 0) {
    m_last = clip(value, 64);
    m_last_line = number;
    if (m_rows == 0) {
      m_first = m_last;
      m_first_line = number;
    }
  }
  if (column >= m_curves.size()) {
    return;
  }
  CurveStats& stats = m_curves[column];
  const auto parsed = number_of(value);
  if (!parsed) {
    const auto text = upper_of(value);
    if (text.empty() || text == "NAN" || text == "NULL" || text == "-NAN") {
      ++stats.nulls;
    } else {
      ++stats.texts;
      m_texts.add(number, value);
    }
    return;
  }
  if (is_null(*parsed)) {
    ++stats.nulls;
    return;
  }
  stats.least = stats.values == 0 ? *parsed : std::min(stats.least, *parsed);
  stats.most = stats.values == 0 ? *parsed : std::max(stats.most, *parsed);
  ++stats.values;
}

void Data::add(std::string_view line, uint64_t number) {
  ++m_lines;
  split_row(line, m_delimiter, m_wrapped ? 0 : m_curves.size(), m_values);
  if (m_wrapped) {
    add_wrapped(number);
    return;
  }
  for (size_t i = 0; i < m_values.size(); ++i) {
    put(i, m_values[i], number);
  }
  m_widest = std::max(m_widest, m_values.size());
  if (m_values.size() < m_curves.size()) {
    m_short.add(number, trimmed(line));
  } else if (m_values.size() > m_curves.size() && !m_curves.empty()) {
    m_long.add(number, trimmed(line));
  }
  ++m_rows;
}

void Data::add_wrapped(uint64_t number) {
  // The index stands alone on its line, so that a lost value in one row does
  // not shift the rows behind it.
  const bool alone = m_values.size() == 1;
  if (alone && m_column > 1 && m_column < m_curves.size() &&
      m_curves.size() - m_column > 1) {
    end_row(number);
  }
  for (const auto value : m_values) {
    put(m_column, value, number);
    if (++m_column == m_curves.size()) {
      end_row(number);
    }
  }
}

void Data::end_row(uint64_t number) {
  if (m_column < m_curves.size()) {
    m_short.add(number, m_last);
  }
  m_widest = std::max(m_widest, m_column);
  m_column = 0;
  ++m_rows;
}

void Data::finish() {
  if (m_wrapped && m_column > 0) {
    end_row(m_last_line);
  }
}

} // namespace readers::las
