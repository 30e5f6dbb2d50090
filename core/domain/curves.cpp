// SPDX-License-Identifier: Apache-2.0
#include "core/domain/curves.hpp"

#include "core/base/assert.hpp"
#include "core/base/hash.hpp"
#include "core/domain/curve_table.hpp"
#include "core/domain/shadow.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <memory>

namespace domain {
namespace {

constexpr int64_t k_max_memory = 16 << 20; // of all entries of one family
constexpr size_t k_longest_text = 4096;    // of a description or a question

RE2::Options options() {
  RE2::Options out;
  out.set_max_mem(k_max_memory);
  out.set_log_errors(false);
  return out;
}

std::string cased(std::string_view text, int (*to)(int)) {
  std::string out(text.substr(0, k_longest_text));
  std::transform(out.begin(), out.end(), out.begin(), [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 ? static_cast<char>(to(byte)) : c;
  });
  return out;
}

// "GR_EDTC", "GR:1", "gr2": the vendor's or the run's tail is not the curve's.
std::string without_tail(std::string_view mnemonic) {
  std::string out = cased(mnemonic, std::toupper);
  out.resize(std::min(out.size(), out.find_first_of("_:.[( ")));
  return out;
}

// ---- entries as expressions ------------------------------------------------

// "DT24*": * is anything or nothing, ? one character, # a digit.
std::string of_pattern(const std::string& pattern) {
  std::string out;
  for (const char c : pattern) {
    out += c == '*'   ? ".*"
           : c == '?' ? "."
           : c == '#' ? "[0-9]"
                      : RE2::QuoteMeta(std::string(1, c));
  }
  return out;
}

// "transit time": from the beginning of a word on; a blank is also a dash or
// nothing. In double quotes to the end of a word as well.
std::string of_phrase(const std::string& phrase) {
  const bool whole =
      phrase.size() > 2 && phrase.front() == '"' && phrase.back() == '"';
  std::string out;
  for (const char c : whole ? phrase.substr(1, phrase.size() - 2) : phrase) {
    out += c == ' ' ? std::string("[- ]?") : RE2::QuoteMeta(std::string(1, c));
  }
  return whole ? out + "\\b" : out;
}

template <typename Form>
std::string any_of(const std::vector<std::string>& entries, const Form& form) {
  std::string out;
  for (const std::string& entry : entries) {
    out += (out.empty() ? "" : "|") + form(entry);
  }
  return out;
}

// Nothing where there are no entries: an empty expression matches all.
std::unique_ptr<RE2> compiled(const std::string& alternatives,
                              const std::string& before,
                              const std::string& behind) {
  if (alternatives.empty()) {
    return nullptr;
  }
  auto out = std::make_unique<RE2>(std::string(before)
                                       .append("(?:")
                                       .append(alternatives)
                                       .append(")")
                                       .append(behind),
                                   options());
  return out->ok() ? std::move(out) : nullptr;
}

bool full(const std::unique_ptr<RE2>& form, const std::string& text) {
  return form && RE2::FullMatch(text, *form);
}
bool partial(const std::unique_ptr<RE2>& form, const std::string& text) {
  return form && RE2::PartialMatch(text, *form);
}

struct Forms {
  std::string name;
  std::unique_ptr<RE2> mnemonics;
  std::unique_ptr<RE2> unit_mnemonics;
  std::unique_ptr<RE2> units;
  std::unique_ptr<RE2> words;
  std::unique_ptr<RE2> asked;

  bool called(const std::string& mnemonic, const std::string& unit) const {
    return full(mnemonics, mnemonic) || (full(unit_mnemonics, mnemonic) &&
                                         (unit.empty() || full(units, unit)));
  }
};

// What takes too much memory is left out, and said.
Forms forms_of(const CurveFamily& family, std::vector<CurveProblem>& problems) {
  // Somebody who asks may also say the family's own name.
  std::vector<std::string> asked = family.asked;
  asked.push_back(family.name);
  const auto pattern = [&](const std::vector<std::string>& entries) {
    return compiled(any_of(entries, of_pattern), "", "");
  };
  Forms out{family.name,
            pattern(family.mnemonics),
            pattern(family.unit_mnemonics),
            pattern(family.units),
            compiled(any_of(family.words, of_phrase), "\\b", ""),
            compiled(any_of(asked, of_phrase), "\\b",
                     "(?: \\w+)? (?:log|curve)s?\\b")};
  const bool whole = (out.mnemonics || family.mnemonics.empty()) &&
                     (out.unit_mnemonics || family.unit_mnemonics.empty()) &&
                     (out.units || family.units.empty()) &&
                     (out.words || family.words.empty()) && out.asked;
  if (!whole) {
    problems.push_back({0, "family \"" + family.name +
                               "\" has more entries than fit into memory; a "
                               "list of them is left out"});
  }
  return out;
}

} // namespace

struct CurveFamilies::Table {
  std::vector<Forms> families;

  Table(const std::vector<CurveFamily>& read,
        std::vector<CurveProblem>& problems) {
    for (const CurveFamily& family : read) {
      families.push_back(forms_of(family, problems));
    }
  }

  static const Table& built_in() {
    static const Table table = [] {
      std::vector<CurveProblem> problems;
      Table made(parse_curve_file(built_in_curves(), problems), problems);
      ASSERT(problems.empty());
      return made;
    }();
    return table;
  }

  const Forms* by_words(const std::string& words) const {
    const auto at =
        std::find_if(families.begin(), families.end(), [&](const Forms& one) {
          return partial(one.words, words);
        });
    return at == families.end() ? nullptr : &*at;
  }

  const Forms* by_mnemonic(std::string name, const std::string& unit) const {
    for (int turn = 0; turn < 2; ++turn) {
      for (const Forms& one : families) {
        if (one.called(name, unit)) {
          return &one;
        }
      }
      // Once more without the number of a run: "GR1".
      while (!name.empty() && ascii_digit(name.back())) {
        name.pop_back();
      }
    }
    return nullptr;
  }
};

CurveFamilies::CurveFamilies() = default;

CurveFamilies CurveFamilies::parse(std::string_view text,
                                   std::vector<CurveProblem>& problems) {
  CurveFamilies out;
  const auto read = parse_curve_file(text, problems);
  if (!read.empty()) {
    out.m_added = std::make_shared<const Table>(read, problems);
    out.m_hash =
        static_cast<uint32_t>(base::hash_of(text).prefix64() >> 32U) | 1U;
  }
  return out;
}

std::optional<std::string_view>
CurveFamilies::of(std::string_view mnemonic, std::string_view unit,
                  std::string_view description) const {
  const std::string words = cased(description, std::tolower);
  const std::string name = without_tail(mnemonic);
  const std::string small_unit = cased(unit, std::tolower);
  const Table& built_in = Table::built_in();
  const Forms* found = nullptr;
  if (m_added) {
    found = m_added->by_mnemonic(name, small_unit);
    found = found != nullptr ? found : m_added->by_words(words);
  }
  found = found != nullptr ? found : built_in.by_words(words);
  found = found != nullptr ? found : built_in.by_mnemonic(name, small_unit);
  return found == nullptr ? std::nullopt
                          : std::optional<std::string_view>(found->name);
}

std::vector<std::string_view>
CurveFamilies::named(std::string_view question) const {
  const std::string words = cased(question, std::tolower);
  std::vector<std::string_view> out;
  for (const Table* table : {m_added.get(), &Table::built_in()}) {
    for (size_t i = 0; table != nullptr && i < table->families.size(); ++i) {
      const Forms& one = table->families[i];
      const bool known =
          std::find(out.begin(), out.end(), one.name) != out.end();
      if (!known && partial(one.asked, words)) {
        out.emplace_back(one.name);
      }
    }
  }
  return out;
}

bool CurveFamilies::is_family(std::string_view name) const {
  const std::string wanted = cased(name, std::tolower);
  const auto has = [&](const Table& table) {
    return std::any_of(table.families.begin(), table.families.end(),
                       [&](const Forms& one) { return one.name == wanted; });
  };
  return has(Table::built_in()) || (m_added && has(*m_added));
}

uint32_t CurveFamilies::hash() const {
  return m_hash;
}

} // namespace domain
