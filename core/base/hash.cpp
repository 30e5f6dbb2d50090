// SPDX-License-Identifier: Apache-2.0
#include "core/base/hash.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"

#include <sodium.h>

namespace base {

struct Hasher::State {
  crypto_generichash_state blake;
};

namespace {

void need_sodium() {
  static const int ready = sodium_init();
  ASSERT(ready >= 0);
}

} // namespace

Hasher::Hasher() : m_state(std::make_unique<State>()) {
  need_sodium();
  crypto_generichash_init(&m_state->blake, nullptr, 0, 16);
}

Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::update(std::string_view bytes) {
  crypto_generichash_update(
      &m_state->blake, reinterpret_cast<const unsigned char*>(bytes.data()),
      bytes.size());
  return *this;
}

Hasher& Hasher::field(std::string_view bytes) {
  std::string length;
  append_be64(length, bytes.size());
  return update(length).update(bytes);
}

Hash128 Hasher::finish() {
  Hash128 out;
  crypto_generichash_final(&m_state->blake, out.bytes.data(), out.bytes.size());
  return out;
}

std::string Hash128::hex() const {
  return hex_of(view());
}

uint64_t Hash128::prefix64() const {
  return load_be64(view());
}

Hash128 hash_of(std::string_view bytes) {
  return Hasher().update(bytes).finish();
}

std::string sha256_hex(std::string_view bytes) {
  need_sodium();
  std::array<unsigned char, crypto_hash_sha256_BYTES> out{};
  crypto_hash_sha256(out.data(),
                     reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return hex_of({reinterpret_cast<const char*>(out.data()), out.size()});
}

std::string random_hex(size_t bytes) {
  need_sodium();
  std::string out(bytes, '\0');
  randombytes_buf(out.data(), out.size());
  return hex_of(out);
}

} // namespace base
