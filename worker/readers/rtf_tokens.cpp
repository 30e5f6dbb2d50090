// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/rtf_tokens.hpp"

#include "core/base/bytes.hpp"

#include <algorithm>
#include <span>

namespace readers {
namespace {

constexpr size_t k_window = size_t{256} << 10;
constexpr int k_most = 1'000'000'000;

bool is_letter(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(int c) {
  return c >= '0' && c <= '9';
}

} // namespace

void RtfTokens::refill() {
  if (m_file == nullptr || m_error) {
    return;
  }
  m_base += m_at;
  m_at = 0;
  m_buffer.resize(k_window);
  auto bytes = std::as_writable_bytes(std::span(m_buffer));
  auto got = base::read_at(*m_file, bytes, m_base);
  if (!got) {
    m_error = got.error();
  }
  m_buffer.resize(got ? *got : 0);
  m_window = m_buffer;
}

int RtfTokens::peek() {
  if (m_at >= m_window.size()) {
    refill();
  }
  return m_at < m_window.size() ? static_cast<uint8_t>(m_window[m_at]) : -1;
}

int RtfTokens::take() {
  const int c = peek();
  m_at += c >= 0 ? 1 : 0;
  return c;
}

void RtfTokens::skip(uint64_t bytes) {
  const auto inside = std::min<uint64_t>(bytes, m_window.size() - m_at);
  m_at += static_cast<size_t>(inside);
  bytes -= inside;
  if (bytes > 0 && m_file != nullptr) {
    const uint64_t here = m_base + m_at;
    m_base = std::min(here + bytes, std::max(m_size, here));
    m_window = {};
    m_at = 0;
  }
}

base::Result<void> RtfTokens::next(RtfToken& token) {
  token.text.clear();
  token.number.reset();
  int c = take();
  while (c == '\r' || c == '\n' || c == 0) {
    c = take();
  }
  if (c < 0) {
    token.kind = RtfToken::Kind::end;
  } else if (c == '{' || c == '}') {
    token.kind = c == '{' ? RtfToken::Kind::open : RtfToken::Kind::close;
  } else if (c == '\\') {
    read_control(token);
  } else {
    token.kind = RtfToken::Kind::text;
    token.text += static_cast<char>(c);
    while (token.text.size() < k_longest_text) {
      c = peek();
      if (c <= 0 || c == '{' || c == '}' || c == '\\' || c == '\r' ||
          c == '\n') {
        break;
      }
      token.text += static_cast<char>(take());
    }
  }
  return m_error ? base::Result<void>(base::fail(*m_error))
                 : base::Result<void>();
}

void RtfTokens::read_control(RtfToken& token) {
  const int c = peek();
  if (is_letter(c)) {
    read_word(token);
    return;
  }
  token.kind = RtfToken::Kind::symbol;
  if (c < 0) {
    return;
  }
  take();
  token.text = static_cast<char>(c);
  if (c != '\'') {
    return;
  }
  const int high = base::hex_value(static_cast<char>(peek()));
  if (high < 0) {
    return;
  }
  take();
  const int low = base::hex_value(static_cast<char>(peek()));
  if (low >= 0) {
    take();
  }
  token.kind = RtfToken::Kind::hex;
  token.number = low < 0 ? high : high * 16 + low;
}

void RtfTokens::read_word(RtfToken& token) {
  token.kind = RtfToken::Kind::word;
  while (is_letter(peek())) {
    const int c = take();
    if (token.text.size() < k_longest_word) {
      token.text += static_cast<char>(c);
    }
  }
  const bool minus = peek() == '-';
  if (minus) {
    take();
  }
  if (is_digit(peek())) {
    int number = 0;
    while (is_digit(peek())) {
      const int digit = take() - '0';
      number = number < k_most / 10 ? number * 10 + digit : k_most;
    }
    token.number = minus ? -number : number;
  }
  if (peek() == ' ') {
    take();
  }
  if (token.text == "bin") {
    skip(static_cast<uint64_t>(std::max(token.number.value_or(0), 0)));
  }
}

} // namespace readers
