// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/doc_lists.hpp"
#include "worker/readers/doc_tables.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_title_paragraphs = 40;

struct Aside {
  DocStory story;
  const char* section;
};
constexpr Aside k_asides[] = {
    {DocStory::footnotes, "Footnotes"},     {DocStory::endnotes, "Endnotes"},
    {DocStory::headers, "Header"},          {DocStory::boxes, "Text boxes"},
    {DocStory::header_boxes, "Text boxes"},
};

std::string_view version_name(const DocFib& fib) {
  return fib.version == DocVersion::word97  ? "Word 97-2003"
         : fib.version == DocVersion::word6 ? "Word 6/95"
                                            : "Word 2";
}

class DocReading {
public:
  DocReading(const DocFib& fib, const DocStreams& streams,
             const OleProperties& properties, domain::DocumentSink& sink)
      : m_fib(fib), m_document(streams.document),
        m_table(fib.version != DocVersion::word97 ? streams.document
                : fib.second_table                ? streams.table_1
                                                  : streams.table_0),
        m_properties(properties), m_sink(sink),
        m_pieces(parse_pieces(fib, m_document, m_table)),
        m_characters(character_runs(fib, m_document, m_table)),
        m_paragraphs(paragraph_runs(fib, m_document, m_table)),
        m_styles(DocStyles::parse(fib, m_table)),
        m_lists(DocLists::parse(fib, m_table)), m_source{m_fib,
                                                         m_document,
                                                         m_pieces.pieces,
                                                         m_characters,
                                                         m_paragraphs,
                                                         m_styles} {}

  base::Result<void> run() {
    domain::DocumentHead head;
    head.format = "doc";
    TRY_ASSIGN(head.title, title());
    const std::string shown = head.title;
    TRY(m_sink.begin(std::move(head)));
    TRY(put_text(m_sink, "format_version", version_name(m_fib)));
    TRY(put_properties(m_properties, m_sink));
    if (!m_pieces.damage.empty()) {
      TRY(m_sink.reject({{}, "text", "", m_pieces.damage}));
    }
    OfficeText out(m_sink, shown);
    TRY(put_main(out));
    for (const Aside& aside : k_asides) {
      TRY(put_aside(aside, out));
    }
    TRY(put_comments(out));
    return out.finish();
  }

private:
  struct Range {
    uint32_t begin = 0, end = 0;
  };
  Range range_of(DocStory story) const {
    uint64_t begin = 0;
    for (size_t i = 0; i < static_cast<size_t>(story); ++i) {
      begin += m_fib.characters[i];
    }
    const uint64_t end = begin + m_fib.characters[static_cast<size_t>(story)];
    constexpr uint64_t most = 0x7FFFFFFF;
    return {static_cast<uint32_t>(std::min(begin, most)),
            static_cast<uint32_t>(std::min(end, most))};
  }

  base::Result<void> walk(Range range, const TakeParagraph& take) {
    uint64_t seen = 0;
    return walk_paragraphs(m_source, range.begin, range.end,
                           [&](DocParagraph& paragraph) -> base::Result<void> {
                             if (++seen % 1024 == 0) {
                               TRY(m_sink.progress());
                             }
                             return take(paragraph);
                           });
  }

  // Of the properties; else what looks like one among the first paragraphs.
  base::Result<std::string> title() {
    std::string found = m_properties.title();
    if (!found.empty()) {
      return found;
    }
    Range range = range_of(DocStory::main);
    range.end = std::min(range.end, range.begin + 20'000);
    std::string start;
    size_t seen = 0;
    const auto take = [&](DocParagraph& paragraph) -> base::Result<void> {
      const auto text = squeeze(clean_utf8(paragraph.text));
      if (found.empty() && !text.empty() &&
          m_styles.is_title(paragraph.look.style)) {
        found = clip(text, 300);
      }
      if (++seen < k_title_paragraphs && !paragraph.cell) {
        start += text + "\n";
      }
      return {};
    };
    TRY(walk(range, take));
    return found.empty() ? heading_like(start) : found;
  }

  base::Result<void> put_main(OfficeText& out) {
    DocTable table;
    const auto take = [&](DocParagraph& paragraph) -> base::Result<void> {
      TRY(out.hidden(paragraph.hidden));
      std::string text = numbered(paragraph);
      if (DocTable::belongs(paragraph)) {
        return table.take(paragraph, std::move(text), out);
      }
      if (table.open()) {
        TRY(table.finish(out));
      }
      return put_paragraph(paragraph, text, out);
    };
    TRY(walk(range_of(DocStory::main), take));
    return table.open() ? table.finish(out) : base::Result<void>();
  }

  std::string numbered(const DocParagraph& paragraph) {
    const ParagraphLook& look = paragraph.look;
    if (trim(paragraph.text).empty() || look.list.value_or(0) == 0) {
      return paragraph.text;
    }
    const std::string number = m_lists.next(*look.list, look.level.value_or(0));
    return number.empty() ? paragraph.text : number + " " + paragraph.text;
  }

  base::Result<void> put_paragraph(const DocParagraph& paragraph,
                                   const std::string& text, OfficeText& out) {
    const ParagraphLook& look = paragraph.look;
    if (look.outline && *look.outline < 9) {
      return out.heading(*look.outline + size_t{1}, text);
    }
    return m_styles.is_title(look.style) ? out.heading(1, text)
                                         : out.paragraph(text);
  }

  base::Result<void> put_aside(const Aside& aside, OfficeText& out) {
    return walk(range_of(aside.story), [&](DocParagraph& paragraph) {
      return out.aside(aside.section, paragraph.text);
    });
  }

  base::Result<void> put_comments(OfficeText& out) {
    const Range range = range_of(DocStory::comments);
    const auto starts =
        m_table.part(m_fib.comment_texts.at, m_fib.comment_texts.size);
    uint64_t count = 0;
    size_t index = 0;
    std::string comment;
    const auto put = [&]() -> base::Result<void> {
      if (!trim(comment).empty()) {
        ++count;
        const auto author = comment_author(index);
        TRY(out.aside("Comments", (author.empty() ? "" : author + ": ") +
                                      squeeze(comment)));
      }
      comment.clear();
      return {};
    };
    const auto take = [&](DocParagraph& paragraph) -> base::Result<void> {
      const uint32_t at = paragraph.begin - range.begin;
      while (starts.has(4 * (index + 1), 4) &&
             starts.u32(4 * (index + 1)) <= at) {
        TRY(put());
        ++index;
      }
      comment += paragraph.text + "\n";
      return {};
    };
    TRY(walk(range, take));
    TRY(put());
    return count == 0 ? base::Result<void>()
                      : put_number(m_sink, "comment_count",
                                   static_cast<double>(count));
  }

  // [MS-DOC] 2.8.7, 2.9.4: each mark names one of a list of authors.
  std::string comment_author(size_t index) const {
    constexpr size_t mark_bytes = 30;
    const auto marks =
        m_table.part(m_fib.comment_marks.at, m_fib.comment_marks.size);
    if (m_fib.version != DocVersion::word97 || marks.size() < 4) {
      return "";
    }
    const size_t count = (marks.size() - 4) / (4 + mark_bytes);
    if (index >= count) {
      return "";
    }
    size_t number = marks.u16(4 * (count + 1) + mark_bytes * index + 20);
    const auto names =
        m_table.part(m_fib.comment_owners.at, m_fib.comment_owners.size);
    for (size_t at = 0; names.has(at, 2); --number) {
      const size_t length = names.u16(at);
      if (number == 0) {
        return clean_utf8(text_of_utf16(names.bytes(at + 2, 2 * length)));
      }
      at += 2 + 2 * length;
    }
    return "";
  }

  const DocFib& m_fib;
  LittleEndian m_document, m_table;
  const OleProperties& m_properties;
  domain::DocumentSink& m_sink;
  DocPieces m_pieces;
  std::vector<CharacterRun> m_characters;
  std::vector<ParagraphRun> m_paragraphs;
  DocStyles m_styles;
  DocLists m_lists;
  DocSource m_source;
};

} // namespace

base::Result<void> put_doc(const DocStreams& streams,
                           const OleProperties& properties,
                           domain::DocumentSink& sink) {
  TRY_ASSIGN(const DocFib fib, parse_doc_fib(LittleEndian(streams.document)));
  return DocReading(fib, streams, properties, sink).run();
}

base::Result<void> put_write(std::string_view bytes,
                             domain::DocumentSink& sink) {
  constexpr size_t text_at = 0x80;
  const size_t end = LittleEndian(bytes).u32(0x0E);
  const auto text =
      domain::decode_text(bytes.substr(text_at, end - text_at), "windows-1252")
          .text;
  domain::DocumentHead head;
  head.format = "write";
  head.title = heading_like(text);
  const std::string title = head.title;
  TRY(sink.begin(std::move(head)));
  OfficeText out(sink, title);
  std::string_view rest = text;
  for (uint64_t seen = 1; !rest.empty(); ++seen) {
    const auto cut = rest.find('\n');
    TRY(out.paragraph(rest.substr(0, cut)));
    TRY(seen % 1024 == 0 ? sink.progress() : base::Result<void>());
    rest.remove_prefix(cut == std::string_view::npos ? rest.size() : cut + 1);
  }
  return out.finish();
}

} // namespace readers
