// SPDX-License-Identifier: Apache-2.0
#include "core/domain/codes.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/places.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/well_number.hpp"
#include "core/domain/wellbore.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

constexpr size_t k_label_reach = 60; // bytes before a number
constexpr size_t k_label_behind = 12;
constexpr size_t k_max_matches = 10000;

struct Span {
  size_t begin = 0;
  size_t end = 0;
};

re2::StringPiece piece(std::string_view text) {
  return re2::StringPiece(text.data(), text.size());
}

// Every pattern here has a bounded length, so that all scans are linear.
RE2::Options bytes_options(bool fold) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(!fold);
  return options;
}

class Finder {
public:
  Finder(const Shadow& shadow, std::string_view original, KeyContext context)
      : m_shadow(shadow), m_text(shadow.text()), m_original(original),
        m_context(context) {}

  std::vector<KeyMatch> run() {
    uwis();
    wellbores();
    numbers();
    lines();
    files();
    settle();
    codes();
    settle();
    return std::move(m_found);
  }

private:
  bool question() const { return m_context == KeyContext::question; }
  bool path() const { return m_context == KeyContext::path; }

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

  char before(size_t at) const { return at > 0 ? m_text[at - 1] : ' '; }
  char after(size_t at) const { return at < m_text.size() ? m_text[at] : ' '; }

  // Not a part of a longer word or number.
  bool alone(Span span) const {
    char left = before(span.begin);
    char right = after(span.end);
    bool left_joins = (left == '-' || left == '/' || left == '.') &&
                      span.begin > 1 && ascii_digit(m_text[span.begin - 2]);
    bool right_joins = (right == '-' || right == '.' || right == '/') &&
                       ascii_digit(after(span.end + 1));
    left_joins = left_joins && !path();
    right_joins = right_joins && !path();
    return !word_byte(left) && !word_byte(right) && !left_joins && !right_joins;
  }

  // Nothing if the family refuses it.
  void put_as(std::string_view family, Span span) {
    if (auto canonical = normalise_key(family, text_of(span))) {
      put(family, std::move(*canonical), span);
    }
  }

  void put(std::string_view family, std::string canonical, Span span) {
    if (m_found.size() >= k_max_matches) {
      return;
    }
    size_t begin = m_shadow.original(span.begin);
    size_t end = m_shadow.original(span.end);
    m_found.push_back({std::string(family), std::move(canonical),
                       std::string(m_original.substr(begin, end - begin)),
                       begin, end});
  }

  std::string_view text_of(Span span) const {
    return m_text.substr(span.begin, span.end - span.begin);
  }

  // In a record only the field's own name is near: "API: 4902506325; TD: 900".
  std::string_view near(Span span) const {
    size_t from = span.begin - std::min(span.begin, k_label_reach);
    size_t to = std::min(m_text.size(), span.end + k_label_behind);
    if (m_context == KeyContext::record) {
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
    return RE2::PartialMatch(piece(near(span)), label);
  }

  bool near_wells(Span span) const {
    static const RE2 word("(?:well|borehole|br\xc3\xb8nn|sidetrack|spud|drill|"
                          "ukcs|npd|sodir|exploration|wlb)",
                          bytes_options(true));
    return RE2::PartialMatch(piece(near(span)), word);
  }

  void uwis() {
    static const RE2 form(
        "1?[0-9A-Z]{2}[/ _-]?\\d\\d[ _-]?\\d\\d[ _-]?\\d{3}[ _-]?\\d\\d ?"
        "W[1-6]M?[/_-]?\\d{0,2}"
        "|2[0-9A-Z]{2}[/ _-]?[A-D]-?\\d{3}-?[A-L][/ _-]?\\d{3}-?[A-P]-?\\d\\d"
        "[/ _-]?\\d{1,2}",
        bytes_options(true));
    each(form, [&](Span span) {
      if (!alone_word(span)) {
        return span.begin + 1;
      }
      auto uwi = parse_canadian_uwi(text_of(span));
      if (!uwi) {
        return span.begin + 1;
      }
      put("uwi-ca", std::move(*uwi), span);
      return span.end;
    });
  }

  bool alone_word(Span span) const {
    return !word_byte(before(span.begin)) && !word_byte(after(span.end));
  }

  void wellbores() {
    static const RE2 slash("\\d{1,4}/\\d{1,2}[A-Za-z]?-(?:[A-Za-z]{1,2}-?)?"
                           "\\d{1,3}(?:[ -]?[A-Z]{1,2}\\d{0,2}|[a-z]){0,2}",
                           bytes_options(false));
    static const RE2 under("\\d{1,4}[/_]\\d{1,2}[A-Za-z]?-(?:[A-Z]{1,2}-?)?"
                           "\\d{1,3}(?:[ _-]?[A-Z]{1,2}\\d{0,2}){0,2}",
                           bytes_options(false));
    each(path() ? under : slash, [&](Span span) { return wellbore(span); });
  }

  // Takes suffixes off the end until what is left stands alone.
  size_t wellbore(Span span) {
    while (span.end > span.begin) {
      bool whole = path() ? alone_in_path(span) : alone(span);
      auto parsed = parse_wellbore(spaced(text_of(span)));
      bool evidence = parsed && (question() || has_letters(text_of(span)) ||
                                 near_wells(span));
      if (whole && evidence && !common_word(text_of(span))) {
        put("wellbore", std::move(*parsed), span);
        return span.end;
      }
      size_t cut = text_of(span).find_last_of(" -_");
      if (cut == std::string_view::npos) {
        break;
      }
      span.end = span.begin + cut;
    }
    return span.begin + 1;
  }

  // A letter of an installation: hardly a date or a fraction.
  static bool has_letters(std::string_view name) {
    static const RE2 form(".*-[A-Za-z]{1,2}-?\\d+.*", bytes_options(false));
    return RE2::FullMatch(piece(name), form);
  }

  // "15_9-F-1_A" → "15/9-F-1 A".
  static std::string spaced(std::string_view name) {
    std::string out(name);
    size_t bar = out.find_first_of("/_");
    if (bar != std::string::npos) {
      out[bar] = '/';
    }
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
  }

  // In a path "_" and "-" stand for spaces between words.
  bool alone_in_path(Span span) const {
    char left = before(span.begin);
    char right = after(span.end);
    return !word_byte(left) && !word_byte(right) &&
           !(left == '-' && span.begin > 1 &&
             ascii_digit(m_text[span.begin - 2]));
  }

  // "15/9-19 IN": the suffix is a word of the sentence.
  static bool common_word(std::string_view name) {
    static const RE2 words(".*[ _](?:IN|IS|IT|AT|AS|OR|OF|ON|TO|BY|US|WE|AN|"
                           "NO|IF|BE|DO|SO|UP|MD|TD|KB|FT|M)",
                           bytes_options(false));
    return RE2::FullMatch(piece(name), words);
  }

  void numbers() {
    static const RE2 form(
        "\\d{2,3}-\\d{3}-\\d{5}(?:-?\\d{4}|-\\d{2}(?:-\\d{2})?)?"
        "|\\d{2} \\d{3} \\d{5}(?: \\d{2} \\d{2})?"
        "|\\d{2}-\\d{8}(?:-?\\d{4})?|\\d{3}-\\d{5}"
        "|\\d\\.\\d{1,13}[eE]\\+?\\d{1,3}|\\d{7,14}",
        bytes_options(false));
    each(form, [&](Span span) {
      if (!alone(span)) {
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
    auto well = WellNumber::parse(text_of(span));
    if (well && accepted(*well, span)) {
      put("api", well->digits(), span);
    }
  }

  bool accepted(const WellNumber& well, Span span) {
    bool bare = text_of(span).find_first_of("- ") == std::string_view::npos;
    if (!well.state()) {
      // County and unique alone: somebody has to say that it is a well.
      bool said = labelled(span) || (question() && near_wells(span));
      return (question() && !bare && some_county(well)) ||
             (said && (!bare || some_county(well)));
    }
    if (labelled(span) || question()) {
      return true;
    }
    return path() &&
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
      std::string_view all = text_of(span);
      size_t from = all.find_last_of(" :#=") + 1;
      Span word{span.begin + from, span.end};
      trim_end(word);
      if (!word_byte(before(span.begin)) && line_name(text_of(word))) {
        put_as("line", word);
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
    return question() || m_context == KeyContext::record ||
           (capital && name.find('/') == std::string_view::npos);
  }

  void trim_end(Span& word) const {
    while (word.end > word.begin && !word_byte(m_text[word.end - 1])) {
      --word.end;
    }
  }

  void files() {
    if (path()) {
      size_t slash = m_text.rfind('/');
      Span name{slash == std::string_view::npos ? 0 : slash + 1, m_text.size()};
      if (name.end > name.begin) {
        put_as("file", name);
      }
      return;
    }
    for (size_t at = 0; at < m_text.size();) {
      size_t end = at;
      while (end < m_text.size() && file_byte(m_text[end])) {
        ++end;
      }
      Span name{at, end};
      trim_end(name);
      if (before(at) != '@' && is_file_name(text_of(name))) {
        put_as("file", name);
      }
      at = std::max(end, at + 1);
    }
  }

  static bool file_byte(char c) {
    return word_byte(c) || c == '_' || c == '~' || c == '.' || c == '+' ||
           c == '-';
  }

  static bool is_file_name(std::string_view name) {
    static const RE2 extension(
        "las|sgy|segy|dlis|lis|shp|dbf|prj|gdb|gpkg|kml|geojson|json|csv|tsv|"
        "txt|md|pdf|docx?|xlsx?|pptx?|rtf|odt|html?|xml|eml|msg|zip|tar|gz|7z|"
        "tiff?|jpe?g|png|gif|dat|asc|grd|dxf|dwg",
        bytes_options(true));
    size_t dot = name.rfind('.');
    return dot != std::string_view::npos && dot > 0 && name.size() <= 120 &&
           name.size() - dot <= 8 &&
           RE2::FullMatch(piece(name.substr(dot + 1)), extension);
  }

  bool code_byte(char c) const {
    bool joiner = c == '-' || c == '.' || c == '/';
    return word_byte(c) || (joiner && !(path() && c == '/')) ||
           (c == '_' && !path());
  }

  void codes() {
    size_t at = 0;
    while (at < m_text.size()) {
      if (!code_byte(m_text[at])) {
        ++at;
        continue;
      }
      size_t end = at;
      while (end < m_text.size() && code_byte(m_text[end])) {
        ++end;
      }
      if (end - at <= 200 && before(at) != '@' && after(end) != '@') {
        word({at, end});
      }
      at = end;
    }
  }

  void word(Span span) {
    while (span.begin < span.end && !word_byte(m_text[span.begin])) {
      ++span.begin;
    }
    trim_end(span);
    if (path()) {
      drop_extension(span);
    }
    size_t slash = text_of(span).find('/');
    while (slash != std::string_view::npos && !slash_inside(span, slash)) {
      word({span.begin, span.begin + slash});
      span.begin += slash + 1;
      slash = text_of(span).find('/');
    }
    code(span);
  }

  // "EDSTL130/24" is one code, "PEDL221/PEDL243" are two.
  bool slash_inside(Span span, size_t slash) const {
    std::string_view tail = text_of(span).substr(slash + 1);
    std::string_view head = text_of(span).substr(0, slash);
    return !tail.empty() && tail.size() <= 4 &&
           std::all_of(tail.begin(), tail.end(), ascii_digit) &&
           std::any_of(head.begin(), head.end(), ascii_digit);
  }

  void drop_extension(Span& span) const {
    size_t dot = text_of(span).rfind('.');
    bool last = span.end == m_text.size();
    if (last && dot != std::string_view::npos &&
        text_of(span).size() - dot <= 8) {
      span.end = span.begin + dot;
    }
  }

  void code(Span span) {
    std::string_view word = text_of(span);
    bool good = question() ? may_be_code(word) : looks_like_code(word);
    if (good && !hidden(span)) {
      put_as("code", span);
    }
  }

  // Covered by a well, a line … that was found before. In a question the same
  // span may be read both ways.
  bool hidden(Span span) const {
    size_t begin = m_shadow.original(span.begin);
    size_t end = m_shadow.original(span.end);
    auto behind = std::lower_bound(
        m_covers.begin(), m_covers.end(), begin,
        [](const Span& cover, size_t at) { return cover.end <= at; });
    if (behind == m_covers.end() || behind->begin >= end) {
      return false;
    }
    return !(question() && behind->begin == begin && behind->end == end);
  }

  // Sorted; without what lies in a longer match, but the name of a file and
  // what merely looks like a code may hold anything. Leaves in m_covers what
  // hides codes.
  void settle() {
    std::stable_sort(m_found.begin(), m_found.end(),
                     [](const KeyMatch& a, const KeyMatch& b) {
                       return a.begin != b.begin ? a.begin < b.begin
                                                 : a.end > b.end;
                     });
    std::vector<KeyMatch> kept;
    Span cover;
    m_covers.clear();
    for (KeyMatch& match : m_found) {
      bool same = match.begin == cover.begin && match.end == cover.end;
      bool loose = match.family == "file" || match.family == "code";
      if (!loose && match.end <= cover.end && !same) {
        continue;
      }
      if (!loose) {
        cover = {match.begin, std::max(match.end, cover.end)};
      }
      bool covers = !loose || !path();
      if (covers && (m_covers.empty() || m_covers.back().end < match.end)) {
        m_covers.push_back({match.begin, match.end});
      }
      kept.push_back(std::move(match));
    }
    m_found = std::move(kept);
  }

  const Shadow& m_shadow;
  std::string_view m_text;
  std::string_view m_original;
  KeyContext m_context;
  std::optional<std::vector<StateMention>> m_states;
  std::vector<Span> m_covers;
  std::vector<KeyMatch> m_found;
};

} // namespace

std::vector<KeyMatch> find_keys(std::string_view text, KeyContext context) {
  Shadow shadow(text);
  return Finder(shadow, text, context).run();
}

} // namespace domain
