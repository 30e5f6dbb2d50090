// SPDX-License-Identifier: Apache-2.0
#include "core/domain/key_scan.hpp"
#include "core/domain/places.hpp"
#include "core/domain/well_number.hpp"
#include "core/domain/wellbore.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace domain {
namespace {

constexpr size_t k_label_reach = 60; // bytes before a number
constexpr size_t k_label_behind = 12;

// Every pattern here has a bounded length, so that all scans are linear.
re2::StringPiece piece(std::string_view text) {
  return re2::StringPiece(text.data(), text.size());
}

RE2::Options bytes_options(bool fold) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(!fold);
  return options;
}

class PatternFinder {
public:
  explicit PatternFinder(KeyScan& scan) : m_scan(scan), m_text(scan.text()) {}

  void run() {
    uwis();
    wellbores();
    dutch_wellbores();
    numbers();
    lines();
  }

private:
  // Calls use(span) for each match; use returns where to go on.
  template <typename Use>
  void each(const RE2& form, const Use& use) const {
    size_t at = 0;
    re2::StringPiece whole = piece(m_text);
    re2::StringPiece got;
    while (at < m_text.size() &&
           form.Match(whole, at, m_text.size(), RE2::UNANCHORED, &got, 1) &&
           !got.empty()) {
      auto begin = static_cast<size_t>(got.data() - m_text.data());
      at = std::max(use(Span{begin, begin + got.size()}), begin + 1);
    }
  }

  // In a record only the field's own name is near: "API: 4902506325; TD: 900".
  std::string_view near(Span span) const {
    size_t from = span.begin - std::min(span.begin, k_label_reach);
    size_t to = std::min(m_text.size(), span.end + k_label_behind);
    if (m_scan.record()) {
      to = span.end;
      size_t border =
          m_text.substr(from, span.begin - from).find_last_of(";\n");
      from = border == std::string_view::npos ? from : from + border + 1;
    }
    return m_text.substr(from, to - from);
  }

  bool labelled(Span span) const {
    static const RE2 label("(?:^|[^A-Za-z])(?:API|UWI|api|uwi|Api|Uwi)"
                           "(?:[^A-Za-z]|[Nn]o|[Nn]um|NO|NUM|[Ww]ell|WELL|$)",
                           bytes_options(false));
    return RE2::PartialMatch(piece(near(span)), label) ||
           (m_scan.record() && named_beside(span));
  }

  // A row of a table of names and values: "Mnemonic: API; Value: 4902506325".
  bool named_beside(Span span) const {
    static const RE2 beside(
        "(?:^|[:;\\n])[ ]*(?:api|uwi)(?:[ ]*(?:well[ "
        "]*)?(?:no|num|number))?[.]?"
        "[ ]*;[ ]*(?:value|data|content|wert|verdi)[^;:\\n]{0,20}:[ ]*$",
        bytes_options(true));
    const size_t from = span.begin - std::min(span.begin, k_label_reach);
    return RE2::PartialMatch(piece(m_text.substr(from, span.begin - from)),
                             beside);
  }

  bool near_wells(Span span) const {
    static const RE2 word("(?:well|borehole|br\xc3\xb8nn|sidetrack|spud|drill|"
                          "ukcs|npd|sodir|exploration|wlb)",
                          bytes_options(true));
    std::string text(near(span));
    static const RE2 phrase("as well|well[ -]known", bytes_options(true));
    RE2::GlobalReplace(&text, phrase, " ");
    return RE2::PartialMatch(text, word);
  }

  // "well L05-07", "Wells: K12-B-03", a folder of wells: other codes look like
  // it, so that the word has to stand close before.
  bool follows_wells(Span span) const {
    static const RE2 word(
        "(?:^|[^a-z])(?:wells?|wellbores?|boreholes?|borings?|"
        "sidetracks?|nlog|put)[^a-z0-9]{1,3}(?:[a-z]{1,8}"
        "[^a-z0-9]{1,3})?$",
        bytes_options(true));
    size_t from = span.begin - std::min<size_t>(span.begin, 30);
    const std::string_view before = m_text.substr(from, span.begin - from);
    static const RE2 phrase("as well[^a-z]", bytes_options(true));
    return RE2::PartialMatch(piece(before), word) &&
           !RE2::PartialMatch(piece(before), phrase);
  }

  void uwis() {
    static const RE2 form(
        // A word before the location ("of 15-14-101-13W4") is no exception.
        "1?(?:[0-9A-Z]{2}[/_-]?|(?-i:[0-9][0-9A-Z]|[A-Z][0-9]|A[A-Z]) )"
        "\\d\\d[ _-]?\\d\\d[ _-]?\\d{3}[ _-]?\\d\\d ?"
        "W[1-6]M?[/_-]?\\d{0,2}"
        "|2[0-9A-Z]{2}[/ _-]?[A-D]-?\\d{3}-?[A-L][/ _-]?\\d{3}-?[A-P]-?\\d\\d"
        "[/ _-]?\\d{1,2}"
        "|3[0-9A-Z]{2}[/ _-]?[A-P]-?\\d\\d-?\\d\\d-?[0-5]0-?\\d{3}-?"
        "(?:00|15|30|45)[/_-]?\\d"
        "|(?-i:1?W[1-6]\\d{9}[0-9A-Z]{2}\\d\\d)",
        bytes_options(true));
    each(form, [&](Span span) {
      if (!m_scan.alone_word(span)) {
        return span.begin + 1;
      }
      auto uwi = parse_canadian_uwi(m_scan.text_of(span));
      if (!uwi) {
        return span.begin + 1;
      }
      m_scan.put("uwi-ca", std::move(*uwi), span);
      return span.end;
    });
  }

  void wellbores() {
    static const RE2 slash("\\d{1,4}/\\d{1,2}[A-Za-z]?-(?:[A-Za-z]{1,2}-?)?"
                           "\\d{1,3}(?:[ -]?[A-Z]{1,2}\\d{0,2}|[a-z]){0,2}",
                           bytes_options(false));
    static const RE2 under("\\d{1,4}[/_]\\d{1,2}[A-Za-z]?-_?(?:[A-Z]{1,2}-?)?"
                           "\\d{1,3}(?:[ _-]?[A-Z]{1,2}\\d{0,2}){0,2}",
                           bytes_options(false));
    each(m_scan.path() ? under : slash,
         [&](Span span) { return wellbore(span); });
  }

  // Takes suffixes off the end until what is left stands alone.
  size_t wellbore(Span span) {
    while (span.end > span.begin) {
      bool whole = m_scan.path() ? alone_in_path(span) : m_scan.alone(span);
      auto parsed = parse_wellbore(spaced(m_scan.text_of(span)));
      bool evidence =
          parsed && (m_scan.question() || has_letters(m_scan.text_of(span)) ||
                     near_wells(span));
      if (whole && evidence && !common_word(m_scan.text_of(span))) {
        m_scan.put("wellbore", std::move(*parsed), span);
        return span.end;
      }
      size_t cut = m_scan.text_of(span).find_last_of(" -_");
      if (cut == std::string_view::npos) {
        break;
      }
      span.end = span.begin + cut;
    }
    return span.begin + 1;
  }

  void dutch_wellbores() {
    static const RE2 form("[ABD-HJ-T]\\d{1,2}-(?:[A-Z]{1,3}-)?\\d{1,3}[A-Z]?"
                          "(?:-S\\d{1,2})?",
                          bytes_options(false));
    each(form, [&](Span span) {
      auto parsed = parse_wellbore(m_scan.text_of(span));
      const bool joined =
          m_scan.after(span.end) == '-' || m_scan.before(span.begin) == '-';
      if (parsed && m_scan.alone(span) && !joined &&
          (m_scan.question() || follows_wells(span))) {
        m_scan.put("wellbore", std::move(*parsed), span);
      }
      return span.end;
    });
  }

  // A letter of an installation, or of a part of the block in a name of a
  // file: hardly a date or a fraction.
  static bool has_letters(std::string_view name) {
    static const RE2 form(".*-[A-Za-z]{1,2}-?\\d+.*|\\d+_\\d+[A-Za-z]-_?\\d+.*",
                          bytes_options(false));
    return RE2::FullMatch(piece(name), form);
  }

  // "15_9-F-1_A" → "15/9-F-1 A".
  static std::string spaced(std::string_view name) {
    std::string out(name);
    size_t bar = out.find_first_of("/_");
    if (bar != std::string::npos) {
      out[bar] = '/';
    }
    if (const size_t gap = out.find("-_"); gap != std::string::npos) {
      out.erase(gap + 1, 1);
    }
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
  }

  // In a path "_" and "-" stand for spaces between words.
  bool alone_in_path(Span span) const {
    char left = m_scan.before(span.begin);
    char right = m_scan.after(span.end);
    return !word_byte(left) && !word_byte(right) &&
           !(left == '-' && span.begin > 1 &&
             ascii_digit(m_text[span.begin - 2]));
  }

  // "15/9-19 IN", "206_05a-3_DWL": the suffix is a word of the sentence.
  static bool common_word(std::string_view name) {
    static const RE2 words(".*[0-9][ _-]?[A-Z]{3}.*|"
                           ".*[ _](?:IN|IS|IT|AT|AS|OR|OF|ON|TO|BY|US|WE|AN|"
                           "NO|IF|BE|DO|SO|UP|MD|TD|KB|FT|M)",
                           bytes_options(false));
    return RE2::FullMatch(piece(name), words);
  }

  void numbers() {
    static const RE2 form(
        "\\d{2,3}-\\d{3}-\\d{5}(?:-?\\d{4}|-\\d{2}(?:-\\d{2})?)?"
        "|\\d{2} \\d{3} \\d{5}(?: \\d{2} \\d{2})?"
        "|\\d{2}[./_]\\d{3}[./_]\\d{5}(?:[./_]\\d{2}){0,2}"
        "|\\d{2}-\\d{8}(?:-?\\d{4})?|\\d{3}-\\d{5}"
        "|\\d\\.\\d{1,13}[eE]\\+?\\d{1,3}|\\d{7,14}",
        bytes_options(false));
    each(form, [&](Span span) {
      if (!m_scan.alone(span)) {
        size_t end = span.end;
        while (end < m_text.size() && ascii_digit(m_text[end])) {
          ++end;
        }
        return end;
      }
      number(span);
      return span.end;
    });
  }

  void number(Span span) {
    const std::string_view text = m_scan.text_of(span);
    auto well = WellNumber::parse(text);
    if (well && accepted(*well, span)) {
      m_scan.put("api", well->digits(), span);
    } else if (well && dashed(text)) {
      m_scan.put("api-unlabelled", well->digits(), span);
    }
  }

  // The published groups, and nobody says what they are.
  static bool dashed(std::string_view text) {
    static const RE2 form("\\d{2}-\\d{3}-\\d{5}(?:-\\d{2}){0,2}",
                          bytes_options(false));
    return RE2::FullMatch(piece(text), form);
  }

  bool accepted(const WellNumber& well, Span span) {
    bool bare =
        m_scan.text_of(span).find_first_of("- ./_") == std::string_view::npos;
    if (!well.state()) {
      // County and unique alone: somebody has to say that it is a well.
      bool said = labelled(span) || (m_scan.question() && near_wells(span));
      return (m_scan.question() && !bare && some_county(well)) ||
             (said && (!bare || some_county(well)));
    }
    if (labelled(span) || m_scan.question()) {
      return true;
    }
    return m_scan.path() &&
           (!bare || well.digits().size() > 10 || state_in_path(*well.state()));
  }

  static bool some_county(const WellNumber& well) {
    return std::any_of(
        states().begin(), states().end(), [&](const State& state) {
          return county_by_code(state.api_code, well.county()) != nullptr;
        });
  }

  // A folder that is named after the state.
  bool state_in_path(uint32_t api_code) {
    if (!m_states) {
      m_states = find_states(m_text);
    }
    return std::any_of(m_states->begin(), m_states->end(),
                       [&](const StateMention& mention) {
                         return mention.state->api_code == api_code;
                       });
  }

  void lines() {
    static const RE2 form("lines?[ :#=]{1,4}(?:no\\.? ?|number |name )?[#:]?"
                          "[A-Z0-9][A-Z0-9._/-]{0,30}",
                          bytes_options(true));
    each(form, [&](Span span) {
      std::string_view all = m_scan.text_of(span);
      size_t from = all.find_last_of(" :#=") + 1;
      Span word{span.begin + from, span.end};
      word = m_scan.trimmed_end(word);
      if (!word_byte(m_scan.before(span.begin)) &&
          line_name(m_scan.text_of(word))) {
        m_scan.put_as("line", word);
      }
      return span.begin + 4;
    });
  }

  bool line_name(std::string_view name) const {
    bool digit = std::any_of(name.begin(), name.end(), ascii_digit);
    bool survey = name.size() == 2 && (name[1] == 'D' || name[1] == 'd');
    if (!digit || survey) {
      return false;
    }
    bool capital = std::any_of(name.begin(), name.end(),
                               [](char c) { return c >= 'A' && c <= 'Z'; });
    return m_scan.question() || m_scan.record() ||
           (capital && name.find('/') == std::string_view::npos);
  }

  KeyScan& m_scan;
  std::string_view m_text;
  std::optional<std::vector<StateMention>> m_states;
};

} // namespace

void find_patterns(KeyScan& scan) {
  PatternFinder(scan).run();
}

} // namespace domain
