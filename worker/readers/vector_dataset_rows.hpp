// SPDX-License-Identifier: Apache-2.0
//
// Features of one layer of a data set as rows, with what their geometries say
// together.
#pragma once

#include "core/geodata/dataset.hpp"
#include "worker/readers/vector_rows.hpp"

#include <map>
#include <optional>
#include <vector>

namespace readers {

class DatasetRows final : public VectorRows {
public:
  // `dataset` is borrowed.
  DatasetRows(const geodata::Dataset& dataset, size_t layer)
      : m_dataset(dataset), m_layer(layer) {}

  base::Result<void> rewind() override;
  // What stands before damage is read; damage() says what it is.
  base::Result<bool> next(VectorRow& row) override;

  std::vector<std::string> complaints();
  const std::string& damage() const { return m_damage; }

  // After the first pass:
  uint64_t recoded() const { return m_recoded; } // values that were not UTF-8
  const std::optional<geodata::Box>& extent() const { return m_extent; }
  uint64_t without_geometry() const { return m_bare; }
  struct Label {
    uint64_t row = 0;
    std::string text;
  };
  // Texts that are drawn and stand in no column; of so many the first.
  static constexpr size_t k_most_labels = 20'000;
  const std::vector<Label>& labels() const { return m_labels; }
  uint64_t labels_left_out() const { return m_labels_left_out; }
  // Most frequent first.
  std::vector<std::pair<std::string, uint64_t>> geometry_types() const;

private:
  // A small layer is read once: opening it again costs more than its rows.
  static constexpr size_t k_most_kept = size_t{4} << 20; // bytes

  void keep(const VectorRow& row);
  std::string plain(std::string value);
  void note_geometry();
  void note_label(const VectorRow& row);

  const geodata::Dataset& m_dataset;
  size_t m_layer;
  std::optional<geodata::Features> m_features;
  geodata::Feature m_feature;
  uint64_t m_number = 0, m_recoded = 0, m_bare = 0;
  int m_passes = 0;
  bool m_first_pass = true;
  std::optional<uint64_t> m_stopped_after;
  std::string m_damage;
  std::vector<std::vector<std::string>> m_kept; // rows 1 to n
  size_t m_kept_bytes = 0;
  bool m_kept_all = false; // to the end of the layer
  std::map<std::string, uint64_t> m_types;
  std::optional<geodata::Box> m_extent;
  std::vector<Label> m_labels;
  uint64_t m_labels_left_out = 0;
};

} // namespace readers
