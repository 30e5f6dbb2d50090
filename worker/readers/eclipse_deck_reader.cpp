// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_deck_reader.hpp"

#include "worker/readers/eclipse_deck.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers {
namespace {

using eclipse::Deck;

constexpr size_t k_most_deck_text = size_t{4} << 20; // bytes of passages

constexpr std::array k_extensions{"data", "grdecl", "inc", "sch",   "ecl",
                                  "prop", "vfp",    "grd", "props", "sum",
                                  "trn",  "aqu",    "sol"};

// What the lines of the file's start are.
struct Look {
  std::string first; // the first word that is no comment, if a keyword
  size_t keywords = 0, known = 0, ends = 0, prose = 0;
};

Look look_at(std::string_view text) {
  Look look;
  bool any = false;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n");
    const auto data = eclipse::split_comment(text.substr(0, end)).data;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (trim(data).empty()) {
      continue;
    }
    const auto keyword = eclipse::keyword_of(data);
    if (!any) {
      if (keyword.empty()) {
        return look; // no deck, whatever comes
      }
      look.first = keyword;
      any = true;
    }
    look.keywords += !keyword.empty();
    look.known +=
        eclipse::is_known_keyword(keyword) || eclipse::is_section(keyword);
    look.ends += data.find('/') != std::string_view::npos;
    const auto parts = parts_of(data, 3);
    look.prose += keyword.empty() && data.find('/') == std::string_view::npos &&
                  parts.size() == 3 && !model_number(parts[0]) &&
                  !model_number(parts[1]) && parts[0].front() != '\'' &&
                  parts[0].find('*') == std::string_view::npos;
  }
  return look;
}

class DeckPass {
public:
  DeckPass(domain::DocumentSink& sink, LineSource source)
      : m_sink(sink), m_source(std::move(source)), m_packer(sink) {}

  // Facts come behind the passages, when all is known.
  base::Result<void> run(Deck& deck) {
    Line line;
    while (true) {
      TRY_ASSIGN(const bool more, m_source.next(line));
      if (!more) {
        break;
      }
      if (++m_seen % 4096 == 0) {
        TRY(m_sink.progress());
      }
      if (line.binary) {
        m_strange_at = m_strange++ == 0 ? line.number : m_strange_at;
      } else if (line.more || m_within) {
        add_piece(line, deck);
      } else {
        deck.add(line.text, line.number);
        TRY(put(line, deck));
      }
    }
    TRY(m_packer.flush());
    return put_rest();
  }

private:
  // An array on one long line: pieces are cut between its values, and are in
  // no passage.
  void add_piece(const Line& line, Deck& deck) {
    std::string text = std::exchange(m_carried, {}) + line.text;
    if (line.more) {
      const auto blank = text.find_last_of(" \t");
      const size_t cut = blank == std::string::npos ? 0 : blank + 1;
      if (text.size() - cut <= 64) {
        m_carried = text.substr(cut);
        text.resize(cut);
      }
    }
    if (!m_comment) {
      m_comment = line.more && text.find("--") != std::string::npos;
      deck.add(text, line.number);
    }
    m_within = line.more;
    m_comment = m_comment && m_within;
  }

  base::Result<void> put(const Line& line, const Deck& deck) {
    const bool plain = eclipse::split_comment(line.text).comment.empty();
    if (m_numbers.drop(line.text)) {
      return {};
    }
    if (deck.is_array() && plain) {
      ++m_array_lines;
      return {};
    }
    if (m_packer.bytes() > k_most_deck_text) {
      ++m_left_out;
      return {};
    }
    return m_packer.line(clean_utf8(line.text),
                         at_line(line.number, deck.place()));
  }

  base::Result<void> put_rest() {
    TRY(put_encoding(m_sink, m_source));
    TRY(put_text(m_sink, "newline", m_source.newline()));
    TRY(put_number(m_sink, "line_count",
                   static_cast<double>(m_source.lines())));
    if (const auto dropped = m_numbers.dropped() + m_array_lines; dropped > 0) {
      TRY(put_number(m_sink, "number_lines_left_out",
                     static_cast<double>(dropped)));
    }
    if (m_left_out > 0) {
      TRY(m_sink.reject({{},
                         "text",
                         "",
                         std::to_string(m_left_out) +
                             " lines are in no passage: more than 4 MiB"}));
    }
    return m_strange == 0
               ? base::Result<void>()
               : m_sink.reject({at_line(m_strange_at), "text", "",
                                std::to_string(m_strange) +
                                    " lines are no text; the first is here"});
  }

  domain::DocumentSink& m_sink;
  LineSource m_source;
  PassagePacker m_packer;
  NumberRuns m_numbers;
  std::string m_carried; // a value cut in two
  bool m_within = false; // of a line that comes in pieces
  bool m_comment = false;
  uint64_t m_seen = 0, m_left_out = 0, m_array_lines = 0, m_strange = 0,
           m_strange_at = 0;
};

class EclipseDeckReader final : public Reader {
public:
  std::string_view name() const override { return "eclipse-deck"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.sniff().is_text) {
      return {};
    }
    const auto look = look_at(input.text());
    if (look.first.empty() || look.known == 0) {
      return {};
    }
    const auto extension = input.extension();
    const bool named = std::find(k_extensions.begin(), k_extensions.end(),
                                 extension) != k_extensions.end();
    const bool clear =
        look.known >= 2 && look.ends >= 2 && look.prose * 10 <= look.keywords;
    return named || clear ? Detection{Match::content, "eclipse-deck"}
                          : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"eclipse-deck", "Deck of a reservoir simulator (ECLIPSE, OPM Flow)",
         "`.DATA`, `.GRDECL`, `.INC`, `.SCH` and others",
         "A keyword that such decks have opens it; under other names two of "
         "them and two records that end with `/`.",
         "`title`, `section`, `grid_columns`, `grid_rows`, `grid_layers`, "
         "`phase`, `unit_system`, `start_date`, `first_report_date`, "
         "`last_report_date`, `report_steps`, `include`, `keyword`, `group`, "
         "`fault`, `local_grid`, `well_count`; the extent of `COORD` and "
         "`ZCORN`, turned by `MAPAXES`. Wells are keys.",
         "The deck's text by keyword, and a row for each well with its group, "
         "cell, depth and number of connections.",
         "Arrays behind their first 200 values, and text behind 4 MiB. Files "
         "that are included are documents of their own."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(LineSource source, LineSource::open(input.path));
    Deck deck;
    // The title stands near the start; the document's head comes first.
    Deck start;
    std::string_view text = input.head;
    for (uint64_t number = 1; !text.empty() && start.title().empty();
         ++number) {
      const auto end = text.find('\n');
      start.add(text.substr(0, end), number);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    TRY(sink.begin({"eclipse-deck", start.title(), {}}));
    DeckPass pass(sink, std::move(source));
    TRY(pass.run(deck));
    TRY(deck.describe().put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_eclipse_deck_reader() {
  return std::make_unique<EclipseDeckReader>();
}

} // namespace readers
