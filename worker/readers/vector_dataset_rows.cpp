// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_dataset_rows.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/vector_metadata.hpp"

#include <algorithm>

namespace readers {

base::Result<void> DatasetRows::rewind() {
  if (m_kept_all) {
    m_number = 0;
    return {};
  }
  m_kept.clear();
  m_kept_bytes = 0;
  TRY_ASSIGN(auto features, m_dataset.features(m_layer));
  m_features.emplace(std::move(features));
  m_number = 0;
  m_first_pass = m_passes++ == 0;
  return {};
}

base::Result<bool> DatasetRows::next(VectorRow& row) {
  if (m_kept_all) {
    if (m_number == m_kept.size()) {
      return false;
    }
    row.values = m_kept[m_number];
    row.number = ++m_number;
    return true;
  }
  if (m_stopped_after && m_number >= *m_stopped_after) {
    return false;
  }
  auto more = m_features->next(m_feature);
  if (!more) {
    m_damage = more.error().message;
    m_stopped_after = m_number;
    return false;
  }
  if (!*more) {
    m_kept_all = m_kept.size() == m_number;
    return false;
  }
  row.number = ++m_number;
  row.values.clear();
  for (auto& value : m_feature.values) {
    row.values.push_back(plain(std::move(value)));
  }
  if (m_first_pass) {
    note_geometry();
    note_label(row);
  }
  keep(row);
  return true;
}

void DatasetRows::keep(const VectorRow& row) {
  if (m_kept.size() + 1 != row.number) {
    return; // one before it was too much
  }
  for (const auto& value : row.values) {
    m_kept_bytes += sizeof value + value.size();
  }
  if (m_kept_bytes <= k_most_kept) {
    m_kept.push_back(row.values);
  } else {
    m_kept = {};
  }
}

std::vector<std::string> DatasetRows::complaints() {
  return m_features ? m_features->take_complaints()
                    : std::vector<std::string>();
}

std::vector<std::pair<std::string, uint64_t>>
DatasetRows::geometry_types() const {
  std::vector<std::pair<std::string, uint64_t>> out(m_types.begin(),
                                                    m_types.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.second > b.second;
  });
  return out;
}

std::string DatasetRows::plain(std::string value) {
  if (!base::is_utf8(value)) {
    m_recoded += m_first_pass ? 1 : 0;
    value = domain::decode_text(value).text;
  }
  return without_markup(value);
}

void DatasetRows::note_label(const VectorRow& row) {
  auto text = plain(std::move(m_feature.label));
  if (text.empty() || std::find(row.values.begin(), row.values.end(), text) !=
                          row.values.end()) {
    return;
  }
  if (m_labels.size() < k_most_labels) {
    m_labels.push_back({row.number, std::move(text)});
  } else {
    ++m_labels_left_out;
  }
}

void DatasetRows::note_geometry() {
  if (m_feature.geometry_type.empty()) {
    ++m_bare;
    return;
  }
  if (m_types.size() < 50 || m_types.count(m_feature.geometry_type) > 0) {
    ++m_types[m_feature.geometry_type];
  }
  if (m_feature.extent) {
    geodata::grow(m_extent, *m_feature.extent);
  }
}

} // namespace readers
