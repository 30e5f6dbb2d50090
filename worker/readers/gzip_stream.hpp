// SPDX-License-Identifier: Apache-2.0
//
// What a gzip file holds, to the byte where it is damaged or breaks off.
// Source: RFC 1952; members may follow each other (2.2). One thread; 64 KiB of
// memory and what zlib needs.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace readers {

class GzipStream {
public:
  GzipStream();
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  // Packed bytes that follow those given before; to be called when next() said
  // that it wants more, valid until then. "" is the end of the file.
  void give(std::string_view packed);
  // Unpacked bytes, valid until the next call; "" : more is wanted, or it is
  // over.
  std::string_view next();

  bool over() const { return m_over; }
  // Why what came last is not whole; "" if it is. Once over() only.
  const std::string& damage() const { return m_damage; }

private:
  void start_member();
  void finish(std::string damage);

  struct State; // zlib's
  std::unique_ptr<State> m_state;
  std::string m_out;
  bool m_inside = false; // a member is being read
  bool m_any = false;    // one member is whole
  bool m_at_end = false; // of the file
  bool m_over = false;
  std::string m_damage;
};

} // namespace readers
