// SPDX-License-Identifier: Apache-2.0
#include "query/answer/apart.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace query {
namespace {

constexpr size_t k_longest = 160; // bytes of a line that states a value
constexpr size_t k_differs = 3;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const auto line =
        domain::trim_blanks(std::string_view(text).substr(at, end - at));
    if (!line.empty()) {
      out.emplace_back(line);
    }
    at = end + 1;
  }
  return out;
}

// What is left without numbers: "grand total".
std::string label_of(const std::string& line) {
  std::string out;
  for (const std::string& word : domain::words_of(line)) {
    if (word[0] < '0' || word[0] > '9') {
      out += (out.empty() ? "" : " ") + word;
    }
  }
  return out;
}

bool has_digit(const std::string& line) {
  return std::any_of(line.begin(), line.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// The first line with a number and most of the words.
std::string stating(const std::vector<std::string>& lines,
                    const TellingWords& words) {
  std::string best;
  double most = 0;
  for (const std::string& line : lines) {
    const double share = words.share(line);
    if (line.size() <= k_longest && has_digit(line) && share > most) {
      most = share;
      best = line;
    }
  }
  return most >= 0.5 ? best : "";
}

std::string first_word(const std::string& line) {
  const auto words = domain::words_of(line);
  return words.empty() ? "" : words.front();
}

// Lines of one text that no other has, though each begins one like it.
std::vector<std::string>
differing(const std::vector<std::vector<std::string>>& all, size_t which,
          const std::string& but) {
  std::vector<std::string> out;
  for (const std::string& line : all[which]) {
    bool same = line == but || line.size() > k_longest;
    bool labelled = true;
    for (size_t i = 0; i < all.size(); ++i) {
      if (i != which) {
        const auto& other = all[i];
        same =
            same || std::find(other.begin(), other.end(), line) != other.end();
        labelled = labelled &&
                   std::any_of(other.begin(), other.end(),
                               [&](const std::string& one) {
                                 return first_word(one) == first_word(line);
                               });
      }
    }
    if (!same && labelled && out.size() < k_differs) {
      out.push_back(line);
    }
  }
  return out;
}

} // namespace

std::vector<Apart> told_apart(const std::vector<std::string>& texts,
                              const TellingWords& words) {
  std::vector<std::vector<std::string>> lines;
  std::vector<Apart> out;
  std::set<std::string> seen;
  std::set<std::string> labels;
  for (const std::string& text : texts) {
    lines.push_back(lines_of(text));
    const std::string line = stating(lines.back(), words);
    labels.insert(label_of(line));
    if (line.empty() || !seen.insert(line).second) {
      return {};
    }
    out.push_back({line, {}});
  }
  if (labels.size() != 1) {
    return {};
  }
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].differs = differing(lines, i, out[i].line);
  }
  return out;
}

} // namespace query
