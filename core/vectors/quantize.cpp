// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/quantize.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace vectors {
namespace {

constexpr float k_infinity = std::numeric_limits<float>::infinity();

// A float not below `value`.
float rounded_up(double value) {
  if (!(value <= std::numeric_limits<float>::max())) {
    return k_infinity;
  }
  const auto near = static_cast<float>(value);
  return static_cast<double>(near) < value ? std::nextafter(near, k_infinity)
                                           : near;
}

// Squares are summed in double: n+2 roundings of 2^-53 each, of which the root
// halves the effect; for 65,536 values that is below 2^-37. Floats cannot
// overflow or underflow it: squares lie between 2^-298 and 2^256.
constexpr double k_slack = 1 + 0x1p-36;

struct Norms {
  double row = 0;
  double coded = 0;
  double error = 0;
};

// `scale` times a code is exact in double: 24 and at most 16 bits. Eight sums
// each, so that one addition need not wait for the last.
template <typename Code>
Norms norms_of(std::span<const float> row, const Code* codes, float scale) {
  constexpr size_t k_lanes = 8;
  double rows[k_lanes] = {};
  double coded[k_lanes] = {};
  double errors[k_lanes] = {};
  const auto add = [&](size_t lane, double value, double code) {
    rows[lane] += value * value;
    coded[lane] += code * code;
    errors[lane] += (value - code) * (value - code);
  };
  size_t i = 0;
  for (; i + k_lanes <= row.size(); i += k_lanes) {
    for (size_t lane = 0; lane < k_lanes; ++lane) {
      add(lane, row[i + lane], static_cast<double>(scale) * codes[i + lane]);
    }
  }
  for (; i < row.size(); ++i) {
    add(0, row[i], static_cast<double>(scale) * codes[i]);
  }
  const auto norm = [](const double(&lanes)[k_lanes]) {
    return std::sqrt(std::accumulate(lanes, lanes + k_lanes, 0.0));
  };
  return {norm(rows), norm(coded), norm(errors)};
}

// The largest magnitude; infinity if any value is not finite.
float reach_of(std::span<const float> row) {
  float out = 0;
  bool finite = true;
  for (const float value : row) {
    out = std::max(out, std::fabs(value)); // false for NaN: keeps `out`
    finite &= std::isfinite(value);
  }
  return finite ? out : k_infinity;
}

template <typename Code>
RowCode code_of(std::span<const float> row, const Code* codes, float scale) {
  const Norms norms = norms_of(row, codes, scale);
  return {scale, rounded_up(norms.error * k_slack),
          rounded_up(std::max(norms.row, norms.coded) * k_slack)};
}

template <typename Code>
RowCode quantize(std::span<const float> row, Code* codes, int most) {
  std::fill_n(codes, padded(row.size()), Code{0});
  const float reach = reach_of(row);
  if (!std::isfinite(reach)) {
    return {0, k_infinity, k_infinity};
  }
  float scale = reach / static_cast<float>(most);
  if (scale < std::numeric_limits<float>::min()) {
    scale = 0; // too small for a scale of full precision: all is error
  } else {
    const double inverse = 1.0 / scale;
    for (size_t i = 0; i < row.size(); ++i) {
      const double value = row[i] * inverse;
      const int nearest = static_cast<int>(value + std::copysign(0.5, value));
      codes[i] = static_cast<Code>(std::clamp(nearest, -most, most));
    }
  }
  return code_of(row, codes, scale);
}

} // namespace

RowCode quantize_row(std::span<const float> row, std::span<int8_t> codes) {
  ASSERT(codes.size() == padded(row.size()));
  return quantize(row, codes.data(), 127);
}

bool certifies(const RowCode& code, std::span<const float> row,
               std::span<const int8_t> codes) {
  const auto pad = codes.subspan(row.size());
  const bool shaped =
      code.scale >= 0 && std::isfinite(code.scale) &&
      std::none_of(codes.begin(), codes.end(),
                   [](int8_t c) { return c == -128; }) &&
      std::all_of(pad.begin(), pad.end(), [](int8_t c) { return c == 0; });
  if (!shaped || !std::isfinite(reach_of(row))) {
    return shaped && code.error == k_infinity && code.norm == k_infinity;
  }
  const Norms norms = norms_of(row, codes.data(), code.scale);
  return code.error >= norms.error && code.norm >= norms.row &&
         code.norm >= norms.coded;
}

QueryCode quantize_query(std::span<const float> query) {
  QueryCode out;
  const size_t size = padded(query.size());
  out.values.resize(size);
  out.code = quantize(query, out.values.data(), 32639);
  out.high.resize(size);
  out.low.resize(size);
  for (size_t i = 0; i < size; ++i) {
    const int high = (out.values[i] + 128) >> 8;
    const int low = out.values[i] - high * 256;
    out.high[i] = static_cast<int8_t>(high);
    out.low[i] = static_cast<int8_t>(low);
    out.high_sum += high;
    out.low_sum += low;
  }
  out.coarse = std::isfinite(out.code.norm)
                   ? code_of(query, out.high.data(), 256 * out.code.scale)
                   : out.code;
  return out;
}

} // namespace vectors
