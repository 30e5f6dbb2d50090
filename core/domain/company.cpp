// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company.hpp"

#include "core/domain/company_words.hpp"
#include "core/domain/text.hpp"

#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace domain {
namespace {

using Words = std::vector<std::string>;

// Letters that decomposition leaves whole.
struct Plain {
  char32_t letter; // small
  std::u16string_view as;
};
constexpr std::array<Plain, 8> k_plain = {{{0xe6, u"AE"},
                                           {0xf0, u"D"},
                                           {0xf8, u"O"},
                                           {0xfe, u"TH"},
                                           {0x111, u"D"},
                                           {0x131, u"I"},
                                           {0x142, u"L"},
                                           {0x153, u"OE"}}};

void append_plain(UChar32 point, icu::UnicodeString& out) {
  if (u_charType(point) == U_NON_SPACING_MARK) {
    return;
  }
  const auto plain =
      std::find_if(k_plain.begin(), k_plain.end(), [&](const Plain& one) {
        return one.letter == static_cast<char32_t>(point);
      });
  if (plain != k_plain.end()) {
    out.append(plain->as.data(), static_cast<int32_t>(plain->as.size()));
  } else {
    out.append(u_toupper(point));
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

char capital(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// Capitals without accents.
std::string plain_capitals(std::string_view text) {
  if (is_ascii(text)) { // nearly always
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), capital);
    return out;
  }
  UErrorCode status = U_ZERO_ERROR;
  const auto* nfkd = icu::Normalizer2::getNFKDInstance(status);
  const auto folded = fold(text);
  const auto apart =
      nfkd->normalize(icu::UnicodeString::fromUTF8(folded), status);
  icu::UnicodeString out;
  for (int32_t i = 0; i < apart.length(); i = apart.moveIndex32(i, 1)) {
    append_plain(apart.char32At(i), out);
  }
  std::string utf8;
  return out.toUTF8String(utf8);
}

bool is_single(const std::string& word) {
  return word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z';
}

// ---- words ------------------------------------------------------------------

// Cuts into words; "(" and ")" stand as words of their own, for the rules.
class Cutter {
public:
  explicit Cutter(std::string_view name) : m_text(plain_capitals(name)) {}

  Words cut() {
    const auto size = static_cast<int32_t>(m_text.size());
    for (int32_t i = 0; i < size;) {
      const int32_t begin = i;
      UChar32 point = 0;
      U8_NEXT(reinterpret_cast<const uint8_t*>(m_text.data()), i, size, point);
      take(point,
           std::string_view(m_text).substr(static_cast<size_t>(begin),
                                           static_cast<size_t>(i - begin)));
    }
    end_word();
    return join_marked();
  }

private:
  void take(UChar32 c, std::string_view bytes) {
    if (c >= 0 && u_isalnum(c)) {
      m_word += bytes;
      return;
    }
    if (c == '\'' || c == 0x2019 || c == '`') {
      return; // DAVE'S
    }
    end_word();
    if (c == '&' || c == '+') {
      m_words.emplace_back("AND");
    } else if (c == '(' || c == ')' || c == '/' || c == '.') {
      m_words.emplace_back(1, static_cast<char>(c));
    } else {
      m_words.emplace_back(" ");
    }
  }

  void end_word() {
    if (!m_word.empty()) {
      m_words.push_back(std::move(m_word));
      m_word.clear();
    }
  }

  // "S.A." and "A/S": single letters with nothing but the mark between. Then
  // dots and blanks go, and a "/" stays only between words.
  Words join_marked() const {
    Words out;
    bool open = false; // the last word is a run of marked letters
    for (size_t i = 0; i < m_words.size(); ++i) {
      const std::string& word = m_words[i];
      const bool mark = word == "." || word == "/";
      const bool inside = mark && i > 0 && i + 1 < m_words.size() &&
                          is_single(m_words[i - 1]) &&
                          is_single(m_words[i + 1]);
      if (inside) {
        open = true;
      } else if (open && is_single(word)) {
        out.back() += word;
        open = false;
      } else if (word != "." && word != " ") {
        out.push_back(word);
        open = false;
      } else {
        open = false;
      }
    }
    return out;
  }

  std::string m_text;
  std::string m_word;
  Words m_words;
};

// ---- rules ------------------------------------------------------------------

class Rules {
public:
  Rules(Words words, CompanyForm& form)
      : m_words(std::move(words)), m_form(form) {}

  void run() {
    for (size_t before = 0; before != m_changes;) {
      before = m_changes;
      join_initials();
      drop_articles();
      for (const LegalPhrase& phrase : legal_phrases()) {
        drop_phrase(phrase);
      }
      drop_in_front();
      drop_legal();
      read_abbreviations();
      read_trade();
    }
  }

  std::string text() const {
    std::string out;
    for (const std::string& word : m_words) {
      out += (out.empty() ? "" : " ") + word;
    }
    return out;
  }

private:
  void erase(size_t at, size_t count = 1) {
    const auto from = m_words.begin() + static_cast<ptrdiff_t>(at);
    m_words.erase(from, from + static_cast<ptrdiff_t>(count));
    ++m_changes;
  }

  void drop(size_t at) {
    m_form.dropped.push_back(m_words[at]);
    erase(at);
  }

  void join_initials() {
    Words out;
    bool run = false;
    for (std::string& word : m_words) {
      const bool single = is_single(word);
      if (single && run) {
        out.back() += word;
        ++m_changes;
      } else {
        out.push_back(std::move(word));
      }
      run = single;
    }
    m_words = std::move(out);
  }

  bool is_mark(size_t at) const {
    return m_words[at] == "(" || m_words[at] == ")" || m_words[at] == "/";
  }

  // Words that are left if `count` of them go.
  bool leaves_a_word(size_t count) const {
    const auto words = static_cast<size_t>(std::count_if(
        m_words.begin(), m_words.end(), [](const std::string& word) {
          return word != "(" && word != ")" && word != "/" && word != "AND";
        }));
    return words > count;
  }

  void drop_articles() {
    if (m_words.size() > 1 && m_words.front() == "THE") {
      erase(0);
    }
    if (m_words.size() > 1 && m_words.back() == "THE") {
      erase(m_words.size() - 1);
    }
  }

  // A legal form of several words, wherever a name may end.
  void drop_phrase(const LegalPhrase& phrase) {
    const auto& parts = phrase.words;
    for (size_t i = 1; i + parts.size() <= m_words.size(); ++i) {
      if (ends_at(i + parts.size()) &&
          std::equal(parts.begin(), parts.end(),
                     m_words.begin() + static_cast<ptrdiff_t>(i))) {
        m_form.dropped.emplace_back(phrase.text);
        erase(i, parts.size());
        return;
      }
    }
  }

  // A name ends here: at the end, or before a bracket.
  bool ends_at(size_t at) const {
    return at >= m_words.size() || m_words[at] == "(" || m_words[at] == ")";
  }

  void drop_in_front() {
    const bool more = m_words.size() > 2 && !is_mark(1);
    if (more && is_legal_in_front(m_words.front())) {
      drop(0);
    }
  }

  void drop_legal() {
    for (size_t i = m_words.size(); i-- > 1;) {
      const bool legal = is_legal_anywhere(m_words[i]) ||
                         (is_legal_at_end(m_words[i]) && ends_at(i + 1) &&
                          m_words[i - 1] != "AND");
      if (legal && leaves_a_word(1)) {
        drop(i);
      }
    }
  }

  void read_abbreviations() {
    for (size_t i = 0; i < m_words.size(); ++i) {
      const auto full = abbreviation(m_words[i]);
      if (!full.empty() && (m_words[i] != "ASSOC" || ends_at(i + 1))) {
        m_form.read_as.push_back(m_words[i] + "=" + std::string(full));
        m_words[i] = full;
        ++m_changes;
      }
    }
  }

  // "O AND G", "E AND P".
  void read_trade() {
    for (size_t i = 0; i + 2 < m_words.size(); ++i) {
      const bool oil = m_words[i] == "O" && m_words[i + 2] == "G";
      const bool upstream = m_words[i] == "E" && m_words[i + 2] == "P";
      if (m_words[i + 1] == "AND" && (oil || upstream)) {
        m_words[i] = oil ? "OIL" : "EXPLORATION";
        m_words[i + 2] = oil ? "GAS" : "PRODUCTION";
        m_form.read_as.emplace_back(oil ? "O & G=OIL AND GAS"
                                        : "E & P=EXPLORATION AND PRODUCTION");
        ++m_changes;
      }
    }
  }

  Words m_words;
  CompanyForm& m_form;
  size_t m_changes = 1;
};

// Brackets have done their work; a "/" at an edge separates nothing.
std::string without_marks(std::string_view text) {
  Words out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    std::string word(text.substr(at, end - at));
    const bool edge = word == "/" && (out.empty() || out.back() == "/");
    if (word != "(" && word != ")" && !edge) {
      out.push_back(std::move(word));
    }
    at = end + 1;
  }
  if (!out.empty() && out.back() == "/") {
    out.pop_back();
  }
  std::string joined;
  for (const std::string& word : out) {
    joined += (joined.empty() ? "" : " ") + word;
  }
  return joined;
}

void sort_out(Words& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

// What only one of the two has.
Words difference(const Words& a, const Words& b) {
  Words out;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::back_inserter(out));
  return out;
}

} // namespace

namespace {

// Reading "&" and "Pet" makes a name longer: whole words within the bound, so
// that what was made is read whole the next time. True if it was cut.
bool cut_to_bound(std::string& text) {
  if (text.size() <= k_longest_company) {
    return false;
  }
  const bool between = text[k_longest_company] == ' ';
  text = cut_utf8(text, k_longest_company);
  const size_t blank = text.rfind(' ');
  if (!between && blank != std::string::npos) {
    text.resize(blank);
  }
  return true;
}

} // namespace

CompanyForm company_form(std::string_view name) {
  CompanyForm form;
  std::string text(cut_utf8(name, k_longest_company));
  // What brackets kept apart may meet in a further round. Every round but the
  // last joins, drops or reads words, so it ends; the bound is for certainty.
  for (size_t round = 0; round <= k_longest_company; ++round) {
    Rules rules(Cutter(text).cut(), form);
    rules.run();
    std::string next = without_marks(rules.text());
    const bool cut = cut_to_bound(next);
    // Without marks and further scripts there is nothing more to meet.
    const bool plain =
        is_ascii(text) && text.find_first_of("()/") == std::string::npos;
    if (!cut && (plain || next == text)) {
      text = std::move(next);
      break;
    }
    text = std::move(next);
  }
  form.canonical = std::move(text);
  sort_out(form.dropped);
  sort_out(form.read_as);
  return form;
}

bool has_legal_form(std::string_view name) {
  return !company_form(name).dropped.empty();
}

std::string why_same_company(std::string_view a, std::string_view b) {
  if (a == b) {
    return "same spelling";
  }
  const CompanyForm one = company_form(a);
  const CompanyForm other = company_form(b);
  std::string out;
  for (const std::string& word : difference(one.dropped, other.dropped)) {
    out += fmt::format("{}'{}'", out.empty() ? "same after dropping " : ", ",
                       word);
  }
  std::string read;
  for (const std::string& word : difference(one.read_as, other.read_as)) {
    const size_t sign = word.find('=');
    read += fmt::format("{}'{}' as '{}'", read.empty() ? "reading " : ", ",
                        word.substr(0, sign), word.substr(sign + 1));
  }
  if (!read.empty()) {
    out += (out.empty() ? "same after " : " and ") + read;
  }
  return out.empty() ? "same but for case, accents and punctuation" : out;
}

} // namespace domain
