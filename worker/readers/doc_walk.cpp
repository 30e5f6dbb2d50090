// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_walk.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/ole_text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest = size_t{1} << 20;
constexpr size_t k_most_fields = 1000; // within each other

class Walk {
public:
  Walk(const DocSource& source, uint32_t begin, uint32_t end,
       const TakeParagraph& take)
      : m_source(source), m_begin(begin), m_end(end), m_take(take) {}

  base::Result<void> run() {
    m_now.begin = m_begin;
    for (const DocPiece& piece : m_source.pieces) {
      const uint32_t from = std::max(piece.begin, m_begin);
      const uint32_t to = std::min(piece.end, m_end);
      if (from < to) {
        TRY(walk_piece(piece, from, to));
      }
    }
    flush();
    return m_now.text.empty() && m_now.hidden.empty() ? base::Result<void>()
                                                      : close(m_end - 1, false);
  }

private:
  base::Result<void> walk_piece(const DocPiece& piece, uint32_t from,
                                uint32_t to) {
    const uint32_t width = piece.wide ? 2 : 1;
    m_piece = &piece;
    CharacterLook changed;
    apply_sprms(m_source.fib.version, piece.changes, changed);
    for (uint32_t at = from; at < to;) {
      // To where the look of the characters changes.
      const uint32_t byte = piece.at + (at - piece.begin) * width;
      const CharacterRun* run = run_at(m_source.characters, byte);
      CharacterLook look = run != nullptr ? run->look : CharacterLook{};
      look.deleted = look.deleted || changed.deleted;
      look.hidden = look.hidden || changed.hidden;
      const uint32_t until =
          at + std::min(to - at, same_look(run, byte, width));
      TRY(walk_run(at, until, look));
      at = until;
    }
    return {};
  }

  // Characters from `byte` on that have the look of `run` (null: none).
  uint32_t same_look(const CharacterRun* run, uint32_t byte,
                     uint32_t width) const {
    uint32_t end = ~uint32_t{0};
    if (run != nullptr) {
      end = run->end;
    }
    const auto next = std::upper_bound(
        m_source.characters.begin(), m_source.characters.end(), byte,
        [](uint32_t at, const CharacterRun& one) { return at < one.begin; });
    if (next != m_source.characters.end()) {
      end = std::min(end, next->begin);
    }
    return std::max<uint32_t>((end - byte) / width, 1);
  }

  base::Result<void> walk_run(uint32_t from, uint32_t to, CharacterLook look) {
    const uint32_t width = m_piece->wide ? 2 : 1;
    const size_t first = m_piece->at + size_t{from - m_piece->begin} * width;
    for (uint32_t i = 0; i < to - from; ++i) {
      const size_t byte = first + size_t{i} * width;
      const uint16_t c = m_piece->wide ? m_source.document.u16(byte)
                                       : m_source.document.u8(byte);
      if (c >= 0x20 && c != 0xA0) {
        if (look.symbol != 0 && c == 0x28) {
          put_symbol(look);
        } else if (!look.deleted && shown()) {
          append(c, look.hidden, m_source.document.bytes(byte, width));
        }
      } else {
        TRY(take_special(c, from + i, look));
      }
      if (m_raw.size() + m_now.text.size() > k_longest) {
        flush();
        TRY(close(from + i, false));
      }
    }
    flush(); // pieces differ in how wide characters are
    return {};
  }

  bool shown() const { return m_codes == 0; }

  void append(uint16_t c, bool hidden, std::string_view bytes) {
    // Characters F020 to F0FF are those of fonts of pictures.
    if (m_raw_hidden != hidden) {
      flush();
      m_raw_hidden = hidden;
    }
    if (c < 0xF000 || c > 0xF0FF) {
      m_raw.append(bytes);
    }
  }

  void put_symbol(CharacterLook look) {
    if (!look.deleted && shown() &&
        (look.symbol < 0xF000 || look.symbol > 0xF0FF)) {
      flush();
      const char bytes[] = {static_cast<char>(look.symbol),
                            static_cast<char>(look.symbol >> 8)};
      (look.hidden ? m_now.hidden : m_now.text) +=
          text_of_utf16({bytes, sizeof bytes});
    }
  }

  base::Result<void> take_special(uint16_t c, uint32_t at, CharacterLook look) {
    switch (c) {
    case 0x13: // a field begins; its code is not text
      if (m_fields.size() < k_most_fields) {
        m_fields.push_back(false);
        ++m_codes;
      }
      break;
    case 0x14: // its result begins
      if (!m_fields.empty() && !m_fields.back()) {
        m_fields.back() = true;
        --m_codes;
      }
      break;
    case 0x15:
      if (!m_fields.empty()) {
        m_codes -= m_fields.back() ? 0 : 1;
        m_fields.pop_back();
      }
      break;
    case 0x07:
      flush();
      return close(at, true);
    case 0x0C:
    case 0x0D:
      flush();
      m_now.page = c == 0x0C;
      // A paragraph whose mark is deleted goes on with the next.
      return look.deleted ? base::Result<void>() : close(at, false);
    case 0x09:
    case 0x0B:
    case 0x0E:
    case 0x1E:
    case 0xA0:
      if (!look.deleted && shown()) {
        flush();
        (look.hidden ? m_now.hidden : m_now.text) += c == 0x09   ? '\t'
                                                     : c == 0x1E ? '-'
                                                     : c == 0xA0 ? ' '
                                                                 : '\n';
      }
      break;
    default: // notes, pictures, optional hyphens
      break;
    }
    return {};
  }

  void flush() {
    if (m_raw.empty()) {
      return;
    }
    const std::string text =
        m_piece->wide ? text_of_utf16(m_raw)
                      : domain::decode_text(m_raw, m_source.fib.encoding).text;
    (m_raw_hidden ? m_now.hidden : m_now.text) += text;
    m_raw.clear();
  }

  base::Result<void> close(uint32_t at, bool cell) {
    m_now.cell = cell;
    m_now.end = at + 1;
    m_now.look = look_at(at);
    auto done = m_take(m_now);
    m_now = {};
    m_now.begin = at + 1;
    return done;
  }

  ParagraphLook look_at(uint32_t at) {
    if (m_piece == nullptr || at < m_piece->begin) {
      return {};
    }
    const uint32_t width = m_piece->wide ? 2 : 1;
    const uint32_t byte = m_piece->at + (at - m_piece->begin) * width;
    const ParagraphRun* run = run_at(m_source.paragraphs, byte);
    // Many paragraphs may share a run, and a long list of operations.
    if (m_look_piece != m_piece || m_look_run != run) {
      m_look_piece = m_piece;
      m_look_run = run;
      m_look = look_of(run);
    }
    return m_look;
  }

  ParagraphLook look_of(const ParagraphRun* run) const {
    ParagraphLook look;
    if (run != nullptr) {
      look = m_source.styles.look(run->style);
      look.style = run->style;
      apply_sprms(m_source.fib.version,
                  m_source.document.part(run->list_at, run->list_size), look);
    }
    apply_sprms(m_source.fib.version, m_piece->changes, look);
    return look;
  }

  const DocSource& m_source;
  uint32_t m_begin, m_end;
  const TakeParagraph& m_take;
  const DocPiece* m_piece = nullptr;
  const DocPiece* m_look_piece = nullptr; // that m_look is of, and its run
  const ParagraphRun* m_look_run = nullptr;
  ParagraphLook m_look;
  DocParagraph m_now;
  std::vector<bool> m_fields; // of each open one: its result has begun
  size_t m_codes = 0;         // open ones whose result has not
  std::string m_raw;          // characters that are not decoded yet
  bool m_raw_hidden = false;
};

} // namespace

base::Result<void> walk_paragraphs(const DocSource& source, uint32_t begin,
                                   uint32_t end, const TakeParagraph& take) {
  return Walk(source, begin, end, take).run();
}

} // namespace readers
