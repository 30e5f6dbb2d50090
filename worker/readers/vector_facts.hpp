// SPDX-License-Identifier: Apache-2.0
//
// Facts of one layer: every locator names it.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/vector_metadata.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class LayerFacts {
public:
  // `sink` is borrowed.
  LayerFacts(domain::DocumentSink& sink, std::string layer)
      : m_sink(sink), m_layer(std::move(layer)) {}

  // Nothing if `text` is blank. At most `limit` bytes are kept.
  base::Result<void> text(std::string key, std::string_view text,
                          size_t limit = 1000) const;
  base::Result<void> number(std::string key, double number,
                            std::string unit = {}, std::string text = {}) const;
  base::Result<void> count(std::string key, uint64_t number) const {
    return this->number(std::move(key), static_cast<double>(number));
  }
  base::Result<void> reject(std::string field, std::string_view raw,
                            std::string reason,
                            std::optional<uint64_t> row = {},
                            std::optional<uint64_t> byte = {}) const;

  domain::Locator locator(std::optional<uint64_t> row = {}) const;
  const std::string& layer() const { return m_layer; }
  domain::DocumentSink& sink() const { return m_sink; }

private:
  domain::DocumentSink& m_sink;
  std::string m_layer;
};

// What describes the layer, as one passage.
base::Result<void> put_layer_header(const LayerFacts& facts,
                                    const std::vector<std::string>& lines);

base::Result<void> put_layer_metadata(const LayerFacts& facts,
                                      const LayerMetadata& metadata);

} // namespace readers
