// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_forms.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>

namespace domain {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

bool is_separator(char c) {
  return c == '-' || c == ' ' || c == '_' || c == '\t' || c == '\n' ||
         c == '\r';
}

} // namespace

std::string plain_dashes(std::string_view text) {
  static const RE2 nothing("[\\x{200b}-\\x{200d}\\x{2060}\\x{feff}]");
  static const RE2 dash("[\\x{2010}-\\x{2015}\\x{2212}\\x{00ad}]");
  static const RE2 blank("[\\x{00a0}\\x{2000}-\\x{200a}\\x{202f}]");
  std::string out(text);
  if (!is_ascii(out)) {
    RE2::GlobalReplace(&out, nothing, "");
    RE2::GlobalReplace(&out, dash, "-");
    RE2::GlobalReplace(&out, blank, " ");
  }
  return out;
}

std::string capitals(std::string_view text) {
  return is_ascii(text) ? upper_ascii(text) : plain_dashes(upper_nfkc(text));
}

namespace {

std::string without_separators(std::string_view clean) {
  std::string out;
  for (size_t i = 0; i < clean.size(); ++i) {
    if (!is_separator(clean[i])) {
      out.push_back(clean[i]);
      continue;
    }
    // Of several separators one counts.
    size_t next = i;
    while (next < clean.size() && is_separator(clean[next])) {
      ++next;
    }
    if (!out.empty() && ascii_digit(out.back()) && next < clean.size() &&
        ascii_digit(clean[next])) {
      out.push_back('-');
    }
    i = next - 1;
  }
  return out;
}

} // namespace

std::string code_form(std::string_view text) {
  std::string out = without_separators(capitals(text));
  // A letter and an accent may meet where a dash stood between them, so that
  // the form is composed anew. Every round but the last makes it shorter.
  constexpr int k_most_rounds = 8;
  for (int round = 0; round < k_most_rounds && !is_ascii(out); ++round) {
    std::string next = without_separators(capitals(out));
    if (next == out) {
      break;
    }
    out = std::move(next);
  }
  return out;
}

std::string upper_form(std::string_view text) {
  std::string out;
  for (const char c : capitals(text)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  return out;
}

std::string name_form(std::string_view text) {
  return upper(near_identical_form(text));
}

std::string digits_form(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), ascii_digit);
  return out;
}

} // namespace domain
