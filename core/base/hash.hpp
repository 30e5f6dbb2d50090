// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace base {

// 128 bits of BLAKE2b (RFC 7693). Wide enough to name documents by content
// even when files are made to collide on purpose.
struct Hash128 {
  std::array<uint8_t, 16> bytes{};

  std::string hex() const;
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  // The first eight bytes, big endian.
  uint64_t prefix64() const;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

// Hash in pieces. `field` writes the length first, so that ("a", "bc") and
// ("ab", "c") differ; `update` does not.
class Hasher {
public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  Hasher& update(std::string_view bytes);
  Hasher& field(std::string_view bytes);
  Hash128 finish();

private:
  struct State;
  std::unique_ptr<State> m_state;
};

Hash128 hash_of(std::string_view bytes);

// SHA-256 (FIPS 180-4) in lower-case hexadecimal: for records that others
// check with tools of their own.
std::string sha256_hex(std::string_view bytes);

// Random bytes of the system in lower-case hexadecimal, two digits each.
std::string random_hex(size_t bytes);

} // namespace base
