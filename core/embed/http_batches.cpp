// SPDX-License-Identifier: Apache-2.0
#include "core/embed/http_batches.hpp"

#include "core/embed/vector_math.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace embed {
namespace {

using base::Errc;
using nlohmann::json;

base::Result<std::vector<float>> row_of(const json& values,
                                        uint32_t dimensions) {
  if (!values.is_array() || values.empty() ||
      (dimensions != 0 && values.size() != dimensions)) {
    return base::fail(
        Errc::corrupt,
        "the endpoint gives " +
            std::to_string(values.is_array() ? values.size() : 0) +
            " dimensions where " + std::to_string(dimensions) + " are wanted");
  }
  std::vector<float> row;
  row.reserve(values.size());
  for (const auto& value : values) {
    if (!value.is_number()) {
      return base::fail(Errc::corrupt,
                        "the endpoint gives a vector that is not of numbers");
    }
    row.push_back(value.get<float>());
  }
  if (!normalise(row)) {
    return base::fail(Errc::corrupt,
                      "the endpoint gives a vector that is zero or not finite");
  }
  return row;
}

std::optional<uint64_t> counted_tokens(const json& root) {
  const auto usage = root.find("usage");
  if (usage == root.end() || !usage->is_object()) {
    return std::nullopt;
  }
  for (const auto* key : {"total_tokens", "prompt_tokens"}) {
    const auto found = usage->find(key);
    if (found != usage->end() && found->is_number_unsigned()) {
      return found->get<uint64_t>();
    }
  }
  return std::nullopt;
}

} // namespace

uint64_t estimated_tokens(std::string_view text) {
  return text.size() / 3 + 1;
}

std::vector<Batch> batches_of(std::span<const std::string> texts,
                              const BatchLimits& limits) {
  std::vector<Batch> out;
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto tokens = estimated_tokens(texts[i]);
    if (out.empty() || out.back().tokens + tokens > limits.tokens ||
        i - out.back().begin >= limits.texts) {
      out.push_back({i, i, 0});
    }
    out.back().end = i + 1;
    out.back().tokens += tokens;
  }
  return out;
}

base::Result<Embeddings> parse_embeddings(std::string_view text, size_t texts,
                                          uint32_t dimensions) {
  const auto root = json::parse(text, nullptr, false);
  const auto data = root.is_object() ? root.find("data") : root.end();
  if (!root.is_object() || data == root.end() || !data->is_array()) {
    return base::fail(Errc::corrupt,
                      "the endpoint's answer is not a list of embeddings");
  }
  Embeddings out;
  out.rows.resize(texts);
  for (const auto& item : *data) {
    const auto index = item.is_object() ? item.find("index") : item.end();
    const auto values = item.is_object() ? item.find("embedding") : item.end();
    if (!item.is_object() || index == item.end() || values == item.end() ||
        !index->is_number_unsigned() || *index >= texts ||
        !out.rows[index->get<size_t>()].empty()) {
      return base::fail(Errc::corrupt,
                        "the endpoint's answer has rows out of place");
    }
    TRY_ASSIGN(out.rows[index->get<size_t>()], row_of(*values, dimensions));
  }
  const auto length = texts == 0 ? 0 : out.rows[0].size();
  if (std::any_of(out.rows.begin(), out.rows.end(), [&](const auto& row) {
        return row.empty() || row.size() != length;
      })) {
    return base::fail(Errc::corrupt,
                      "the endpoint's answer lacks rows or mixes dimensions");
  }
  out.tokens = counted_tokens(root);
  return out;
}

} // namespace embed
