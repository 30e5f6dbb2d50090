// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
         c == '\v';
}

// A short line without digits that does not end a sentence names what
// follows ("API Number"), so it goes with that.
bool is_label(std::string_view line) {
  const auto text = trim(line);
  return !text.empty() && text.size() <= 60 && text.back() != '.' &&
         text.back() != ';' &&
         text.find_first_of("0123456789") == std::string_view::npos;
}

} // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::string squeeze(std::string_view text) {
  text = trim(text);
  std::string out;
  out.reserve(text.size());
  size_t from = 0;
  while (from < text.size()) {
    size_t end = from; // of a word, and one blank behind it
    while (end < text.size() && !is_space(text[end])) {
      ++end;
    }
    out += text.substr(from, end - from);
    if (end < text.size()) {
      out += ' ';
    }
    while (end < text.size() && is_space(text[end])) {
      ++end;
    }
    from = end;
  }
  return out;
}

base::Result<void> PassagePacker::line(std::string text,
                                       domain::Locator locator) {
  if (m_units) {
    TRY(flush());
  }
  const bool blank = trim(text).empty();
  if (blank && (m_pending.empty() || m_pending.back().text.empty())) {
    return {};
  }
  if (blank) {
    text.clear();
  }
  if (!m_pending.empty() && m_size + text.size() + 1 > k_target) {
    TRY(emit(cut_position()));
  }
  m_size += text.size() + 1;
  m_pending.push_back({std::move(text), std::move(locator)});
  return {};
}

base::Result<void> PassagePacker::unit(std::string text,
                                       domain::Locator locator,
                                       domain::PassageKind kind) {
  if (trim(text).empty()) {
    return {};
  }
  const bool fits = m_pending.empty() ||
                    (m_units && m_kind == kind &&
                     m_pending.front().locator.section == locator.section &&
                     m_pending.front().locator.page == locator.page &&
                     m_size + text.size() + 1 <= k_target);
  if (!fits) {
    TRY(flush());
  }
  m_units = true;
  m_kind = kind;
  m_size += text.size() + 1;
  m_pending.push_back({std::move(text), std::move(locator)});
  return {};
}

// How many pieces the next passage takes: up to the last blank line in its
// second half, else all but a trailing label.
size_t PassagePacker::cut_position() const {
  size_t size = m_size;
  for (size_t i = m_pending.size(); i-- > 1;) {
    size -= m_pending[i].text.size() + 1;
    if (size < k_target / 2) {
      break;
    }
    if (m_pending[i].text.empty()) {
      return i;
    }
  }
  const size_t n = m_pending.size();
  return n > 2 && is_label(m_pending[n - 1].text) &&
                 !is_label(m_pending[n - 2].text)
             ? n - 1
             : n;
}

base::Result<void> PassagePacker::flush() {
  while (!m_pending.empty()) {
    TRY(emit(m_pending.size()));
  }
  m_units = false;
  m_kind = domain::PassageKind::prose;
  return {};
}

base::Result<void> PassagePacker::emit(size_t pieces) {
  domain::Passage passage;
  passage.kind = m_kind;
  passage.locator = m_pending.front().locator;
  for (size_t i = 0; i < pieces; ++i) {
    m_size -= m_pending[i].text.size() + 1;
    passage.text += (i == 0 ? "" : "\n") + m_pending[i].text;
  }
  m_pending.erase(m_pending.begin(),
                  m_pending.begin() + static_cast<ptrdiff_t>(pieces));
  while (!m_pending.empty() && m_pending.front().text.empty()) {
    m_size -= 1;
    m_pending.erase(m_pending.begin());
  }
  while (!passage.text.empty() && is_space(passage.text.back())) {
    passage.text.pop_back();
  }
  if (passage.text.empty()) {
    return {};
  }
  m_bytes += passage.text.size();
  ++m_passages;
  return m_sink.passage(std::move(passage));
}

} // namespace readers
