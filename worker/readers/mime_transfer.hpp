// SPDX-License-Identifier: Apache-2.0
//
// Content-Transfer-Encoding (RFC 2045, section 6), a piece at a time: the
// pieces may be cut anywhere. What cannot stand there is passed over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

enum class Transfer { plain, quoted_printable, base64 };
Transfer transfer_of(std::string_view name); // as the header has it

class TransferDecoder {
public:
  explicit TransferDecoder(Transfer transfer) : m_transfer(transfer) {}

  void feed(std::string_view raw, std::string& out);
  // What was held back; the last call.
  void finish(std::string& out);

private:
  void feed_quoted(std::string_view raw, std::string& out);
  void feed_base64(std::string_view raw, std::string& out);

  Transfer m_transfer;
  std::string m_held; // of a line's end or an escape that was cut
  uint32_t m_bits = 0;
  int m_count = 0; // digits of base64 in m_bits
};

std::string decode_quoted_printable(std::string_view text);
std::string decode_base64(std::string_view text);

} // namespace readers
