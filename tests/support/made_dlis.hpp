// SPDX-License-Identifier: Apache-2.0
//
// DLIS files (API RP66 version 1), made value by value: for tests. Written from
// the standard, without the code under test.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace made::dlis {

inline std::string be(uint64_t number, size_t bytes) {
  std::string out;
  for (size_t i = bytes; i-- > 0;) {
    out += static_cast<char>(number >> (8 * i));
  }
  return out;
}
inline std::string uvari(uint32_t number) {
  return number < 0x80     ? be(number, 1)
         : number < 0x4000 ? be(number | 0x8000U, 2)
                           : be(number | 0xC0000000U, 4);
}
inline std::string ident(const std::string& text) {
  return be(text.size(), 1) + text;
}
inline std::string ascii(const std::string& text) {
  return uvari(static_cast<uint32_t>(text.size())) + text;
}
inline std::string obname(uint32_t origin, uint32_t copy,
                          const std::string& name) {
  return uvari(origin) + be(copy, 1) + ident(name);
}
inline std::string fsingl(float number) {
  return be(std::bit_cast<uint32_t>(number), 4);
}
inline std::string fdoubl(double number) {
  return be(std::bit_cast<uint64_t>(number), 8);
}

// Representation codes.
constexpr int k_fsingl = 2, k_fdoubl = 7, k_slong = 14, k_ushort = 15,
              k_unorm = 16, k_ulong = 17, k_uvari = 18, k_ident = 19,
              k_ascii = 20, k_dtime = 21, k_obname = 23, k_status = 26;

struct Value {
  std::string bytes; // of all values
  int code = k_ascii;
  uint32_t count = 1;
  std::string units;
  bool absent = false;
};
inline Value text(const std::string& value) {
  return {ascii(value), k_ascii, 1, "", false};
}
inline Value real(double value, const std::string& units = "") {
  return {fdoubl(value), k_fdoubl, 1, units, false};
}
inline Value whole(uint32_t value) {
  return {uvari(value), k_uvari, 1, "", false};
}
inline Value none() {
  return {"", k_ascii, 1, "", true};
}

// An explicitly formatted record.
class Set {
public:
  Set(const std::string& type, const std::vector<std::string>& labels)
      : m_bytes("\xF0" + ident(type)) {
    for (const auto& label : labels) {
      m_bytes += "\x30" + ident(label);
    }
  }
  Set& object(const std::string& name, const std::vector<Value>& values,
              uint32_t origin = 1) {
    m_bytes += "\x70" + obname(origin, 0, name);
    for (const auto& value : values) {
      m_bytes += value.absent ? std::string(1, '\0')
                              : "\x2F" + uvari(value.count) +
                                    be(static_cast<uint64_t>(value.code), 1) +
                                    ident(value.units) + value.bytes;
    }
    return *this;
  }
  const std::string& bytes() const { return m_bytes; }

private:
  std::string m_bytes;
};

// How a record is divided and dressed.
struct Dress {
  size_t segment = 4000; // bytes of body in one
  unsigned trailer = 0;  // 1 padding, 2 trailing length, 4 checksum
  bool encrypted = false;
};

class File {
public:
  size_t visible = 8192;
  bool label = true;
  bool tape = false; // with TIF marks

  void put(const Set& set, int type, Dress dress = {}) {
    record(true, type, set.bytes(), dress);
  }
  void record(bool is_explicit, int type, const std::string& body,
              Dress dress = {}) {
    size_t at = 0;
    do {
      const auto part = body.substr(at, dress.segment);
      const bool first = at == 0;
      at += part.size();
      segment(part, is_explicit, type, !first, at < body.size(), dress);
    } while (at < body.size());
  }
  void frame(const std::string& name, uint32_t number,
             const std::string& values) {
    record(false, 0, obname(1, 0, name) + uvari(number) + values);
  }

  std::string bytes() const {
    std::vector<std::string> records;
    if (label) {
      auto out = "   1V1.00RECORD 8192" + std::string("Made storage set");
      out.resize(80, ' ');
      records.push_back(out);
    }
    std::string current;
    for (const auto& part : m_segments) {
      if (!current.empty() && current.size() + part.size() + 4 > visible) {
        records.push_back(dressed(current));
        current.clear();
      }
      current += part;
    }
    if (!current.empty()) {
      records.push_back(dressed(current));
    }
    return joined(records);
  }

private:
  static std::string dressed(const std::string& segments) {
    return be(segments.size() + 4, 2) + "\xFF\x01" + segments;
  }

  std::string joined(const std::vector<std::string>& records) const {
    std::string out;
    size_t previous = 0;
    for (const auto& record : records) {
      if (tape) {
        const size_t here = out.size();
        out += little(0) + little(previous) + little(here + 12 + record.size());
        previous = here;
      }
      out += record;
    }
    if (tape) {
      const size_t here = out.size();
      out += little(1) + little(previous) + little(here + 12);
      out += little(1) + little(here) + little(here + 24);
    }
    return out;
  }

  static std::string little(size_t number) {
    const auto big = be(number, 4);
    return {big.rbegin(), big.rend()};
  }

  void segment(const std::string& part, bool is_explicit, int type,
               bool predecessor, bool successor, const Dress& dress) {
    std::string body = part;
    // Segments have at least 16 bytes and an even number of them.
    size_t pad = (dress.trailer & 1U) != 0 ? 3 : 0;
    const size_t tail = ((dress.trailer & 4U) != 0 ? 2U : 0U) +
                        ((dress.trailer & 2U) != 0 ? 2U : 0U);
    while (4 + body.size() + pad + tail < 16 ||
           (body.size() + pad + tail) % 2 != 0) {
      ++pad;
    }
    body += std::string(pad, static_cast<char>(pad));
    const size_t length = 4 + body.size() + tail;
    unsigned attributes =
        (is_explicit ? 0x80U : 0U) | (predecessor ? 0x40U : 0U) |
        (successor ? 0x20U : 0U) | (dress.encrypted ? 0x10U : 0U) |
        (dress.trailer & 6U) | (pad > 0 ? 1U : 0U);
    if ((dress.trailer & 4U) != 0) {
      body += "\xAB\xCD";
    }
    if ((dress.trailer & 2U) != 0) {
      body += be(length, 2);
    }
    m_segments.push_back(be(length, 2) + be(attributes, 1) +
                         be(static_cast<uint64_t>(type), 1) + body);
  }

  std::vector<std::string> m_segments;
};

// FILE-HEADER: the values have fixed lengths.
inline Set file_header(const std::string& id) {
  auto padded = id;
  padded.resize(65, ' ');
  return Set("FILE-HEADER", {"SEQUENCE-NUMBER", "ID"})
      .object("0", {text("         1"), text(padded)});
}

// A logical file of one well: header, origin, two channels, a frame of `rows`
// rows from 100 m on in steps of half a metre, two parameters.
inline void put_log(File& file, const std::string& id, const std::string& well,
                    int rows = 5, bool limits = true, Dress dress = {}) {
  file.put(file_header(id), 0, dress);
  file.put(Set("ORIGIN",
               {"FILE-ID", "FILE-NUMBER", "WELL-ID", "WELL-NAME", "FIELD-NAME",
                "PRODUCER-NAME", "COMPANY", "RUN-NUMBER", "CREATION-TIME"})
               .object("ORIGIN-1",
                       {text(id), whole(7), text("49-025-06325"), text(well),
                        text("LARK CREEK"), text("PLUMB LINE LOGGING"),
                        text("MUDSTONE PETROLEUM"), text("2"),
                        Value{"\x54\x23\x0E\x0A\x1E\x0F" + be(0, 2), k_dtime, 1,
                              "", false}}),
           1, dress);
  file.put(
      Set("CHANNEL", {"LONG-NAME", "REPRESENTATION-CODE", "UNITS", "DIMENSION"})
          .object("DEPT", {text("Measured depth"),
                           Value{be(7, 1), k_ushort, 1, "", false},
                           Value{ident("m"), 27, 1, "", false}, whole(1)})
          .object("GR",
                  {text("Gamma Ray"), Value{be(2, 1), k_ushort, 1, "", false},
                   Value{ident("gAPI"), 27, 1, "", false},
                   Value{uvari(2) + uvari(3), k_uvari, 2, "", false}}),
      3, dress);
  file.put(Set("FRAME", {"CHANNELS", "INDEX-TYPE", "DIRECTION", "SPACING",
                         "INDEX-MIN", "INDEX-MAX"})
               .object("MAIN",
                       {Value{obname(1, 0, "DEPT") + obname(1, 0, "GR"),
                              k_obname, 2, "", false},
                        Value{ident("BOREHOLE-DEPTH"), k_ident, 1, "", false},
                        Value{ident("INCREASING"), k_ident, 1, "", false},
                        limits ? real(0.5, "m") : none(),
                        limits ? real(100, "m") : none(),
                        limits ? real(100 + 0.5 * (rows - 1), "m") : none()}),
           4, dress);
  file.put(
      Set("PARAMETER", {"LONG-NAME", "VALUES"})
          .object("EKB", {text("Elevation of Kelly Bushing"), real(31.5, "m")})
          .object("HIDE",
                  {text("Header identifier"), text("Platform Express")}),
      5, dress);
  for (int i = 0; i < rows; ++i) {
    std::string values = fdoubl(100 + 0.5 * i);
    for (int k = 0; k < 6; ++k) {
      values += fsingl(static_cast<float>(60 + k));
    }
    file.frame("MAIN", static_cast<uint32_t>(i + 1), values);
  }
}

} // namespace made::dlis
