// SPDX-License-Identifier: Apache-2.0
//
// Values in the representation codes of API RP66 version 1 (1991), appendix B.
// Pure; text is the file's bytes, not yet UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers::dlis {

// Bytes read from front to back. What does not fit makes it fail, and it stays
// so.
class Cursor {
public:
  explicit Cursor(std::string_view bytes) : m_bytes(bytes) {}
  std::string_view take(uint64_t n); // "" and failed if there are fewer
  uint32_t byte() { return number(1); }
  uint32_t number(size_t bytes); // big-endian, of 1, 2 or 4 bytes
  uint32_t uvari();              // UVARI and ORIGIN
  std::string_view ident();      // IDENT and UNITS
  bool failed() const { return m_failed; }
  bool at_end() const { return m_failed || m_at == m_bytes.size(); }
  size_t position() const { return m_at; }
  size_t left() const { return m_bytes.size() - m_at; }
  char peek() const { return m_at < m_bytes.size() ? m_bytes[m_at] : '\0'; }
  std::string_view since(size_t position) const {
    return m_bytes.substr(position, m_at - position);
  }

private:
  std::string_view m_bytes;
  size_t m_at = 0;
  bool m_failed = false;
};

enum class Code : uint8_t {
  fshort = 1,
  fsingl = 2,
  fsing1 = 3,
  fsing2 = 4,
  isingl = 5,
  vsingl = 6,
  fdoubl = 7,
  fdoub1 = 8,
  fdoub2 = 9,
  csingl = 10,
  cdoubl = 11,
  sshort = 12,
  snorm = 13,
  slong = 14,
  ushort = 15,
  unorm = 16,
  ulong = 17,
  uvari = 18,
  ident = 19,
  ascii = 20,
  dtime = 21,
  origin = 22,
  obname = 23,
  objref = 24,
  attref = 25,
  status = 26,
  units = 27,
};

std::string_view name_of(Code code); // "FSINGL"; "" if there is no such code
bool exists(uint32_t code);          // 1 to 27
// Bytes of one value; 0 where they vary.
size_t width_of(Code code);

struct ObName {
  uint32_t origin = 0;
  uint32_t copy = 0;
  std::string_view name;
  friend auto operator<=>(const ObName&, const ObName&) = default;
};
ObName read_obname(Cursor& from);

struct Value {
  std::string text; // as a person would write it
  std::optional<double> number;
};

// One value; nothing if the bytes end within it. Confidence intervals follow
// their value in brackets; a time is "2011-08-20 22:48:50".
std::optional<Value> read_value(Cursor& from, Code code);

// Step over one value.
void skip_value(Cursor& from, Code code);

} // namespace readers::dlis
