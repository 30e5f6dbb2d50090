// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_scan.hpp"

#include <algorithm>
#include <utility>

namespace domain {
namespace {

constexpr size_t k_max_matches = 10000;

} // namespace

bool KeyScan::alone_word(Span span) const {
  return !word_byte(before(span.begin)) && !word_byte(after(span.end));
}

bool KeyScan::alone(Span span) const {
  char left = before(span.begin);
  char right = after(span.end);
  bool left_joins = (left == '-' || left == '/' || left == '.') &&
                    span.begin > 1 && ascii_digit(text()[span.begin - 2]);
  bool right_joins = (right == '-' || right == '.' || right == '/') &&
                     ascii_digit(after(span.end + 1));
  return alone_word(span) && (path() || (!left_joins && !right_joins));
}

Span KeyScan::trimmed_end(Span word) const {
  while (word.end > word.begin && !word_byte(text()[word.end - 1])) {
    --word.end;
  }
  return word;
}

void KeyScan::put_as(std::string_view family, Span span) {
  if (auto canonical = normalise_key(family, text_of(span), m_families)) {
    put(family, std::move(*canonical), span);
  }
}

void KeyScan::put(std::string_view family, std::string canonical, Span span) {
  if (m_found.size() >= k_max_matches) {
    return;
  }
  size_t begin = m_shadow.original(span.begin);
  size_t end = m_shadow.original(span.end);
  m_found.push_back({std::string(family), std::move(canonical),
                     std::string(m_original.substr(begin, end - begin)), begin,
                     end});
}

void KeyScan::find_added() {
  m_families.scan(
      text(), [&](const KeyFamily& family, size_t begin, size_t end) {
        const size_t before = m_found.size();
        put_as(family.name, {begin, end});
        if (m_found.size() > before) {
          m_added.push_back({m_found.back().begin, m_found.back().end});
        }
        return m_found.size() < k_max_matches;
      });
  std::sort(m_added.begin(), m_added.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  // What lies in another hides nothing more.
  size_t end = 0;
  std::erase_if(m_added, [&](const Span& one) {
    const bool inside = one.end <= end;
    end = std::max(end, one.end);
    return inside;
  });
}

bool KeyScan::hidden(Span span) const {
  size_t begin = m_shadow.original(span.begin);
  size_t end = m_shadow.original(span.end);
  const auto added =
      std::lower_bound(m_added.begin(), m_added.end(), end,
                       [](const Span& one, size_t at) { return one.end < at; });
  if (added != m_added.end() && added->begin <= begin) {
    return true;
  }
  auto behind = std::lower_bound(
      m_covers.begin(), m_covers.end(), begin,
      [](const Span& cover, size_t at) { return cover.end <= at; });
  if (behind == m_covers.end() || behind->begin >= end) {
    return false;
  }
  return !(question() && behind->begin == begin && behind->end == end);
}

void KeyScan::settle() {
  std::stable_sort(
      m_found.begin(), m_found.end(), [](const KeyMatch& a, const KeyMatch& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
      });
  std::vector<KeyMatch> kept;
  Span cover;
  m_covers.clear();
  for (KeyMatch& match : m_found) {
    bool same = match.begin == cover.begin && match.end == cover.end;
    const bool added = m_families.find(match.family) != nullptr;
    bool loose = added || match.family == "file" || match.family == "code";
    if (!loose && match.end <= cover.end && !same) {
      continue;
    }
    if (!loose) {
      cover = {match.begin, std::max(match.end, cover.end)};
    }
    bool covers = !added && (!loose || !path());
    if (covers && (m_covers.empty() || m_covers.back().end < match.end)) {
      m_covers.push_back({match.begin, match.end});
    }
    kept.push_back(std::move(match));
  }
  m_found = std::move(kept);
}

std::vector<KeyMatch> find_keys(std::string_view text, KeyContext context,
                                const KeyFamilies& families) {
  KeyScan scan(text, context, families);
  find_patterns(scan);
  find_files(scan);
  scan.find_added();
  scan.settle();
  find_codes(scan);
  scan.settle();
  return scan.take();
}

} // namespace domain
