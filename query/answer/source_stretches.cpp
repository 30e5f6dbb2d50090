// SPDX-License-Identifier: Apache-2.0
//
// Which part of a source tells of which identifier.
#include "core/domain/shadow.hpp"
#include "query/answer/source_index.hpp"

#include <algorithm>

namespace query {
namespace {

using domain::word_byte;

bool of_one_family(const Claim& a, const Claim& b) {
  return std::any_of(
      a.families.begin(), a.families.end(), [&](const std::string& one) {
        return one != "file" && std::find(b.families.begin(), b.families.end(),
                                          one) != b.families.end();
      });
}

// Whether one of the places, which are in order, begins in the part.
bool any_in(const std::vector<Stretch>& places, Stretch part) {
  const auto first = std::lower_bound(
      places.begin(), places.end(), part.begin,
      [](const Stretch& one, size_t at) { return one.begin < at; });
  return first != places.end() && first->begin < part.end;
}

// `text` from `line` cut behind each `sign`.
std::vector<Stretch> cut(std::string_view text, Stretch line,
                         std::string_view sign) {
  std::vector<Stretch> out;
  text = text.substr(0, line.end);
  size_t begin = line.begin;
  while (begin < line.end) {
    size_t end = text.find(sign, begin);
    end = end == std::string_view::npos ? line.end : end + sign.size();
    out.push_back({begin, end});
    begin = end;
  }
  return out;
}

// Bytes until the end of the third word.
size_t end_of_lead(std::string_view text) {
  size_t at = 0;
  for (int words = 0; words < 3 && at < text.size(); ++words) {
    while (at < text.size() && !word_byte(text[at])) {
      ++at;
    }
    while (at < text.size() && text[at] != ' ') {
      ++at;
    }
  }
  return at;
}

class Pieces {
public:
  Pieces(std::string_view text, const std::vector<Stretch>& same,
         const std::vector<Stretch>& others)
      : m_text(text), m_same(same), m_others(others) {}

  // Lines, of which one that begins with a small letter goes on.
  std::vector<Stretch> all() {
    size_t begin = 0;
    for (size_t at = 0; at < m_text.size(); ++at) {
      const size_t next = at + 1;
      const bool goes_on =
          next < m_text.size() && m_text[next] >= 'a' && m_text[next] <= 'z';
      if ((m_text[at] == '\n' && !goes_on) || next == m_text.size()) {
        split({begin, next});
        begin = next;
      }
    }
    return std::move(m_out);
  }

private:
  // A line that lists several, each with its own text: "A-1 gasket; A-2 bolt".
  void split(Stretch line) {
    if (any_in(m_others, line)) {
      for (const std::string_view sign : {". ", ";", ", "}) {
        const auto parts = cut(m_text, line, sign);
        if (leading(parts) >= 2) {
          m_out.insert(m_out.end(), parts.begin(), parts.end());
          return;
        }
      }
    }
    m_out.push_back(line);
  }

  // How many of the parts begin with an identifier.
  size_t leading(const std::vector<Stretch>& parts) const {
    return static_cast<size_t>(
        std::count_if(parts.begin(), parts.end(), [&](const Stretch& part) {
          const auto text = m_text.substr(part.begin, part.end - part.begin);
          const Stretch lead{part.begin, part.begin + end_of_lead(text)};
          return any_in(m_same, lead) || any_in(m_others, lead);
        }));
  }

  std::string_view m_text;
  const std::vector<Stretch>& m_same;
  const std::vector<Stretch>& m_others;
  std::vector<Stretch> m_out;
};

} // namespace

SourceIndex::Kin SourceIndex::kin_of(const Claim& identifier) const {
  Kin out;
  for (const Claim& held : m_identifiers) {
    if (is_same(held, identifier)) {
      out.same.push_back({held.begin, held.end});
    } else if (!held.weak && of_one_family(held, identifier)) {
      out.others.push_back({held.begin, held.end});
    }
  }
  const auto by_place = [](const Stretch& a, const Stretch& b) {
    return a.begin < b.begin;
  };
  std::sort(out.same.begin(), out.same.end(), by_place);
  std::sort(out.others.begin(), out.others.end(), by_place);
  return out;
}

SourceIndex::About SourceIndex::about(const Claim& identifier) const {
  const Kin kin = kin_of(identifier);
  const Stretch text{0, m_text_end};
  const Stretch rest{m_text_end, plain().size()};
  About out;
  out.held = !kin.same.empty();
  if (any_in(kin.same, rest) || !any_in(kin.others, rest)) {
    out.mine.push_back(rest);
  }
  if (!any_in(kin.others, text)) {
    out.mine.push_back(text);
    return out;
  }
  bool mine = true; // what stands before the first is about all
  for (const Stretch& piece :
       Pieces(plain().substr(0, m_text_end), kin.same, kin.others).all()) {
    const bool same = any_in(kin.same, piece);
    if (same || any_in(kin.others, piece)) {
      mine = same;
    }
    (mine ? out.mine : out.others).push_back(piece);
  }
  return out;
}

} // namespace query
