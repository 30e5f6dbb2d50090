// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/text.hpp"

#include "worker/readers/clause_packer.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/structured.hpp"
#include "worker/readers/text_lines.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace readers {
namespace {

// Formats that are text to look at but not to read.
constexpr std::array k_not_prose{"eml", "mht", "mhtml", "ps", "eps", "ai"};

bool is_other_format(const Input& input) {
  const auto extension = input.extension();
  return std::find(k_not_prose.begin(), k_not_prose.end(), extension) !=
             k_not_prose.end() ||
         input.head.starts_with("{\\rtf") || input.head.starts_with("%!PS") ||
         input.head.starts_with("\x04%!PS");
}

// Large files of structured text come here too.
std::string format_of(const Input& input) {
  const std::string format = tree_format(input);
  return format.empty() ? "text" : format;
}

// Streams the lines of one file into passages.
class TextPass {
public:
  TextPass(domain::DocumentSink& sink, LineSource source,
           std::string_view title)
      : m_sink(sink), m_source(std::move(source)), m_packer(sink, title) {}

  // `prose`: it may have clauses.
  base::Result<void> run(bool prose) {
    if (!prose) {
      TRY(m_packer.pack_only());
    }
    Line line;
    while (true) {
      TRY_ASSIGN(const bool more, m_source.next(line));
      if (!more) {
        break;
      }
      TRY(tick());
      TRY(take(line));
      if (m_packer.bytes() >= k_most_text) {
        TRY(put_cut(line));
        TRY(skip_rest());
        break;
      }
    }
    TRY(put_held());
    TRY(m_packer.finish());
    return put_findings();
  }

private:
  base::Result<void> tick() {
    return ++m_seen % 4096 == 0 ? m_sink.progress() : base::Result<void>();
  }

  base::Result<void> take(const Line& line) {
    if (line.binary) {
      if (m_binary_pieces++ == 0) {
        m_first_binary.line = line.number;
        m_first_binary.byte = line.offset;
      }
      return {};
    }
    domain::Locator locator;
    locator.line = line.number;
    std::string_view text = line.text;
    while (true) { // a form feed begins a page
      const auto feed = text.find('\f');
      TRY(take_line(text.substr(0, feed), locator));
      if (feed == std::string_view::npos) {
        return {};
      }
      text.remove_prefix(feed + 1);
      TRY(put_held());
      TRY(m_packer.flush());
      ++m_page;
    }
  }

  base::Result<void> take_line(std::string_view text, domain::Locator locator) {
    if (m_numbers.drop(text)) {
      return {};
    }
    if (m_page > 1) {
      locator.page = m_page;
    }
    auto clean = clean_utf8(text);
    if (m_headings.take(clean)) { // the line before is a heading
      const auto title = std::exchange(m_held, std::nullopt);
      TRY(m_packer.flush());
      m_held = title;
      if (m_held) {
        m_held->level = m_headings.level();
      }
      return {};
    }
    TRY(put_held());
    m_held = Held{std::move(clean), std::move(locator), 0};
    return {};
  }

  // One line waits, because the next may underline it.
  base::Result<void> put_held() {
    if (auto held = std::exchange(m_held, std::nullopt)) {
      held->locator.section = m_headings.path();
      return m_packer.line(std::move(held->text), std::move(held->locator),
                           held->level);
    }
    return {};
  }

  base::Result<void> put_cut(const Line& line) {
    domain::Reject reject;
    reject.locator.line = line.number;
    reject.locator.byte = line.offset;
    reject.field = "text";
    reject.reason = "text behind this line is left out: more than " +
                    std::to_string(k_most_text >> 20) + " MiB in one file";
    return m_sink.reject(std::move(reject));
  }

  base::Result<void> skip_rest() {
    while (true) {
      TRY_ASSIGN(const bool more, m_source.skip());
      TRY(m_sink.progress());
      if (!more) {
        return {};
      }
    }
  }

  base::Result<void> put_findings() {
    TRY(put_encoding(m_sink, m_source));
    TRY(put_text(m_sink, "newline", m_source.newline()));
    TRY(put_number(m_sink, "line_count",
                   static_cast<double>(m_source.lines())));
    if (m_numbers.dropped() > 0) {
      TRY(put_number(m_sink, "number_lines_left_out",
                     static_cast<double>(m_numbers.dropped())));
    }
    if (m_binary_pieces == 0) {
      return {};
    }
    domain::Reject reject;
    reject.locator = m_first_binary;
    reject.field = "text";
    reject.reason = std::to_string(m_binary_pieces) +
                    " lines hold bytes that are not text; the first is here";
    return m_sink.reject(std::move(reject));
  }

  struct Held {
    std::string text;
    domain::Locator locator;
    size_t level; // of a heading
  };

  domain::DocumentSink& m_sink;
  LineSource m_source;
  ClausePacker m_packer;
  std::optional<Held> m_held;
  NumberRuns m_numbers;
  UnderlinedHeadings m_headings;
  uint64_t m_seen = 0;
  uint64_t m_page = 1;
  uint64_t m_binary_pieces = 0;
  domain::Locator m_first_binary;
};

class TextReader final : public Reader {
public:
  std::string_view name() const override { return "text"; }
  uint32_t version() const override { return 4; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || is_other_format(input) ||
        !input.sniff().is_text) {
      return {};
    }
    return {Match::extension, format_of(input)};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"text", "Text", "`.txt`, `.log` and whatever else is text",
         "No byte that text does not have, but for a few zeroes; UTF-8, also "
         "with some bad bytes, UTF-16 with or without a mark, UTF-32, EBCDIC, "
         "or the code page (of Windows, DOS, Macintosh, ISO 8859, KOI8; of "
         "East Asia) in which its letters stand as letters do.",
         "Encoding, and the one that fits about as well if they could not be "
         "told apart (`encoding_doubt`; it is read as windows-1252 then); "
         "characters without a meaning in it; line ends, lines.",
         "Paragraphs of at most about 900 characters with their line and, "
         "where "
         "form feeds part them, page; numbered clauses by their paths.",
         "Lines that are only numbers, counted (`number_lines_left_out`); what "
         "lies behind 16 MiB of text. PostScript is no text."},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(LineSource source, LineSource::open(input.path));
    const auto head = input.text();
    domain::DocumentHead document;
    document.format = format_of(input);
    document.title = document.format == "text" ? heading_like(head) : "";
    const std::string title = document.title;
    const bool prose = document.format == "text";
    TRY(sink.begin(std::move(document)));
    TextPass pass(sink, std::move(source), title);
    TRY(pass.run(prose));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_text_reader() {
  return std::make_unique<TextReader>();
}

} // namespace readers
