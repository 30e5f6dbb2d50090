// SPDX-License-Identifier: Apache-2.0
#include "core/bitmap/bitmap.hpp"

#include <roaring/roaring.h>

#include <algorithm>
#include <array>
#include <bit>

namespace bitmap {

struct Bitmap::State {
  struct Free {
    void operator()(roaring_bitmap_t* owned) const {
      roaring_bitmap_free(owned);
    }
  };
  std::unique_ptr<roaring_bitmap_t, Free> bits;
};

Bitmap::Bitmap() : m_state(std::make_unique<State>()) {
  m_state->bits.reset(roaring_bitmap_create());
}
Bitmap::~Bitmap() = default;
Bitmap::Bitmap(Bitmap&&) noexcept = default;
Bitmap& Bitmap::operator=(Bitmap&&) noexcept = default;

Bitmap::Bitmap(const Bitmap& other) : m_state(std::make_unique<State>()) {
  m_state->bits.reset(roaring_bitmap_copy(other.m_state->bits.get()));
}

Bitmap& Bitmap::operator=(const Bitmap& other) {
  if (this != &other) {
    m_state->bits.reset(roaring_bitmap_copy(other.m_state->bits.get()));
  }
  return *this;
}

Bitmap Bitmap::range(uint32_t from, uint32_t to) {
  Bitmap out;
  roaring_bitmap_add_range(out.m_state->bits.get(), from, to);
  return out;
}

void Bitmap::add(uint32_t number) {
  roaring_bitmap_add(m_state->bits.get(), number);
}

bool Bitmap::contains(uint32_t number) const {
  return roaring_bitmap_contains(m_state->bits.get(), number);
}

uint64_t Bitmap::size() const {
  return roaring_bitmap_get_cardinality(m_state->bits.get());
}

Bitmap& Bitmap::operator|=(const Bitmap& other) {
  roaring_bitmap_or_inplace(m_state->bits.get(), other.m_state->bits.get());
  return *this;
}

Bitmap& Bitmap::operator&=(const Bitmap& other) {
  roaring_bitmap_and_inplace(m_state->bits.get(), other.m_state->bits.get());
  return *this;
}

Bitmap& Bitmap::operator-=(const Bitmap& other) {
  roaring_bitmap_andnot_inplace(m_state->bits.get(), other.m_state->bits.get());
  return *this;
}

uint64_t Bitmap::size_of_both(const Bitmap& other) const {
  return roaring_bitmap_and_cardinality(m_state->bits.get(),
                                        other.m_state->bits.get());
}

bool operator==(const Bitmap& a, const Bitmap& b) {
  return roaring_bitmap_equals(a.m_state->bits.get(), b.m_state->bits.get());
}

void Bitmap::each(const std::function<void(uint32_t)>& visit) const {
  roaring_iterate(
      m_state->bits.get(),
      [](uint32_t number, void* to) {
        (*static_cast<const std::function<void(uint32_t)>*>(to))(number);
        return true;
      },
      const_cast<std::function<void(uint32_t)>*>(&visit));
}

std::string Bitmap::to_bytes() const {
  std::string out(roaring_bitmap_portable_size_in_bytes(m_state->bits.get()),
                  '\0');
  roaring_bitmap_portable_serialize(m_state->bits.get(), out.data());
  return out;
}

base::Result<Bitmap> Bitmap::from_bytes(std::string_view bytes) {
  Bitmap out;
  if (bytes.empty()) {
    return out;
  }
  auto* bits =
      roaring_bitmap_portable_deserialize_safe(bytes.data(), bytes.size());
  if (bits == nullptr) {
    return base::fail(base::Errc::corrupt, "a bitmap is damaged");
  }
  out.m_state->bits.reset(bits);
  return out;
}

void Bits::clear() {
  std::fill(m_words.begin(), m_words.end(), 0);
}

Bitmap Bits::finish() const {
  Bitmap out;
  std::array<uint32_t, 4096> batch{};
  size_t filled = 0;
  const auto flush = [&] {
    roaring_bitmap_add_many(out.m_state->bits.get(), filled, batch.data());
    filled = 0;
  };
  for (size_t i = 0; i < m_words.size(); ++i) {
    for (uint64_t word = m_words[i]; word != 0; word &= word - 1) {
      batch[filled++] = static_cast<uint32_t>(
          i * 64 + static_cast<size_t>(std::countr_zero(word)));
      if (filled == batch.size()) {
        flush();
      }
    }
  }
  flush();
  roaring_bitmap_run_optimize(out.m_state->bits.get());
  return out;
}

} // namespace bitmap
