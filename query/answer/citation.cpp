// SPDX-License-Identifier: Apache-2.0
#include "query/answer/citation.hpp"

#include "core/domain/text.hpp"

#include <optional>

namespace query {
namespace {

constexpr unsigned k_widest_range = 20;

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// The number at `at`, of at most four digits.
std::optional<unsigned> number_at(std::string_view text, size_t& at) {
  const size_t begin = at;
  unsigned value = 0;
  while (at < text.size() && digit(text[at]) && at - begin < 5) {
    value = value * 10 + static_cast<unsigned>(text[at++] - '0');
  }
  return at == begin || at - begin > 4 ? std::nullopt : std::optional(value);
}

void skip_blanks(std::string_view text, size_t& at) {
  while (at < text.size() && text[at] == ' ') {
    ++at;
  }
}

// Words that may stand before the number: "[Source 2]".
void skip_label(std::string_view text, size_t& at) {
  for (const std::string_view label : {"sources", "source", "passage", "ref"}) {
    if (domain::lower_ascii(text.substr(at, label.size())) == label) {
      at += label.size();
      skip_blanks(text, at);
      return;
    }
  }
}

bool put_ids(unsigned first, unsigned last, Citation& out) {
  if (last < first || last - first > k_widest_range) {
    return false;
  }
  for (unsigned id = first; id <= last; ++id) {
    out.ids.push_back(id);
  }
  return true;
}

} // namespace

Citation citation_at(std::string_view text) {
  Citation out;
  text = text.substr(0, k_longest_citation);
  size_t at = 1;
  skip_blanks(text, at);
  skip_label(text, at);
  const size_t close = text.find(']');
  if (!text.starts_with('[') || close == std::string_view::npos ||
      at >= text.size() || !digit(text[at])) {
    return {};
  }
  out.size = close + 1;
  while (at < close) {
    const auto first = number_at(text, at);
    auto last = first;
    skip_blanks(text, at);
    if (first && text[at] == '-') {
      ++at;
      skip_blanks(text, at);
      last = number_at(text, at);
      skip_blanks(text, at);
    }
    if (!first || !last || !put_ids(*first, *last, out) ||
        (at < close && text[at] != ',' && text[at] != ';')) {
      out.malformed = true;
      return out;
    }
    at += at < close ? 1 : 0;
    skip_blanks(text, at);
    skip_label(text, at);
  }
  return out;
}

} // namespace query
