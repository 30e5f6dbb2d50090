// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/gzip_stream.hpp"

#include <zlib.h>

#include <utility>

namespace readers {

struct GzipStream::State {
  z_stream zlib{};
};

namespace {

constexpr size_t k_piece = 64 * 1024;
constexpr int k_gzip_window = 15 + 16; // zlib.h, inflateInit2

Bytef* bytes_of(const char* text) {
  // zlib only reads what next_in points to.
  return reinterpret_cast<Bytef*>(const_cast<char*>(text));
}

} // namespace

GzipStream::GzipStream()
    : m_state(std::make_unique<State>()), m_out(k_piece, '\0') {
  if (::inflateInit2(&m_state->zlib, k_gzip_window) != Z_OK) {
    finish("no memory to unpack it");
  }
}

GzipStream::~GzipStream() {
  ::inflateEnd(&m_state->zlib);
}

void GzipStream::give(std::string_view packed) {
  m_state->zlib.next_in = bytes_of(packed.data());
  m_state->zlib.avail_in = static_cast<uInt>(packed.size());
  m_at_end = packed.empty();
}

void GzipStream::finish(std::string damage) {
  m_over = true;
  m_damage = std::move(damage);
}

// What follows a whole member and is none is padding (RFC 1952 does not speak
// of it, gzip passes over it).
void GzipStream::start_member() {
  const bool member = m_state->zlib.next_in[0] == 0x1F;
  if (m_any && (!member || ::inflateReset(&m_state->zlib) != Z_OK)) {
    finish("");
  }
  m_inside = !m_over;
}

std::string_view GzipStream::next() {
  m_state->zlib.next_out = bytes_of(m_out.data());
  m_state->zlib.avail_out = static_cast<uInt>(m_out.size());
  while (!m_over && m_state->zlib.avail_out > 0) {
    if (!m_inside && m_state->zlib.avail_in == 0) {
      break;
    }
    if (!m_inside) {
      start_member();
      continue;
    }
    const int code = ::inflate(&m_state->zlib, Z_NO_FLUSH);
    if (code == Z_BUF_ERROR) {
      break; // it wants more
    }
    if (code == Z_STREAM_END) {
      m_inside = false;
      m_any = true;
    } else if (code != Z_OK) {
      finish(m_state->zlib.msg == nullptr ? "it is damaged"
                                          : m_state->zlib.msg);
    }
  }
  const size_t made = m_out.size() - m_state->zlib.avail_out;
  if (!m_over && m_at_end && made == 0) {
    finish(m_inside || !m_any ? "the compressed data break off" : "");
  }
  return std::string_view(m_out).substr(0, made);
}

} // namespace readers
