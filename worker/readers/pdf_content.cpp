// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_content.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace readers {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' ||
         c == '\0';
}
bool is_delimiter(char c) {
  return c == '(' || c == ')' || c == '<' || c == '>' || c == '[' || c == ']' ||
         c == '{' || c == '}' || c == '/' || c == '%';
}
bool is_regular(char c) {
  return !is_space(c) && !is_delimiter(c);
}

// Signs and points as writers of PDF use them; nothing for what is no number.
std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const bool starts =
      !text.empty() && (text.front() == '-' || text.front() == '.' ||
                        (text.front() >= '0' && text.front() <= '9'));
  double value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(),
                                         value, std::chars_format::fixed);
  if (!starts || ec != std::errc() || end == text.data() ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

bool shows_text(std::string_view op) {
  return op == "Tj" || op == "TJ" || op == "'" || op == "\"";
}

} // namespace

void PdfOperators::skip_space() {
  while (m_at < m_content.size()) {
    if (m_content[m_at] == '%') {
      while (m_at < m_content.size() && m_content[m_at] != '\n' &&
             m_content[m_at] != '\r') {
        ++m_at;
      }
    } else if (!is_space(m_content[m_at])) {
      return;
    } else {
      ++m_at;
    }
  }
}

void PdfOperators::skip_string() {
  size_t depth = 0;
  for (; m_at < m_content.size(); ++m_at) {
    const char c = m_content[m_at];
    if (c == '\\') {
      ++m_at;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      ++m_at;
      break;
    }
  }
  m_at = std::min(m_at, m_content.size());
}

void PdfOperators::skip_hex() {
  const auto close = m_content.find('>', m_at);
  m_at = close == std::string_view::npos ? m_content.size() : close + 1;
}

// After ID: its data end with EI between white space.
void PdfOperators::skip_inline_image() {
  while (true) {
    const auto end = m_content.find("EI", m_at);
    if (end == std::string_view::npos) {
      m_at = m_content.size();
      return;
    }
    m_at = end + 2;
    const bool before = end > 0 && is_space(m_content[end - 1]);
    if (before && (m_at == m_content.size() || !is_regular(m_content[m_at]))) {
      return;
    }
  }
}

bool PdfOperators::token(PdfToken& out) {
  skip_space();
  if (m_at >= m_content.size()) {
    return false;
  }
  out = {};
  out.begin = m_at;
  const char c = m_content[m_at];
  if (c == '(') {
    out.kind = PdfToken::Kind::string;
    skip_string();
    out.bytes = m_at - out.begin - std::min<size_t>(m_at - out.begin, 2);
  } else if (c == '<' && m_content.substr(m_at, 2) != "<<") {
    out.kind = PdfToken::Kind::string;
    skip_hex();
    out.bytes = (m_at - out.begin) / 2;
  } else if (is_delimiter(c) && c != '/') {
    ++m_at; // brackets of arrays and dictionaries
  } else {
    const size_t from = m_at + (c == '/' ? 1 : 0);
    m_at = from;
    while (m_at < m_content.size() && is_regular(m_content[m_at])) {
      ++m_at;
    }
    out.text = m_content.substr(from, m_at - from);
    const auto number = c == '/' ? std::nullopt : number_of(out.text);
    out.number = number.value_or(0);
    out.kind = c == '/' ? PdfToken::Kind::name
               : number ? PdfToken::Kind::number
                        : PdfToken::Kind::op;
  }
  out.end = m_at;
  return true;
}

bool PdfOperators::next() {
  m_operands.clear();
  bool first = true;
  PdfToken token;
  while (this->token(token)) {
    if (first) {
      m_begin = token.begin;
      first = false;
    }
    if (token.kind == PdfToken::Kind::op) {
      m_op = token.text;
      if (m_op == "ID") {
        skip_inline_image();
      }
      return true;
    }
    if (m_operands.size() >= k_most_operands) {
      // Strings of a long array count together; positions do not matter.
      m_operands.front().bytes += m_operands[1].bytes;
      m_operands.erase(m_operands.begin() + 1);
    }
    m_operands.push_back(token);
  }
  return false;
}

double PdfOperators::number(size_t from_last) const {
  return from_last < m_operands.size()
             ? m_operands[m_operands.size() - 1 - from_last].number
             : 0;
}

std::string without_text(std::string_view content) {
  std::string out;
  out.reserve(content.size());
  PdfOperators operators(content);
  size_t kept = 0;
  while (operators.next()) {
    if (shows_text(operators.op())) {
      out += content.substr(kept, operators.begin() - kept);
      kept = operators.end();
    }
  }
  out += content.substr(kept);
  return out;
}

PdfMatrix PdfMatrix::times(const PdfMatrix& o) const {
  return {a * o.a + b * o.c, a * o.b + b * o.d,       c * o.a + d * o.c,
          c * o.b + d * o.d, e * o.a + f * o.c + o.e, e * o.b + f * o.d + o.f};
}

std::array<double, 2> PdfMatrix::apply(double x, double y) const {
  return {a * x + c * y + e, b * x + d * y + f};
}

} // namespace readers
