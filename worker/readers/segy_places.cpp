// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_text.hpp"
#include "worker/readers/segy_words.hpp"

#include <algorithm>
#include <charconv>

namespace readers::segy {
namespace {

constexpr size_t k_last_position = 237; // where a field of 4 bytes may begin

struct Label {
  std::string_view words; // capitals
  HeaderField field;
};

// Longer ones before those that they begin with.
constexpr std::array k_labels{
    Label{"INLINE", HeaderField::in_line},
    Label{"IN-LINE", HeaderField::in_line},
    Label{"IN LINE", HeaderField::in_line},
    Label{"ILINE", HeaderField::in_line},
    Label{"I-LINE", HeaderField::in_line},
    Label{"IL", HeaderField::in_line},
    Label{"CROSSLINE", HeaderField::cross_line},
    Label{"CROSS-LINE", HeaderField::cross_line},
    Label{"CROSS LINE", HeaderField::cross_line},
    Label{"XLINE", HeaderField::cross_line},
    Label{"X-LINE", HeaderField::cross_line},
    Label{"XL", HeaderField::cross_line},
    Label{"TRACE NUMBER", HeaderField::cross_line},
    Label{"CDP X", HeaderField::cdp_x},
    Label{"CDP-X", HeaderField::cdp_x},
    Label{"CDP_X", HeaderField::cdp_x},
    Label{"CDPX", HeaderField::cdp_x},
    Label{"X-COORD", HeaderField::cdp_x},
    Label{"X COORD", HeaderField::cdp_x},
    Label{"XCOORD", HeaderField::cdp_x},
    Label{"EASTING", HeaderField::cdp_x},
    Label{"CDP Y", HeaderField::cdp_y},
    Label{"CDP-Y", HeaderField::cdp_y},
    Label{"CDP_Y", HeaderField::cdp_y},
    Label{"CDPY", HeaderField::cdp_y},
    Label{"Y-COORD", HeaderField::cdp_y},
    Label{"Y COORD", HeaderField::cdp_y},
    Label{"YCOORD", HeaderField::cdp_y},
    Label{"NORTHING", HeaderField::cdp_y},
    Label{"CDP", HeaderField::ensemble},
    Label{"CMP", HeaderField::ensemble},
    Label{"ENSEMBLE", HeaderField::ensemble},
    Label{"SHOTPOINT", HeaderField::shot_point},
    Label{"SHOT POINT", HeaderField::shot_point},
    Label{"SP", HeaderField::shot_point},
};

// A label, or bytes that a card speaks of.
struct Token {
  bool label = false;
  HeaderField field = HeaderField::in_line;
  size_t position = 0;
  size_t begin = 0, end = 0; // of a label in the text
};

class Scanner {
public:
  struct Bare {
    size_t token;
    bool range;
  };

  explicit Scanner(std::string_view capitals) : m_text(capitals) {}

  // Which tokens are bytes without the word; after tokens().
  const std::vector<Bare>& bare() const { return m_bare; }

  std::vector<Token> tokens() {
    while (m_at < m_text.size()) {
      const bool begins =
          is_word(m_text[m_at]) && (m_at == 0 || !is_word(m_text[m_at - 1]));
      if (!begins || !(take_bytes() || take_label())) {
        ++m_at;
      }
    }
    return std::move(m_tokens);
  }

private:
  bool starts(std::string_view word) const {
    return m_text.substr(m_at, word.size()) == word;
  }

  std::optional<size_t> number() {
    size_t value = 0;
    const auto* from = m_text.data() + m_at;
    const auto [end, code] =
        std::from_chars(from, m_text.data() + m_text.size(), value);
    if (code != std::errc()) {
      return std::nullopt;
    }
    m_at += static_cast<size_t>(end - from);
    return value;
  }

  void skip(std::string_view what) {
    while (m_at < m_text.size() && what.find(m_text[m_at]) != what.npos) {
      ++m_at;
    }
  }

  void add(size_t position) {
    if (position >= 1 && position <= k_last_position) {
      m_tokens.push_back({false, HeaderField::in_line, position, 0, 0});
    }
  }

  // "BYTES 189-192", "BYTE NO. 9", "BYTES 189 AND 193", "BYTES 9/13".
  bool take_bytes() {
    if (!starts("BYTE")) {
      return false;
    }
    m_at += 4;
    skip("S");
    for (bool more = true; more;) {
      skip(" :=#(.,");
      more = false;
      for (const std::string_view word :
           {"NUMBER", "NO", "LOCATIONS", "LOCATION", "LOC", "POSITIONS",
            "POSITION", "POS", "IN TRACE HEADER", "AT"}) {
        if (starts(word)) {
          m_at += word.size();
          more = true;
          break;
        }
      }
    }
    while (const auto position = number()) {
      add(*position);
      take_end_of_range();
      const size_t before = m_at;
      skip(" ,/&");
      if (starts("AND ")) {
        m_at += 4;
      }
      if (m_at == before || m_at >= m_text.size() || !is_digit(m_text[m_at])) {
        break;
      }
    }
    return true;
  }

  void take_end_of_range() {
    const size_t before = m_at;
    skip(" ");
    const bool dash = m_at < m_text.size() && m_text[m_at] == '-';
    const bool to = starts("TO ");
    m_at += dash ? 1 : to ? 3 : 0;
    skip(" ");
    if (!(dash || to) || !number()) {
      m_at = before;
    }
  }

  bool take_label() {
    for (const auto& label : k_labels) {
      const size_t end = m_at + label.words.size();
      // "COORDINATE", "CDPS" and the like go on; "IL1" is another word.
      const bool whole = end >= m_text.size() || !is_word(m_text[end]) ||
                         label.words.ends_with("COORD");
      if (starts(label.words) && whole) {
        m_tokens.push_back({true, label.field, 0, m_at, end});
        m_at = end;
        take_bare();
        return true;
      }
    }
    return false;
  }

  // "IL: 189", "INLINE (189-192)": the bytes of a field without the word. Only
  // where fields of four bytes begin, and as a range only of four bytes.
  void take_bare() {
    const size_t before = m_at;
    skip(" ");
    const bool mark =
        m_at < m_text.size() &&
        std::string_view(":=(").find(m_text[m_at]) != std::string_view::npos;
    skip(" :=(");
    const auto first = mark ? number() : std::nullopt;
    if (!first || *first % 4 != 1 || *first > k_last_position) {
      m_at = before;
      return;
    }
    const size_t behind = m_at;
    const bool dash = m_at < m_text.size() && m_text[m_at] == '-';
    m_at += dash;
    const auto last = dash ? number() : std::nullopt;
    if (dash && last != *first + 3) {
      m_at = before;
      return;
    }
    m_at = dash ? m_at : behind;
    m_bare.push_back({m_tokens.size(), dash});
    add(*first);
  }

  std::string_view m_text;
  size_t m_at = 0;
  std::vector<Token> m_tokens;
  std::vector<Bare> m_bare;
};

// Single numbers behind labels are bytes only where both axes have one, as in
// "IL: 189 XL: 193"; else they may be the numbers of lines.
void drop_doubtful(const Scanner& scanner, std::vector<Token>& tokens) {
  size_t ranges = 0;
  for (const auto& bare : scanner.bare()) {
    ranges += bare.range;
  }
  if (ranges > 0 || scanner.bare().size() >= 2) {
    return;
  }
  for (const auto& bare : scanner.bare()) {
    if (bare.token < tokens.size()) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(bare.token));
    }
  }
}

void put(const Token& label, const Token& bytes, size_t card,
         FieldPlaces& places) {
  auto& place = places[static_cast<size_t>(label.field)];
  if (!place) {
    place = FieldPlace{bytes.position, card};
  }
}

// "INLINE RANGE 1-90, XLINE": something is said between two labels; not so in
// "INLINE AND XLINE".
bool are_apart(std::string_view text, const Token& one, const Token& two) {
  const auto between = text.substr(one.end, two.begin - one.end);
  return std::any_of(between.begin(), between.end(), is_digit);
}

// Runs of labels and runs of bytes, in either order: as many of the one as of
// the other belong together; a single label takes the first bytes of its run.
void match(std::string_view text, const std::vector<Token>& tokens, size_t card,
           FieldPlaces& places) {
  const bool labels_first = !tokens.empty() && tokens[0].label;
  for (size_t at = 0; at < tokens.size();) {
    std::vector<Token> first, second;
    while (at < tokens.size() && tokens[at].label == labels_first) {
      first.push_back(tokens[at++]);
    }
    while (at < tokens.size() && tokens[at].label != labels_first) {
      second.push_back(tokens[at++]);
    }
    auto& labels = labels_first ? first : second;
    const auto& bytes = labels_first ? second : first;
    const size_t count = labels.size();
    if (count > 1 && bytes.size() == 1 &&
        are_apart(text, labels[count - 2], labels[count - 1])) {
      labels.erase(labels.begin(), labels.end() - 1);
    }
    const bool paired =
        labels.size() == bytes.size() || (labels.size() == 1 && !bytes.empty());
    for (size_t i = 0; paired && i < labels.size(); ++i) {
      put(labels[i], bytes[i], card, places);
    }
  }
}

} // namespace

FieldPlaces places_of(const std::vector<Card>& cards) {
  FieldPlaces places;
  for (const auto& card : cards) {
    const auto capitals = upper_of(card.content);
    Scanner scanner(capitals);
    auto tokens = scanner.tokens();
    drop_doubtful(scanner, tokens);
    match(capitals, tokens, card.number, places);
  }
  return places;
}

} // namespace readers::segy
