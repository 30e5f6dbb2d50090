// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_cards.hpp"

#include "worker/readers/reading.hpp"
#include "worker/readers/segy_text.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace readers::nav {
namespace {

constexpr size_t k_chunk = 64 * 1024;
constexpr size_t k_looked_at = 4096;

bool is_ebcdic_end(char c) { // NEL, LF, CR
  return c == 0x15 || c == 0x25 || c == 0x0D;
}

bool is_ebcdic_text(unsigned char c) {
  return c == 0x40 || (c >= 0xC1 && c <= 0xC9) || (c >= 0xD1 && c <= 0xD9) ||
         (c >= 0xE2 && c <= 0xE9) || (c >= 0xF0 && c <= 0xF9) ||
         (c >= 0x81 && c <= 0xA9) || (c >= 0x4B && c <= 0x6F) ||
         (c >= 0x7A && c <= 0x7F) || is_ebcdic_end(static_cast<char>(c));
}

bool looks_ebcdic(std::string_view head) {
  const auto good = std::count_if(head.begin(), head.end(), [](char c) {
    return is_ebcdic_text(static_cast<unsigned char>(c));
  });
  const auto digits = std::count_if(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0xC1;
  });
  return head.size() >= k_card_bytes &&
         static_cast<size_t>(good) * 100 >= head.size() * 98 &&
         static_cast<size_t>(digits) * 10 >= head.size();
}

void finish(std::string_view raw, bool ebcdic, Card& card) {
  card.binary = !ebcdic && raw.find('\0') != std::string_view::npos;
  card.text = card.binary ? std::string()
              : ebcdic    ? segy::decode_text(raw, segy::Encoding::ebcdic)
                          : clean_utf8(raw);
  card.text.resize(card.text.find_last_not_of(" \t\r\x1a") + 1);
}

// Bytes of the card at the start of `text` and of what ends it.
std::pair<size_t, size_t> extent_of(std::string_view text,
                                    const CardForm& form) {
  if (form.fixed) {
    const size_t size = std::min(text.size(), k_card_bytes);
    return {size, size};
  }
  const auto* end = std::find_if(text.begin(), text.end(), [&](char c) {
    return form.ebcdic ? is_ebcdic_end(c) : c == '\n' || c == '\r';
  });
  const auto size = static_cast<size_t>(end - text.begin());
  size_t whole = std::min(size + 1, text.size());
  if (end != text.end() && *end == '\r' && whole < text.size() &&
      text[whole] == (form.ebcdic ? 0x25 : '\n')) {
    ++whole;
  }
  return {size, whole};
}

} // namespace

CardForm form_of(std::string_view head) {
  CardForm form;
  head = head.substr(0, k_looked_at);
  form.is_text = sniff_text(head).is_text;
  form.ebcdic = looks_ebcdic(head);
  if (!form.is_text && !form.ebcdic) {
    return form;
  }
  form.is_text = true;
  const auto start = head.substr(0, 2 * k_card_bytes + 2);
  form.fixed = start.size() > 2 * k_card_bytes &&
               std::none_of(start.begin(), start.end(), [&](char c) {
                 return form.ebcdic ? is_ebcdic_end(c) : c == '\n' || c == '\r';
               });
  return form;
}

std::vector<Card> first_cards(std::string_view head, size_t most) {
  const CardForm form = form_of(head);
  std::vector<Card> cards;
  if (!form.is_text) {
    return cards;
  }
  const bool raw = form.ebcdic || form.fixed;
  const std::string decoded = raw ? std::string(head) : decode_head(head);
  std::string_view text = decoded;
  while (!text.empty() && cards.size() < most) {
    const auto [size, whole] = extent_of(text, form);
    Card card;
    card.number = cards.size() + 1;
    finish(text.substr(0, std::min(size, k_longest_card)), form.ebcdic, card);
    cards.push_back(std::move(card));
    text.remove_prefix(whole);
  }
  return cards;
}

base::Result<CardSource> CardSource::open(const std::string& path,
                                          std::string_view head) {
  CardSource source;
  source.m_form = form_of(head);
  if (source.m_form.ebcdic || source.m_form.fixed) {
    TRY_ASSIGN(source.m_fd, base::open_regular(path));
    return source;
  }
  TRY_ASSIGN(source.m_lines, LineSource::open(path, {}, k_longest_card));
  return source;
}

std::string CardSource::encoding() const {
  return m_form.ebcdic ? "EBCDIC" : m_lines ? m_lines->encoding() : "US-ASCII";
}

base::Result<bool> CardSource::next(Card& card) {
  return m_lines ? next_line(card) : next_raw(card);
}

base::Result<bool> CardSource::next_line(Card& card) {
  Line line;
  TRY_ASSIGN(bool more, m_lines->next(line));
  if (!more) {
    return false;
  }
  card.text = std::move(line.text);
  card.text.resize(card.text.find_last_not_of(" \t\r\x1a") + 1);
  card.number = line.number;
  card.offset = line.offset;
  card.binary = line.binary;
  while (line.more) { // the rest of a line that is too long
    TRY_ASSIGN(more, m_lines->next(line));
    if (!more) {
      break;
    }
  }
  return true;
}

base::Result<void> CardSource::fill() {
  m_buffer.erase(0, m_at);
  m_at = 0;
  const size_t held = m_buffer.size();
  m_buffer.resize(held + k_chunk);
  const auto room =
      std::as_writable_bytes(std::span(m_buffer).subspan(held, k_chunk));
  TRY_ASSIGN(const size_t got, base::read_at(m_fd, room, m_read));
  m_buffer.resize(held + got);
  m_read += got;
  m_end = got == 0;
  return {};
}

base::Result<bool> CardSource::next_raw(Card& card) {
  while (!m_end && m_buffer.size() - m_at < k_longest_card + 2) {
    TRY(fill());
  }
  const std::string_view rest = std::string_view(m_buffer).substr(m_at);
  if (rest.empty()) {
    return false;
  }
  const auto [size, whole] = extent_of(rest.substr(0, k_longest_card), m_form);
  card.number = ++m_number;
  card.offset = m_read - rest.size();
  finish(rest.substr(0, size), m_form.ebcdic, card);
  m_at += whole;
  return true;
}

} // namespace readers::nav
