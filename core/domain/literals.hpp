// SPDX-License-Identifier: Apache-2.0
//
// Identifiers looked for literally, in bytes of unknown encoding: the check on
// everything that is cleverer. Independent of find_keys() on purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace domain {

// How a person or a file may write an identifier, as typed first: a well number
// with and without dashes at ten digits and whole, a code without separators.
// Shorter ones than three characters are left out.
std::vector<std::string> literal_forms(std::string_view typed);

struct LiteralMatch {
  uint32_t identifier = 0; // as given to add()
  uint32_t form = 0;       // of literal_forms(): 0 is as typed
  size_t begin = 0;        // byte of what was scanned
};

// A set of identifiers in every encoding that text files use: ASCII and UTF-8,
// UTF-16 of either order, EBCDIC (code page 37). Case of ASCII letters does not
// count. Const members are safe from any thread.
class LiteralSet {
public:
  // All forms of one identifier.
  void add(uint32_t identifier, std::string_view typed);

  // For long input, cut into windows: a match counts in the window where it
  // has at least k_around bytes before it and overlap() - k_around from its
  // begin on, unless the input begins or ends there.
  static constexpr size_t k_around = 12;
  size_t overlap() const { return m_longest + 2 * k_around; }

  // Every place where a form stands as a word of its own: no letter or digit
  // before it nor behind it, but for the 2 or 4 digits by which a well number
  // of ten digits runs on. Linear in bytes for identifiers that differ.
  void scan(std::string_view bytes,
            const std::function<void(const LiteralMatch&)>& found) const;

private:
  enum class Coding : uint8_t { bytes, utf16_le, utf16_be, ebcdic };
  struct Literal {
    std::string bytes; // ASCII letters small
    uint32_t identifier = 0;
    uint32_t form = 0;
    Coding coding = Coding::bytes;
    bool runs_on = false; // ten digits of a well number
  };
  void put(Literal literal);
  bool stands_alone(std::string_view bytes, size_t begin,
                    const Literal& literal) const;

  std::unordered_map<uint32_t, std::vector<Literal>> m_by_start;
  std::vector<uint64_t> m_starts; // a bit for each three bytes
  size_t m_longest = 0;
};

} // namespace domain
