// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/compressed_rtf.hpp"

#include "worker/readers/little_endian.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr size_t k_header = 16;
constexpr size_t k_window = 4096;
// [MS-OXRTFCP] 2.1.2.1: what the window holds before the first byte.
constexpr std::string_view k_start =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman "
    "\\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New "
    "RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    "\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
static_assert(k_start.size() == 207);

class Window {
public:
  Window() { std::copy(k_start.begin(), k_start.end(), m_bytes.begin()); }
  void put(char c, std::string& out) {
    out += c;
    m_bytes[m_at] = c;
    m_at = (m_at + 1) % k_window;
  }
  char at(size_t offset) const { return m_bytes[offset % k_window]; }
  size_t position() const { return m_at; }

private:
  std::array<char, k_window> m_bytes{};
  size_t m_at = k_start.size();
};

std::string inflate(std::string_view bytes, size_t limit) {
  Window window;
  std::string out;
  size_t at = 0;
  while (at < bytes.size()) {
    const auto control = static_cast<unsigned char>(bytes[at++]);
    for (int bit = 0; bit < 8; ++bit) {
      if (at >= bytes.size() || out.size() >= limit) {
        return out;
      }
      if ((control >> bit & 1) == 0) {
        window.put(bytes[at++], out);
        continue;
      }
      if (at + 2 > bytes.size()) {
        return out;
      }
      const size_t word = static_cast<unsigned char>(bytes[at]) << 8 |
                          static_cast<unsigned char>(bytes[at + 1]);
      at += 2;
      const size_t offset = word >> 4;
      if (offset == window.position()) { // the end
        return out;
      }
      const size_t length = (word & 15) + 2;
      for (size_t i = 0; i < length && out.size() < limit; ++i) {
        window.put(window.at(offset + i), out);
      }
    }
  }
  return out;
}

} // namespace

base::Result<std::string> unpack_compressed_rtf(std::string_view bytes,
                                                size_t limit) {
  if (bytes.size() < k_header) {
    return base::fail(base::Errc::corrupt, "compressed RTF without its header");
  }
  const size_t size =
      LittleEndian(bytes).u32(4); // unpacked, as the header has it
  const auto kind = bytes.substr(8, 4);
  const auto content = bytes.substr(k_header);
  if (kind == "LZFu") {
    return inflate(content, std::min(size, limit));
  }
  if (kind == "MELA") {
    return std::string(content.substr(0, std::min(size, limit)));
  }
  return base::fail(base::Errc::corrupt, "compressed RTF of an unknown kind");
}

} // namespace readers
