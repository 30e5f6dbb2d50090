// SPDX-License-Identifier: Apache-2.0
#include "core/domain/chunk.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <string_view>

namespace domain {
namespace {

constexpr std::string_view k_blanks = " \t\r\n\f\v";

// Behind the last `mark` within `window`, if it lies in its second half: a cut
// too early would make crumbs.
size_t cut_behind(std::string_view window, std::string_view mark) {
  const auto at = window.rfind(mark);
  return at == std::string_view::npos || at < window.size() / 2
             ? 0
             : at + mark.size();
}

size_t cut_point(std::string_view text, size_t limit) {
  const std::string_view window = cut_utf8(text, limit);
  for (const std::string_view mark : {"\n\n", "\n", ". ", "; ", " "}) {
    if (const size_t at = cut_behind(window, mark)) {
      return at;
    }
  }
  return window.empty() ? std::min(text.size(), limit) : window.size();
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

} // namespace

std::vector<Passage> cut_passage(const Passage& passage) {
  std::vector<Passage> out;
  std::string_view rest = passage.text;
  uint64_t lines = 0; // passed so far
  while (!rest.empty()) {
    const size_t size = rest.size() <= k_max_passage
                            ? rest.size()
                            : cut_point(rest, k_max_passage);
    const std::string_view piece = rest.substr(0, size);
    const std::string_view body = trim(piece);
    if (!body.empty()) {
      Passage next{std::string(body), passage.locator, passage.kind};
      if (next.locator.line) {
        const auto lead = static_cast<size_t>(body.data() - piece.data());
        *next.locator.line +=
            lines +
            static_cast<uint64_t>(std::count(
                piece.begin(), piece.begin() + static_cast<long>(lead), '\n'));
      }
      out.push_back(std::move(next));
    }
    lines +=
        static_cast<uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
    rest.remove_prefix(size);
  }
  return out;
}

std::vector<std::string> cut_text(std::string_view text, size_t limit) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t size =
        text.size() <= limit ? text.size() : cut_point(text, limit);
    const std::string_view body = trim(text.substr(0, size));
    if (!body.empty()) {
      out.emplace_back(body);
    }
    text.remove_prefix(size);
  }
  return out;
}

} // namespace domain
