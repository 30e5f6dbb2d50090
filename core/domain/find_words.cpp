// SPDX-License-Identifier: Apache-2.0
#include "core/domain/codes.hpp"
#include "core/domain/key_scan.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace domain {
namespace {

re2::StringPiece piece(std::string_view text) {
  return re2::StringPiece(text.data(), text.size());
}

RE2::Options bytes_options(bool fold) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(!fold);
  return options;
}

class WordFinder {
public:
  explicit WordFinder(KeyScan& scan) : m_scan(scan), m_text(scan.text()) {}

  void files() {
    if (m_scan.path()) {
      size_t slash = m_text.rfind('/');
      Span name{slash == std::string_view::npos ? 0 : slash + 1, m_text.size()};
      if (name.end > name.begin) {
        m_scan.put_as("file", name);
      }
      return;
    }
    for (size_t at = 0; at < m_text.size();) {
      size_t end = at;
      while (end < m_text.size() && file_byte(m_text[end])) {
        ++end;
      }
      Span name{at, end};
      name = m_scan.trimmed_end(name);
      if (m_scan.before(at) != '@' && is_file_name(m_scan.text_of(name))) {
        m_scan.put_as("file", name);
      }
      at = std::max(end, at + 1);
    }
  }

private:
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
    bool joiner = c == '-' || c == '.' || c == '/' || c == '+' || c == '#';
    return word_byte(c) || (joiner && !(m_scan.path() && c == '/')) ||
           (c == '_' && !m_scan.path());
  }

public:
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
      if (end - at <= 200 && m_scan.before(at) != '@' &&
          m_scan.after(end) != '@') {
        word({at, end});
      }
      at = end;
    }
  }

private:
  void word(Span span) {
    while (span.begin < span.end && !word_byte(m_text[span.begin])) {
      ++span.begin;
    }
    span = m_scan.trimmed_end(span);
    if (m_scan.path()) {
      drop_extension(span);
    }
    size_t cut = first_cut(span);
    while (cut != std::string_view::npos) {
      word({span.begin, span.begin + cut});
      span.begin += cut + 1;
      while (span.begin < span.end && !word_byte(m_text[span.begin])) {
        ++span.begin;
      }
      cut = first_cut(span);
    }
    code(span);
  }

  // Where a word is two: at a slash that is not inside, or at a "+" or "#"
  // between two codes.
  size_t first_cut(Span span) const {
    const std::string_view word = m_scan.text_of(span);
    size_t at = word.find_first_of("/+#");
    while (at != std::string_view::npos) {
      const bool cuts = word[at] == '/' ? !slash_inside(span, at)
                                        : looks_like_code(word.substr(0, at)) &&
                                              code_at(word.substr(at + 1));
      if (cuts) {
        return at;
      }
      at = word.find_first_of("/+#", at + 1);
    }
    return at;
  }

  // A code begins: letters and digits up to the next sign that may cut.
  static bool code_at(std::string_view rest) {
    return looks_like_code(rest.substr(0, rest.find_first_of("/+#")));
  }

  // "EDSTL130/24" is one code, "PEDL221/PEDL243" are two.
  bool slash_inside(Span span, size_t slash) const {
    std::string_view tail = m_scan.text_of(span).substr(slash + 1);
    std::string_view head = m_scan.text_of(span).substr(0, slash);
    return !tail.empty() && tail.size() <= 4 &&
           std::all_of(tail.begin(), tail.end(), ascii_digit) &&
           std::any_of(head.begin(), head.end(), ascii_digit);
  }

  void drop_extension(Span& span) const {
    size_t dot = m_scan.text_of(span).rfind('.');
    bool last = span.end == m_text.size();
    if (last && dot != std::string_view::npos &&
        m_scan.text_of(span).size() - dot <= 8) {
      span.end = span.begin + dot;
    }
  }

  void code(Span span) {
    std::string_view word = m_scan.text_of(span);
    bool good = m_scan.question() ? may_be_code(word) : looks_like_code(word);
    if (good && !m_scan.hidden(span)) {
      m_scan.put_as("code", span);
    }
  }

public:
  // "ABC 4471 B": groups in capitals with blanks between, where the last is one
  // letter and the first no everyday word.
  void spaced() {
    static const RE2 form("[A-Z]{2,5} \\d{3,6} [A-Z]", bytes_options(false));
    size_t at = 0;
    re2::StringPiece got;
    while (at < m_text.size() && form.Match(piece(m_text), at, m_text.size(),
                                            RE2::UNANCHORED, &got, 1)) {
      const auto begin = static_cast<size_t>(got.data() - m_text.data());
      const Span span{begin, begin + got.size()};
      const bool good = alone(span) && !everyday_group(m_scan.text_of(span));
      if (good && !m_scan.hidden(span)) {
        m_scan.put_as("code", span);
      }
      at = good ? span.end : begin + 1;
    }
  }

private:
  bool alone(Span span) const {
    const auto joins = [](char c) {
      return word_byte(c) || c == '-' || c == '/' || c == '.' || c == '_' ||
             c == '\'' || c == '&';
    };
    const char right = m_scan.after(span.end);
    return !joins(m_scan.before(span.begin)) &&
           (!joins(right) ||
            (right == '.' && !word_byte(m_scan.after(span.end + 1))));
  }

  // Labels of quantities, places and dates: "TVD 3500 M", "TWP 012 N".
  static bool everyday_group(std::string_view text) {
    static const RE2 label(
        "(?:API|UWI|NO|NOS|NUM|WELL|LINE|LINES|SP|SPS|CDP|CMP|SHOT|TRACE|SEC|"
        "SECT|TWP|RGE|RNG|LOT|BLK|BLOCK|TR|TRACT|UNIT|LEASE|BOX|PO|FIG|TABLE|"
        "PAGE|PP|PG|VOL|CH|REV|RUN|JOB|DATE|YEAR|TIME|JAN|FEB|MAR|APR|MAY|JUN|"
        "JUNE|JUL|JULY|AUG|SEP|SEPT|OCT|NOV|DEC|TVD|TVDSS|MD|TD|KB|DF|GL|RT|"
        "ELEV|BHT|TEMP|DEPTH|TOP|BASE|FROM|TO|AT|IN|ON|OF|OR|AND|THE|FOR|BY|IS|"
        "WAS|WITH|ABOUT|OVER|UNDER|LAT|LON|LONG|N|E|S|W|NE|NW|SE|SW|UTM|ZONE|"
        "EAST|NORTH|SOUTH|WEST|TEL|FAX|PH|PHONE|ZIP|SUITE|ROOM|ROAD|HWY|USD|"
        "NOK|"
        "GBP|EUR|CAD|AUD|RPM|PSI|PSIG|ROP|WOB|MW|GPM|SPM|HP|CP|CSG|TBG|PERF|"
        "PERFS|ISO|DIN|ASTM|ANSI|NACE|EPSG|WGS|NAD|[A-Z]*ED|[A-Z]*ING) .*",
        bytes_options(false));
    return RE2::FullMatch(piece(text), label);
  }

  KeyScan& m_scan;
  std::string_view m_text;
};

} // namespace

void find_files(KeyScan& scan) {
  WordFinder(scan).files();
}

void find_codes(KeyScan& scan) {
  WordFinder finder(scan);
  finder.codes();
  if (!scan.path() && !scan.question()) {
    finder.spaced();
  }
}

} // namespace domain
