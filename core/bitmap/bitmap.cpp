// SPDX-License-Identifier: Apache-2.0
#include "core/bitmap/bitmap.hpp"

#include <roaring/roaring.h>

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

} // namespace bitmap
