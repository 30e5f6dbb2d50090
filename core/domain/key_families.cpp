// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_families.hpp"

#include "core/base/hash.hpp"
#include "core/domain/key_forms.hpp"
#include "core/domain/shadow.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

namespace domain {
namespace {

constexpr size_t k_max_families = 64;
constexpr size_t k_max_expression = 1000;
constexpr size_t k_max_name = 32;
constexpr int64_t k_max_memory = 1 << 20;
// Bytes that one look for a match may read, so that a whole scan is linear
// whatever the expression.
constexpr size_t k_window = 1024;

constexpr std::array<std::pair<Normaliser, std::string_view>, 5> k_names = {
    {{Normaliser::code, "code"},
     {Normaliser::digits, "digits"},
     {Normaliser::upper, "upper"},
     {Normaliser::name, "name"},
     {Normaliser::verbatim, "verbatim"}}};

constexpr std::array<std::string_view, 10> k_built_in = {
    "api",       "api-unlabelled", "uwi-ca", "wellbore", "code",
    "well-name", "line",           "file",   "clause",   "folded"};

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

RE2::Options options(bool fold) {
  RE2::Options out;
  out.set_max_mem(k_max_memory);
  out.set_longest_match(true);
  out.set_log_errors(false);
  out.set_case_sensitive(!fold);
  return out;
}

tl::unexpected<base::Error> refuse(const KeyFamily& family,
                                   const std::string& what) {
  return base::fail(base::Errc::invalid,
                    "key family '" + family.name + "': " + what);
}

base::Result<void> check_name(const KeyFamily& family) {
  static const RE2 form("[a-z][a-z0-9]*(?:-[a-z0-9]+)*");
  if (family.name.size() > k_max_name || !RE2::FullMatch(family.name, form)) {
    return refuse(family, "a name has small letters, digits and single dashes, "
                          "at most 32; for example drawing-no");
  }
  if (std::find(k_built_in.begin(), k_built_in.end(), family.name) !=
      k_built_in.end()) {
    return refuse(family,
                  "a built-in family is called so; choose another name");
  }
  return {};
}

bool matches_empty(const RE2& form) {
  for (const char* text : {"", " ", "a", "A1", "1", "a 1"}) {
    re2::StringPiece got;
    const re2::StringPiece whole(text);
    for (size_t at = 0; at <= whole.size(); ++at) {
      if (form.Match(whole, at, whole.size(), RE2::ANCHOR_START, &got, 1) &&
          got.empty()) {
        return true;
      }
    }
  }
  return false;
}

base::Result<void> check_expression(const KeyFamily& family, const RE2& form) {
  if (family.expression.empty() ||
      family.expression.size() > k_max_expression) {
    return refuse(family, "an expression has 1 to 1000 bytes");
  }
  if (!form.ok() && form.error_code() == RE2::ErrorPatternTooLarge) {
    return refuse(family, "the expression needs too much memory; use smaller "
                          "counts, such as {1,8} in place of {1,500}");
  }
  if (!form.ok()) {
    return refuse(family, "the expression does not compile: " + form.error() +
                              "; in a textproto a backslash is written twice, "
                              "as in \"DRW-\\\\d{4}\"");
  }
  if (matches_empty(form)) {
    return refuse(family, "the expression matches the empty text; say what "
                          "must be there, as in \\d+ in place of \\d*");
  }
  return {};
}

} // namespace

base::Result<Normaliser> parse_normaliser(std::string_view name) {
  for (const auto& [normaliser, known] : k_names) {
    if (known == name) {
      return normaliser;
    }
  }
  return base::fail(base::Errc::invalid, "no normaliser '" + std::string(name) +
                                             "'; there are " +
                                             std::string(k_normalisers));
}

std::string_view name_of(Normaliser normaliser) {
  return k_names.at(static_cast<size_t>(normaliser) - 1).second;
}

std::span<const std::string_view> built_in_families() {
  return k_built_in;
}

base::Result<std::string> normalise(Normaliser normaliser,
                                    std::string_view verbatim) {
  std::string out = normaliser == Normaliser::code     ? code_form(verbatim)
                    : normaliser == Normaliser::digits ? digits_form(verbatim)
                    : normaliser == Normaliser::upper  ? upper_form(verbatim)
                    : normaliser == Normaliser::name   ? name_form(verbatim)
                                                       : std::string(verbatim);
  if (out.empty() || out.size() > k_max_key) {
    return base::fail(base::Errc::invalid, "empty or too long");
  }
  return out;
}

struct KeyFamilies::Compiled {
  struct Forms {
    std::unique_ptr<RE2> found;
    std::unique_ptr<RE2> typed; // in any case
  };
  std::vector<KeyFamily> list;
  std::vector<Forms> forms;
  uint32_t hash = 0;
};

KeyFamilies::KeyFamilies() = default;

base::Result<KeyFamilies> KeyFamilies::make(std::vector<KeyFamily> families) {
  KeyFamilies out;
  if (families.empty()) {
    return out;
  }
  if (families.size() > k_max_families) {
    return base::fail(base::Errc::invalid,
                      "more than 64 key families; join some with |");
  }
  auto compiled = std::make_shared<Compiled>();
  base::Hasher hasher;
  for (const KeyFamily& family : families) {
    TRY(check_name(family));
    for (const KeyFamily& other : compiled->list) {
      if (other.name == family.name) {
        return refuse(family,
                      "it is there twice; join both expressions with |");
      }
    }
    Compiled::Forms forms;
    forms.found = std::make_unique<RE2>(family.expression, options(false));
    TRY(check_expression(family, *forms.found));
    forms.typed = std::make_unique<RE2>(family.expression, options(true));
    TRY(check_expression(family, *forms.typed));
    hasher.field(family.name).field(family.expression);
    hasher.field(name_of(family.normaliser));
    compiled->forms.push_back(std::move(forms));
    compiled->list.push_back(family);
  }
  compiled->hash =
      static_cast<uint32_t>(hasher.finish().prefix64() >> 32U) | 1U;
  out.m_compiled = std::move(compiled);
  return out;
}

const std::vector<KeyFamily>& KeyFamilies::list() const {
  static const std::vector<KeyFamily> none;
  return m_compiled ? m_compiled->list : none;
}

const KeyFamily* KeyFamilies::find(std::string_view name) const {
  const auto at =
      std::find_if(list().begin(), list().end(),
                   [&](const KeyFamily& one) { return one.name == name; });
  return at == list().end() ? nullptr : &*at;
}

uint32_t KeyFamilies::hash() const {
  return m_compiled ? m_compiled->hash : 0;
}

namespace {

struct Match {
  size_t begin = 0;
  size_t end = 0;
};

// The next match from `at` on; moves `at` behind all that was looked at.
bool next_match(const RE2& form, std::string_view text, size_t& at,
                Match& out) {
  while (at < text.size()) {
    const size_t stop = std::min(text.size(), at + k_window);
    re2::StringPiece got;
    if (!form.Match(piece(text), at, stop, RE2::UNANCHORED, &got, 1)) {
      // What begins near the end of the window is seen whole by the next.
      at = stop == text.size() ? stop : stop - k_max_key;
      continue;
    }
    out.begin = static_cast<size_t>(got.data() - text.data());
    out.end = out.begin + got.size();
    const bool cut =
        stop < text.size() && out.end > stop - k_max_key && out.begin > at;
    at = cut ? out.begin : std::max(out.end, out.begin + 1);
    if (!cut && !got.empty()) {
      return true;
    }
  }
  return false;
}

bool stands_alone(std::string_view text, const Match& match) {
  const bool left = match.begin > 0 && word_byte(text[match.begin]) &&
                    word_byte(text[match.begin - 1]);
  const bool right = match.end < text.size() && word_byte(text[match.end]) &&
                     word_byte(text[match.end - 1]);
  return !left && !right && match.end - match.begin <= k_max_key;
}

} // namespace

void KeyFamilies::scan(std::string_view text, const Visit& visit) const {
  for (size_t i = 0; i < list().size(); ++i) {
    size_t at = 0;
    Match match;
    while (next_match(*m_compiled->forms[i].found, text, at, match)) {
      if (!stands_alone(text, match)) {
        at = match.begin + 1;
      } else if (!visit(list()[i], match.begin, match.end)) {
        return;
      }
    }
  }
}

bool KeyFamilies::accepts(const KeyFamily& family,
                          std::string_view text) const {
  const auto at = static_cast<size_t>(&family - list().data());
  return at < list().size() && text.size() <= k_window &&
         RE2::FullMatch(piece(text), *m_compiled->forms[at].typed);
}

} // namespace domain
