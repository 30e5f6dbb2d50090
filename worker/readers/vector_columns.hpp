// SPDX-License-Identifier: Apache-2.0
//
// The attribute table of a layer: what its columns are, learnt in a first pass,
// and rows as text and keys in a second.
#pragma once

#include "core/domain/document.hpp"
#include "core/geodata/dataset.hpp"
#include "worker/readers/table_profile.hpp"

#include <string>
#include <vector>

namespace readers {

class VectorColumns {
public:
  explicit VectorColumns(const geodata::Layer& layer);

  // First pass. Values are UTF-8 already.
  void learn(const geodata::Feature& feature);
  // Between the passes.
  void choose();

  // Facts of categories and of what nearly every row says.
  base::Result<void> put_facts(domain::DocumentSink& sink) const;
  // One line a column, for the layer's description.
  std::string describe() const;
  // "NAME: value; …" of the columns worth text; "" if none.
  std::string row_text(const geodata::Feature& feature) const;
  // Identifiers of a row.
  base::Result<void> put_keys(const geodata::Feature& feature,
                              const domain::Locator& where,
                              domain::DocumentSink& sink) const;

private:
  struct Column {
    std::string name;
    ColumnProfile profile;
    std::string family; // of its identifiers; "" for none
    bool shown = false;
  };
  std::string m_layer;
  std::vector<Column> m_columns;
  uint64_t m_rows = 0;
};

} // namespace readers
