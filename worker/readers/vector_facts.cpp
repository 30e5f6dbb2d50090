// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_facts.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <cmath>

namespace readers {

base::Result<void> LayerFacts::text(std::string key, std::string_view text,
                                    size_t limit) const {
  const auto value = clip(trim(text), limit);
  if (value.empty()) {
    return {};
  }
  return m_sink.fact({std::move(key), value, std::nullopt, "", locator()});
}

base::Result<void> LayerFacts::number(std::string key, double number,
                                      std::string unit,
                                      std::string text) const {
  if (!std::isfinite(number)) {
    return {};
  }
  if (text.empty()) {
    text = number_text(number);
  }
  return m_sink.fact(
      {std::move(key), std::move(text), number, std::move(unit), locator()});
}

base::Result<void> LayerFacts::reject(std::string field, std::string_view raw,
                                      std::string reason,
                                      std::optional<uint64_t> row,
                                      std::optional<uint64_t> byte) const {
  auto where = locator(row);
  where.byte = byte;
  return m_sink.reject({std::move(where), std::move(field),
                        std::string(raw.substr(0, 200)), std::move(reason)});
}

domain::Locator LayerFacts::locator(std::optional<uint64_t> row) const {
  domain::Locator where;
  where.section = m_layer;
  where.row = row;
  return where;
}

base::Result<void> put_layer_header(const LayerFacts& facts,
                                    const std::vector<std::string>& lines) {
  domain::Passage passage;
  for (const auto& line : lines) {
    passage.text += (passage.text.empty() ? "" : "\n") + clip(line, 2000);
  }
  passage.locator = facts.locator();
  passage.kind = domain::PassageKind::header;
  return passage.text.empty() ? base::Result<void>()
                              : facts.sink().passage(std::move(passage));
}

base::Result<void> put_layer_metadata(const LayerFacts& facts,
                                      const LayerMetadata& metadata) {
  TRY(facts.text("metadata_title", metadata.title));
  for (const auto& [key, text] : metadata.facts) {
    TRY(facts.text(key, text));
  }
  for (const auto& [role, text] : metadata.dates) {
    TRY(put_dates(dates_of(role, role, text, facts.locator()), facts.sink()));
  }
  if (metadata.box) {
    const auto& box = *metadata.box;
    TRY(facts.number("metadata_min_longitude", box.min_x, "degree"));
    TRY(facts.number("metadata_min_latitude", box.min_y, "degree"));
    TRY(facts.number("metadata_max_longitude", box.max_x, "degree"));
    TRY(facts.number("metadata_max_latitude", box.max_y, "degree"));
  }
  for (const auto& text : metadata.prose) {
    TRY(facts.sink().passage(
        {text, facts.locator(), domain::PassageKind::prose}));
  }
  return {};
}

} // namespace readers
