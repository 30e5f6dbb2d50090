// SPDX-License-Identifier: Apache-2.0
//
// Seismic Unix and SEG-D files, made field by field.
#pragma once

#include <cstdint>
#include <string>

namespace readers_test {

inline void put_number(std::string& out, size_t position, size_t width,
                       uint64_t value, bool little = false) {
  for (size_t i = 0; i < width; ++i) {
    const size_t at = little ? i : width - 1 - i;
    out[position - 1 + at] = static_cast<char>(value >> (8 * i));
  }
}

struct SuSample {
  bool little = false;
  unsigned traces = 6, samples = 20, interval = 4000;

  std::string bytes() const {
    std::string out;
    for (unsigned i = 0; i < traces; ++i) {
      std::string trace(240 + 4UL * samples, '\0');
      put_number(trace, 1, 4, i + 1, little);
      put_number(trace, 9, 4, 7, little);
      put_number(trace, 21, 4, 300 + i, little);
      put_number(trace, 29, 2, 1, little);
      put_number(trace, 37, 4, 100 * i, little);
      put_number(trace, 71, 2, 1, little);
      put_number(trace, 73, 4, 5000 + i, little);
      put_number(trace, 115, 2, samples, little);
      put_number(trace, 117, 2, interval, little);
      for (size_t k = 240; k < trace.size(); ++k) {
        trace[k] = static_cast<char>(k * 37 + i * 11 + 3);
      }
      out += trace;
    }
    return out;
  }
};

// Revision 0 to 3: a general header, two channel sets, and some samples.
struct SegdSample {
  int revision = 1;
  bool label = false;
  unsigned sets = 2;

  std::string bytes() const {
    std::string first(32, '\0');
    put_number(first, 1, 2, revision == 0 ? 0x0100 : 0xFFFF);
    put_number(first, 3, 2, 0x8058);
    put_number(first, 11, 1, 0x07);
    put_number(first, 12, 2, revision == 0 ? 0x0052 : 0x1052); // day 52
    put_number(first, 14, 3, 0x130415);
    put_number(first, 17, 1, 0x13);
    put_number(first, 23, 1, 0x20); // 2 ms
    put_number(first, 26, 2, revision == 0 ? 0x8004 : 0x8FFF);
    put_number(first, 28, 1, 0x01);
    put_number(first, 29, 1, sets / 10 * 16 + sets % 10);
    std::string out = label ? storage_label() : "";
    out += first;
    if (revision > 0) {
      out += second();
    }
    for (unsigned i = 0; i < sets; ++i) {
      out += revision >= 3 ? set3(i) : set(i);
    }
    return out + std::string(4000, '\1');
  }

private:
  static std::string storage_label() {
    std::string text = "   1SD1.0RECORD";
    text.resize(128, ' ');
    return text;
  }
  std::string second() const {
    std::string block(32, '\0');
    put_number(block, 1, 3, 70000); // file number
    put_number(block, 11, 1, static_cast<uint64_t>(revision));
    if (revision >= 3) {
      put_number(block, 17, 4, 6000000);
      put_number(block, 23, 4, 2000);
    } else {
      put_number(block, 15, 3, 6000);
    }
    return block;
  }
  static std::string set(unsigned i) {
    std::string block(32, '\0');
    put_number(block, 1, 1, 1);
    put_number(block, 2, 1, i + 1);
    put_number(block, 5, 2, 3000); // of 2 ms
    put_number(block, 9, 2, i == 0 ? 0x0002 : 0x0480);
    put_number(block, 11, 1, i == 0 ? 0x90 : 0x10);
    put_number(block, 13, 2, 0x0206);
    return block;
  }
  static std::string set3(unsigned i) {
    std::string block(96, '\0');
    put_number(block, 1, 1, 1);
    put_number(block, 2, 2, i + 1);
    put_number(block, 4, 1, i == 0 ? 0x90 : 0x10);
    put_number(block, 9, 4, 6000000);
    put_number(block, 21, 3, i == 0 ? 2 : 480);
    put_number(block, 24, 3, 2000);
    return block;
  }
};

} // namespace readers_test
