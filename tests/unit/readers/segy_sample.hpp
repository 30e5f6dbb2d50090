// SPDX-License-Identifier: Apache-2.0
//
// SEG-Y files of any revision, byte order and encoding, made field by field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace readers_test {

struct SegySample {
  bool little = false;
  bool ebcdic = true;
  unsigned major = 0, minor = 0;
  int format = 1;
  unsigned width = 4; // bytes of a sample
  unsigned samples = 10, interval = 4000;
  unsigned traces = 5;
  int extended_declared = 0;
  unsigned extended_actual = 0;
  bool end_stanza = false;
  unsigned extra_headers = 0;
  bool order_mark = false;
  bool samples_in_binary = true;
  bool wide_samples = false; // revision 2: 32-bit count, 64-bit interval
  int scalar = -10;
  int measurement = 1;
  std::vector<unsigned> lengths; // of each trace where they differ
  std::vector<std::string> cards{"C 1 CLIENT: ACME    LINE: 93D",
                                 "C 2 SURVEY: NORTH FLANK", "C40 END"};

  std::string bytes() const;

private:
  void put(std::string& out, size_t position, size_t width_of,
           uint64_t value) const;
  std::string text(const std::vector<std::string>& lines) const;
  std::string trace(unsigned number, unsigned count) const;
};

inline void SegySample::put(std::string& out, size_t position, size_t width_of,
                            uint64_t value) const {
  for (size_t i = 0; i < width_of; ++i) {
    const size_t at = little ? i : width_of - 1 - i;
    out[position - 1 + at] = static_cast<char>(value >> (8 * i));
  }
}

inline std::string
SegySample::text(const std::vector<std::string>& lines) const {
  std::string out;
  for (size_t i = 0; i < 40; ++i) {
    auto line = i < lines.size() ? lines[i] : std::string();
    line.resize(80, ' ');
    out += line;
  }
  if (!ebcdic) {
    return out;
  }
  for (char& c : out) {
    const auto code = static_cast<unsigned char>(c);
    const auto within = [&](char a, char b) { return c >= a && c <= b; };
    unsigned e = 0x40;
    e = within('0', '9') ? 0xF0 + code - '0' : e;
    e = within('A', 'I') ? 0xC1 + code - 'A' : e;
    e = within('J', 'R') ? 0xD1 + code - 'J' : e;
    e = within('S', 'Z') ? 0xE2 + code - 'S' : e;
    e = c == ':' ? 0x7A : c == '(' ? 0x4D : c == ')' ? 0x5D : e;
    e = c == '=' ? 0x7E : c == '.' ? 0x4B : c == '-' ? 0x60 : e;
    c = static_cast<char>(e);
  }
  return out;
}

inline std::string SegySample::trace(unsigned number, unsigned count) const {
  std::string out(240, '\0');
  put(out, 1, 4, number + 1);
  put(out, 9, 4, 100 + number);
  put(out, 21, 4, 500 + number);
  put(out, 29, 2, 1);
  put(out, 71, 2, static_cast<uint64_t>(static_cast<int64_t>(scalar)));
  put(out, 115, 2, count);
  put(out, 117, 2, interval);
  put(out, 181, 4, 6200000 + number);
  put(out, 185, 4, 60700000);
  put(out, 189, 4, 11);
  put(out, 193, 4, 20 + number);
  out.append(240UL * extra_headers, '\0');
  for (unsigned i = 0; i < count * width; ++i) {
    out += static_cast<char>(i * 37 + number * 11 + 0x41);
  }
  return out;
}

inline std::string SegySample::bytes() const {
  std::string out = text(cards);
  out.append(400, '\0');
  put(out, 3213, 2, traces);
  put(out, 3217, 2, interval);
  put(out, 3221, 2, samples_in_binary && !wide_samples ? samples : 0);
  put(out, 3225, 2, static_cast<uint64_t>(format));
  put(out, 3229, 2, 4);
  put(out, 3255, 2, static_cast<uint64_t>(measurement));
  if (wide_samples) {
    put(out, 3269, 4, samples);
  }
  put(out, 3297, 4, order_mark ? 16909060 : 0);
  out[3500] = static_cast<char>(major);
  out[3501] = static_cast<char>(minor);
  put(out, 3503, 2, major > 0 && lengths.empty() ? 1 : 0);
  put(out, 3505, 2, static_cast<uint64_t>(extended_declared));
  put(out, 3507, 2, extra_headers);
  for (unsigned i = 0; i < extended_actual; ++i) {
    const bool last = end_stanza && i + 1 == extended_actual;
    out += text({last ? "((SEG: ENDTEXT))" : "((ACME: NOTES))", "MORE WORDS"});
  }
  for (unsigned i = 0; i < traces; ++i) {
    out += trace(i, lengths.empty() ? samples : lengths.at(i));
  }
  return out;
}

} // namespace readers_test
