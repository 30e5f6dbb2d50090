// SPDX-License-Identifier: Apache-2.0
#include "query/answer/sentences.hpp"

#include "core/domain/text.hpp"
#include "core/domain/visible.hpp"
#include "query/answer/citation.hpp"

#include <algorithm>
#include <iterator>

namespace query {
namespace {

constexpr size_t k_undecided = std::string_view::npos;
constexpr size_t k_longest_quote = 600; // then its end was forgotten

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool small(char c) {
  return c >= 'a' && c <= 'z';
}
bool letter(char c) {
  return small(c) || (c >= 'A' && c <= 'Z');
}

// ---- where sentences end ----------------------------------------------------

// Words behind which a point ends no sentence.
bool is_abbreviation(std::string_view word) {
  constexpr std::string_view k_words[] = {
      "no",    "nos",  "st",     "ste",  "mt",   "ft",  "fig", "figs", "sec",
      "sect",  "art",  "arts",   "cl",   "para", "par", "pp",  "p",    "pg",
      "vol",   "ch",   "approx", "ca",   "cf",   "vs",  "e.g", "i.e",  "etc",
      "al",    "inc",  "co",     "corp", "ltd",  "llc", "dr",  "mr",   "mrs",
      "ms",    "prof", "jr",     "sr",   "dept", "est", "ext", "incl", "max",
      "min",   "avg",  "temp",   "elev", "rev",  "ref", "twp", "rge",  "blk",
      "co-op", "jan",  "feb",    "mar",  "apr",  "jun", "jul", "aug",  "sep",
      "sept",  "oct",  "nov",    "dec",  "u.s",  "n.v", "a.s", "b.v",  "s.a",
      "u.k",   "app",  "exh",    "sched"};
  const std::string folded = domain::lower_ascii(word);
  return (word.size() == 1 && letter(word[0])) ||
         std::find(std::begin(k_words), std::end(k_words), folded) !=
             std::end(k_words);
}

class EndFinder {
public:
  EndFinder(std::string_view text, bool last) : m_text(text), m_last(last) {}

  // Where the first sentence ends; k_undecided if that is not known yet.
  size_t find() {
    for (size_t at = 0; at < m_text.size(); ++at) {
      const char c = m_text[at];
      quote(at);
      size_t end = 0; // none here
      if (c == '\n') {
        end = line_end(at);
      } else if ((c == '.' || c == '!' || c == '?') && !quoted(at)) {
        end = point(at);
      }
      if (end != 0) {
        return end;
      }
    }
    return m_last ? m_text.size() : k_undecided;
  }

private:
  bool known(size_t at) const { return at < m_text.size(); }
  char get(size_t at) const { return known(at) ? m_text[at] : '\n'; }

  // Straight marks and curly ones; a straight one behind a digit is inches
  // unless a quotation is open.
  void quote(size_t at) {
    const std::string_view here = m_text.substr(at, 3);
    const bool straight = here.starts_with('"');
    const bool opens = here == "\xe2\x80\x9c";
    const bool closes = here == "\xe2\x80\x9d";
    const bool open = quoted(at);
    if (open && (straight || closes)) {
      m_quote = k_undecided;
    } else if (!open &&
               (opens || (straight && !(at > 0 && digit(get(at - 1)))))) {
      m_quote = at;
    }
  }
  bool quoted(size_t at) const {
    return m_quote != k_undecided && at - m_quote < k_longest_quote;
  }

  // The beginning of an item, a row, a heading or a quotation.
  bool begins_block(size_t at) const {
    const char c = get(at);
    if (c == '|' || c == '#' || c == '>' || c == '`') {
      return true;
    }
    if ((c == '-' || c == '*' || c == '+') && get(at + 1) == ' ') {
      return true;
    }
    if (m_text.substr(at).starts_with("\xe2\x80\xa2")) {
      return true;
    }
    size_t end = at;
    while (digit(get(end)) && end - at < 3) {
      ++end;
    }
    return end > at && (get(end) == '.' || get(end) == ')') &&
           get(end + 1) == ' ';
  }

  // 0: the sentence goes on in the next line.
  size_t line_end(size_t at) {
    if (begins_block(first_of_line(at))) {
      const char c = get(first_of_line(at));
      if (c == '|' || c == '#' || c == '`') {
        return at + 1;
      }
    }
    size_t next = at + 1;
    while (known(next) && (get(next) == ' ' || get(next) == '\r')) {
      ++next;
    }
    if (!known(next + 4) && !m_last) {
      return k_undecided;
    }
    const size_t before = last_seen(at);
    const bool done = before == k_undecided ||
                      std::string_view(".!?:]").find(m_text[before]) !=
                          std::string_view::npos;
    const bool goes_on = known(next) && !done && !begins_block(next) &&
                         (small(get(next)) || digit(get(next)));
    return goes_on ? 0 : at + 1;
  }

  size_t first_of_line(size_t at) const {
    size_t begin = at;
    while (begin > 0 && m_text[begin - 1] != '\n') {
      --begin;
    }
    while (begin < at && m_text[begin] == ' ') {
      ++begin;
    }
    return begin;
  }

  // The last character before `at` that is no blank.
  size_t last_seen(size_t at) const {
    const size_t found =
        at == 0 ? k_undecided : m_text.find_last_not_of(" \r*_", at - 1);
    return found;
  }

  // At a point, mark of exclamation or question.
  size_t point(size_t at) {
    size_t end = at + 1;
    while (known(end) && (std::string_view(".!?)*_`\"'").find(get(end)) !=
                              std::string_view::npos ||
                          m_text.substr(end).starts_with("\xe2\x80\x9d"))) {
      end += get(end) == '\xe2' ? 3 : 1;
    }
    if (!known(end)) {
      return m_last ? m_text.size() : k_undecided;
    }
    if (get(end) != ' ' && get(end) != '\n' && get(end) != '[') {
      return 0;
    }
    return after_point(at, end);
  }

  size_t after_point(size_t at, size_t end) {
    size_t next = end;
    bool cited = false;
    for (;;) {
      size_t look = next;
      while (get(look) == ' ' && known(look)) {
        ++look;
      }
      if (!known(look)) {
        return m_last ? m_text.size() : k_undecided;
      }
      if (get(look) != '[') {
        next = cited ? next : look;
        break;
      }
      const auto citation = citation_at(m_text.substr(look));
      if (citation.size == 0) {
        const bool open = m_text.substr(look, k_longest_citation).find(']') ==
                              std::string_view::npos &&
                          m_text.size() - look < k_longest_citation;
        if (open && !m_last) {
          return k_undecided;
        }
        next = cited ? next : look;
        break;
      }
      cited = true;
      next = look + citation.size;
    }
    if (cited) {
      return next + (get(next) == '.' && known(next) ? 1 : 0);
    }
    if (get(next) == '\n') {
      return 0; // the line decides
    }
    const bool stop = get(at) == '.';
    const bool goes_on =
        stop && (small(get(next)) || is_abbreviation(word_before(at)));
    return goes_on ? 0 : next;
  }

  std::string_view word_before(size_t at) const {
    size_t begin = at;
    while (begin > 0 && at - begin < 12 &&
           (letter(m_text[begin - 1]) || m_text[begin - 1] == '.')) {
      --begin;
    }
    return m_text.substr(begin, at - begin);
  }

  std::string_view m_text;
  bool m_last;
  size_t m_quote = k_undecided; // where one opened
};

// ---- what only formats
// -------------------------------------------------------

// Without the mark of a list, a heading or a quotation before it.
std::string_view without_mark(std::string_view line) {
  bool again = true;
  while (again) {
    again = false;
    while (line.starts_with(' ')) {
      line.remove_prefix(1);
    }
    const size_t heads = line.find_first_not_of('#');
    if (line.starts_with('#') && heads != std::string_view::npos &&
        line[heads] == ' ') {
      line.remove_prefix(heads);
      again = true;
    }
    for (const std::string_view mark :
         {"- ", "* ", "+ ", "> ", "\xe2\x80\xa2"}) {
      if (line.starts_with(mark)) {
        line.remove_prefix(mark.size());
        again = true;
      }
    }
    size_t end = 0;
    while (end < line.size() && end < 3 && digit(line[end])) {
      ++end;
    }
    if (end > 0 && end + 1 < line.size() &&
        (line[end] == '.' || line[end] == ')') && line[end + 1] == ' ') {
      line.remove_prefix(end + 2);
      again = true;
    }
  }
  return line;
}

void drop_all(std::string& text, std::string_view what) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
    text.erase(at, what.size());
  }
}

// A row of a table without its outer bars and empty cells at its end; nothing
// of a ruler.
void read_row(std::string& text) {
  if (text.find_first_not_of("|-: ") == std::string::npos) {
    text.clear();
    return;
  }
  text.erase(0, text.find_first_not_of("| "));
  text.erase(text.find_last_not_of("| ") + 1);
}

// Blanks as one, none at the ends.
std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const char put = c == '\n' ? ' ' : c;
    if (put != ' ' || (!out.empty() && out.back() != ' ')) {
      out.push_back(put);
    }
  }
  while (out.ends_with(' ')) {
    out.pop_back();
  }
  return out;
}

// Puts what stands behind a citation to what stands before it: "5 m [1]." is
// "5 m.", and "5 m. [1]." too.
void join(std::string& out, std::string_view behind) {
  if (out.empty()) {
    out = behind;
    return;
  }
  const size_t next = behind.find_first_not_of(' ');
  const char first = next == std::string_view::npos ? ' ' : behind[next];
  if (first == '.' || first == ',' || first == ';' || first == ':') {
    while (out.ends_with(' ')) {
      out.pop_back();
    }
    behind.remove_prefix(next);
    behind.remove_prefix(first == '.' && out.ends_with('.') ? 1 : 0);
  }
  out += behind;
}

} // namespace

void SentenceSplitter::take(bool last, std::vector<std::string>& out) {
  size_t done = 0;
  while (done < m_pending.size()) {
    const auto rest = std::string_view(m_pending).substr(done);
    const size_t end = EndFinder(rest, last).find();
    if (end == k_undecided) {
      break;
    }
    out.emplace_back(rest.substr(0, end));
    done += end;
  }
  m_pending.erase(0, done);
  // A long sentence without an end is not looked at again for every chunk.
  m_wait = m_pending.size() < 4096 ? 0 : m_pending.size() * 3 / 2;
}

std::vector<std::string> SentenceSplitter::add(std::string_view chunk) {
  std::vector<std::string> out;
  m_pending += chunk;
  if (m_pending.size() >= m_wait) {
    take(false, out);
  }
  return out;
}

std::vector<std::string> SentenceSplitter::finish() {
  std::vector<std::string> out;
  take(true, out);
  return out;
}

ReplySentence parse_sentence(std::string_view raw) {
  ReplySentence out;
  out.follows = !raw.ends_with('\n');
  std::string visible = domain::visible_text(raw);
  drop_all(visible, "**");
  std::string text(without_mark(visible));
  if (text.starts_with("```")) {
    return out;
  }
  const bool row = text.starts_with('|');
  const domain::PlainText plain(text);
  const std::string_view view = plain.text();
  std::string kept;
  size_t from = 0;
  for (size_t at = 0; at < view.size(); ++at) {
    if (view[at] != '[') {
      continue;
    }
    const auto citation = citation_at(view.substr(at));
    // "[1](http…" is a link.
    if (citation.size == 0 ||
        view.substr(at + citation.size).starts_with('(')) {
      continue;
    }
    out.malformed = out.malformed || citation.malformed;
    out.cites.insert(out.cites.end(), citation.ids.begin(), citation.ids.end());
    join(kept,
         std::string_view(text).substr(
             plain.original(from), plain.original(at) - plain.original(from)));
    from = at + citation.size;
    at = from - 1;
  }
  join(kept, std::string_view(text).substr(plain.original(from)));
  std::sort(out.cites.begin(), out.cites.end());
  out.cites.erase(std::unique(out.cites.begin(), out.cites.end()),
                  out.cites.end());
  out.text = tidy(kept);
  if (row) {
    read_row(out.text);
  }
  if (out.text.find_first_not_of(" .,;:-") == std::string::npos) {
    out.text.clear();
  }
  return out;
}

} // namespace query
