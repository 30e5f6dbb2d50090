// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/markdown.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/markdown_blocks.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

struct Source {
  std::string text;
  std::string encoding;
  std::string encoding_doubt;
  uint64_t cut_line = 0; // 0: whole
};

base::Result<Source> load(const Input& input, domain::DocumentSink& sink) {
  TRY_ASSIGN(LineSource lines, LineSource::open(input.path));
  Source source;
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    if (line.number % 4096 == 0) {
      TRY(sink.progress());
    }
    if (source.text.size() + line.text.size() > k_most_markdown) {
      source.cut_line = line.number;
      break;
    }
    source.text += clean_utf8(line.text);
    source.text += line.more ? "" : "\n";
  }
  source.encoding = lines.encoding();
  source.encoding_doubt = lines.doubt();
  return source;
}

base::Result<void> put_front_matter(const FrontMatter& front,
                                    domain::DocumentSink& sink) {
  static constexpr std::array<std::string_view, 6> wanted{
      "title", "author", "date", "description", "keywords", "tags"};
  std::string text;
  for (const auto& [key, value] : front.values) {
    text += (text.empty() ? "" : "\n") + key + ": " + value;
    const auto name = snake_case(key);
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
      TRY(put_text(sink, name, value));
    }
    if (name == "date" || name == "published" || name == "lastmod") {
      TRY(put_dates(
          dates_of(name == "lastmod" ? "updated_date" : "published_date", key,
                   value, {}),
          sink));
    }
  }
  if (text.empty()) {
    return {};
  }
  domain::Passage passage;
  passage.text = std::move(text);
  passage.locator.line = 1;
  passage.kind = domain::PassageKind::header;
  return sink.passage(std::move(passage));
}

std::string title_of(const FrontMatter& front, std::string_view body) {
  for (const auto& [key, value] : front.values) {
    if (snake_case(key) == "title" && !value.empty()) {
      return clip(value, 300);
    }
  }
  return heading_like(body);
}

class MarkdownReader final : public Reader {
public:
  std::string_view name() const override { return "markdown"; }
  uint32_t version() const override { return 3; }

  Detection detect(const Input& input) const override {
    const auto extension = input.extension();
    const bool named = extension == "md" || extension == "markdown" ||
                       extension == "mkd" || extension == "mdown";
    return !input.is_directory && named && input.sniff().is_text
               ? Detection{Match::content, "markdown"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"markdown", "Markdown", "`.md`, `.markdown`",
         "By its name, if it is text.", "Front matter, title.",
         "As HTML: headings, tables, lists, code, numbered clauses.", ""},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const Source source, load(input, sink));
    const auto front = split_front_matter(source.text);
    const auto body = std::string_view(source.text).substr(front.size);
    domain::DocumentHead head;
    head.format = "markdown";
    head.title = title_of(front, body);
    const std::string title = head.title;
    TRY(sink.begin(std::move(head)));
    TRY(put_text(sink, "encoding", source.encoding));
    TRY(put_text(sink, "encoding_doubt", source.encoding_doubt));
    TRY(put_front_matter(front, sink));
    TRY(put_markdown(body, title, front.lines, sink));
    if (source.cut_line > 0) {
      domain::Reject reject;
      reject.locator.line = source.cut_line;
      reject.field = "text";
      reject.reason = "text from this line on is left out: more than " +
                      std::to_string(k_most_markdown >> 20) +
                      " MiB in one file";
      TRY(sink.reject(std::move(reject)));
    }
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_markdown_reader() {
  return std::make_unique<MarkdownReader>();
}

} // namespace readers
