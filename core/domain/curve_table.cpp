// SPDX-License-Identifier: Apache-2.0
#include "core/domain/curve_table.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/shadow.hpp"

#include <algorithm>
#include <utility>

namespace domain {
namespace {

constexpr size_t k_most_problems = 100;
constexpr size_t k_most_families = 200;
constexpr size_t k_most_entries = 2000; // of one list of one family
constexpr size_t k_longest_entry = 80;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string cased(std::string_view text, bool capital) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [&](char c) {
    return capital && c >= 'a' && c <= 'z'    ? static_cast<char>(c - 'a' + 'A')
           : !capital && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                              : c;
  });
  return out;
}

std::vector<std::string_view> split(std::string_view text,
                                    std::string_view separators) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) {
      out.push_back(part);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

bool has_word(std::string_view text) {
  return std::any_of(text.begin(), text.end(), word_byte);
}

class Parser {
public:
  explicit Parser(std::vector<CurveProblem>& problems) : m_problems(problems) {}

  std::vector<CurveFamily> parse(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) {
      text.remove_prefix(3);
    }
    while (!text.empty()) {
      ++m_line;
      const size_t end = std::min(text.find('\n'), text.size());
      line(trimmed(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(m_families);
  }

private:
  void problem(std::string what) {
    if (m_problems.size() < k_most_problems) {
      m_problems.push_back({m_line, std::move(what)});
    }
  }

  void line(std::string_view text) {
    if (text.empty() || text.front() == '#') {
      return;
    }
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos || !base::is_utf8(text)) {
      problem("no \"name: value\" in UTF-8; for example \"mnemonics: DT DTC\"");
      return;
    }
    const std::string key = cased(trimmed(text.substr(0, colon)), false);
    const std::string_view value = trimmed(text.substr(colon + 1));
    if (key == "family") {
      family(value);
    } else if (std::vector<std::string>* list = list_of(key)) {
      const bool phrases = key == "words" || key == "asked";
      for (const std::string_view part : split(value, phrases ? "," : " \t,")) {
        entry(part, key.ends_with("mnemonics"), *list);
      }
    }
  }

  void family(std::string_view name) {
    m_current = k_none;
    if (!has_word(name) || name.size() > k_longest_entry) {
      problem("a family needs a name of at most 80 bytes: \"family: sonic\"");
      return;
    }
    const std::string wanted = cased(name, false);
    for (size_t i = 0; i < m_families.size(); ++i) {
      m_current = m_families[i].name == wanted ? i : m_current;
    }
    if (m_current == k_none && m_families.size() >= k_most_families) {
      problem("more than 200 families; this one is left out");
    } else if (m_current == k_none) {
      m_current = m_families.size();
      m_families.push_back({wanted, {}, {}, {}, {}, {}});
    }
  }

  std::vector<std::string>* list_of(const std::string& key) {
    static const std::pair<const char*, std::vector<std::string> CurveFamily::*>
        lists[] = {{"mnemonics", &CurveFamily::mnemonics},
                   {"unit-mnemonics", &CurveFamily::unit_mnemonics},
                   {"units", &CurveFamily::units},
                   {"words", &CurveFamily::words},
                   {"asked", &CurveFamily::asked}};
    for (const auto& [name, member] : lists) {
      if (key != name) {
        continue;
      }
      if (m_current == k_none) {
        problem("\"" + key +
                "\" before any \"family: NAME\"; put it below one");
        return nullptr;
      }
      return &(m_families[m_current].*member);
    }
    problem("no such entry \"" + key.substr(0, k_longest_entry) +
            "\"; there are family, mnemonics, unit-mnemonics, units, words "
            "and asked");
    return nullptr;
  }

  void entry(std::string_view text, bool capital,
             std::vector<std::string>& list) {
    if (!has_word(text) || text.size() > k_longest_entry) {
      problem("\"" + std::string(text.substr(0, k_longest_entry)) +
              "\" has no letter or digit, or more than 80 bytes; it is left "
              "out");
    } else if (list.size() >= k_most_entries) {
      problem("more than 2000 entries of one kind in one family");
    } else {
      list.push_back(cased(text, capital));
    }
  }

  static constexpr size_t k_none = SIZE_MAX;
  std::vector<CurveProblem>& m_problems;
  std::vector<CurveFamily> m_families;
  size_t m_current = k_none;
  size_t m_line = 0;
};

} // namespace

std::vector<CurveFamily> parse_curve_file(std::string_view text,
                                          std::vector<CurveProblem>& problems) {
  return Parser(problems).parse(text);
}

} // namespace domain
