// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/gray_image.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace readers {
namespace {

constexpr uint64_t k_widest = 1 << 20;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// The next whole number of a header; comments are passed over.
std::optional<uint64_t> header_number(std::string_view bytes, size_t& at) {
  while (at < bytes.size() && (is_space(bytes[at]) || bytes[at] == '#')) {
    if (bytes[at] == '#') {
      at = std::min(bytes.find('\n', at), bytes.size());
    } else {
      ++at;
    }
  }
  uint64_t value = 0;
  const size_t from = at;
  while (at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9' &&
         value <= k_widest) {
    value = value * 10 + static_cast<uint64_t>(bytes[at++] - '0');
  }
  return at == from || value > k_widest ? std::nullopt
                                        : std::optional<uint64_t>(value);
}

} // namespace

std::vector<GrayImage> parse_pgm(std::string_view bytes) {
  std::vector<GrayImage> out;
  while (bytes.starts_with("P5")) {
    size_t at = 2;
    const auto width = header_number(bytes, at);
    const auto height = header_number(bytes, at);
    const auto most = header_number(bytes, at);
    if (!width || !height || !most || *most > 255 || *width == 0 ||
        *height == 0 || at >= bytes.size() || !is_space(bytes[at])) {
      break;
    }
    ++at;
    const uint64_t size = *width * *height;
    if (size > bytes.size() - at) {
      break;
    }
    out.push_back({static_cast<size_t>(*width), static_cast<size_t>(*height),
                   bytes.substr(at, size), bytes.substr(0, at + size)});
    bytes.remove_prefix(at + size);
  }
  return out;
}

int largest_difference(const GrayImage& a, const GrayImage& b, const Box& box) {
  ASSERT(a.width == b.width && a.height == b.height);
  const auto place = [](double value, size_t most) {
    return static_cast<size_t>(
        std::clamp(value, 0.0, static_cast<double>(most)));
  };
  const size_t left = place(std::floor(box.left), a.width);
  const size_t right = place(std::ceil(box.right), a.width);
  const size_t top = place(std::floor(box.top), a.height);
  const size_t bottom = place(std::ceil(box.bottom), a.height);
  int largest = 0;
  for (size_t y = top; y < bottom; ++y) {
    for (size_t x = left; x < right; ++x) {
      const size_t i = y * a.width + x;
      largest = std::max(
          largest,
          std::abs(static_cast<int>(static_cast<uint8_t>(a.pixels[i])) -
                   static_cast<int>(static_cast<uint8_t>(b.pixels[i]))));
    }
  }
  return largest;
}

} // namespace readers
