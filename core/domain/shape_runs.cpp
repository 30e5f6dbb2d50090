// SPDX-License-Identifier: Apache-2.0
#include "core/domain/shape_runs.hpp"

#include "core/domain/shadow.hpp"

#include <algorithm>

namespace domain {
namespace {

char kind_of(char c) {
  return c >= 'A' && c <= 'Z'                     ? 'A'
         : c >= 'a' && c <= 'z'                   ? 'a'
         : ascii_digit(c)                         ? '9'
         : static_cast<unsigned char>(c) >= 0x80U ? 'u'
                                                  : c;
}

void widen(ShapeRun& run, const ShapeRun& other) {
  run.least = std::min(run.least, other.least);
  run.most = std::max(run.most, other.most);
  for (const std::string& text : other.texts) {
    if (run.texts.size() <= k_most_literals) {
      run.texts.insert(text);
    }
  }
}

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool special =
        std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos;
    out += special ? std::string("\\") + c : std::string(1, c);
  }
  return out;
}

std::string counted(const std::string& one, const ShapeRun& run) {
  if (run.least == run.most) {
    return run.least == 1 ? one : one + "{" + std::to_string(run.least) + "}";
  }
  return one + "{" + std::to_string(run.least) + "," +
         std::to_string(run.most) + "}";
}

std::string literals(const ShapeRun& run) {
  std::string out;
  for (const std::string& text : run.texts) {
    out += (out.empty() ? "" : "|") + quoted(text);
  }
  return run.texts.size() == 1 ? out : "(?:" + out + ")";
}

} // namespace

bool is_group(char kind) {
  return kind == 'A' || kind == 'a' || kind == '9' || kind == 'u';
}

ShapeRuns runs_of(std::string_view text) {
  ShapeRuns out;
  for (size_t at = 0; at < text.size();) {
    const char kind = kind_of(text[at]);
    size_t end = at + 1;
    while (is_group(kind) && end < text.size() && kind_of(text[end]) == kind) {
      ++end;
    }
    ShapeRun run{kind, 0, 0, {}};
    for (size_t i = at; i < end; ++i) {
      run.least += (static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U;
    }
    run.most = run.least;
    if (is_group(kind) && kind != '9') {
      run.texts.insert(std::string(text.substr(at, end - at)));
    }
    out.push_back(std::move(run));
    at = end;
  }
  return out;
}

std::string skeleton_of(const ShapeRuns& runs) {
  std::string out;
  for (const ShapeRun& run : runs) {
    out.push_back(run.kind);
  }
  return out;
}

std::string literals_of(const ShapeRuns& runs) {
  std::string out;
  for (const ShapeRun& run : runs) {
    out += run.texts.empty() ? std::string(1, run.kind) : *run.texts.begin();
    out.push_back('\0');
  }
  return out;
}

void widen(ShapeRuns& runs, const ShapeRuns& other) {
  for (size_t i = 0; i < other.size(); ++i) {
    widen(runs[i], other[i]);
  }
}

std::string expression_of(const ShapeRun& run) {
  // Of one letter the others of the alphabet are as good as those seen.
  const bool few = run.texts.size() <= k_most_literals &&
                   (run.texts.size() == 1 || run.most > 1);
  if (!run.texts.empty() && few) {
    return literals(run);
  }
  switch (run.kind) {
  case 'A':
    return counted("[A-Z]", run);
  case 'a':
    return counted("[a-z]", run);
  case '9':
    return counted("\\d", run);
  case 'u':
    return counted("\\p{L}", run);
  default:
    return quoted(std::string(1, run.kind));
  }
}

std::string expression_of(const ShapeRuns& runs, size_t from, size_t to) {
  std::string out;
  for (size_t i = from; i < to; ++i) {
    out += expression_of(runs[i]);
  }
  return out;
}

} // namespace domain
