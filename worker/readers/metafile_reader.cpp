// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/metafile_reader.hpp"

#include "worker/readers/findings.hpp"
#include "worker/readers/metafile.hpp"
#include "worker/readers/reading.hpp"

namespace readers {
namespace {

Findings findings_of(const Metafile& file) {
  Findings found;
  found.say("title", clip(file.title, 300));
  found.say("software", clip(file.application, 300));
  found.count("record_count", file.records);
  found.count("text_count", file.texts.size());
  found.count("picture_count", file.pictures);
  if (!file.damage.empty()) {
    found.refuse("structure", "", file.damage + "; read up to there",
                 at_byte(file.damage_at));
  }
  if (file.unreadable > 0) {
    found.refuse("text", std::to_string(file.unreadable),
                 "as many texts are written as numbers of glyphs or in fonts "
                 "of symbols: they cannot be read without the font");
  }
  if (file.cut) {
    found.refuse("text", "", "it has more texts than are kept");
  }
  std::vector<NumberedLine> lines;
  for (auto& line : lines_of(file.texts)) {
    lines.push_back({line.offset, std::move(line.text)});
  }
  found.pack_at_bytes(lines, "", domain::PassageKind::prose);
  return found;
}

class MetafileReader final : public Reader {
public:
  std::string_view name() const override { return "metafile"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    const auto kind =
        input.is_directory ? MetafileKind::none : metafile_kind(input.head);
    return kind == MetafileKind::emf   ? Detection{Match::magic, "emf"}
           : kind == MetafileKind::wmf ? Detection{Match::content, "wmf"}
                                       : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    static constexpr std::string_view facts =
        "Title and the program that drew it, records, texts, pictures in it.";
    static constexpr std::string_view passages =
        "Its texts, those of one line together, with the byte of their record.";
    return {
        {"emf", "Enhanced metafile", "`.emf`", "Signature.", facts, passages,
         "Texts that are written as numbers of glyphs, counted; the pictures "
         "in it; what is drawn as lines."},
        {"wmf", "Windows metafile", "`.wmf`",
         "Placeable signature, or the header of the standard.", facts, passages,
         "As of an enhanced metafile."},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(ByteWindow file, ByteWindow::open(input.path));
    const bool emf = metafile_kind(input.head) == MetafileKind::emf;
    const MetafileTick tick = [&sink] { return sink.progress(); };
    TRY_ASSIGN(const Metafile read,
               emf ? read_emf(file, tick) : read_wmf(file, tick));
    domain::DocumentHead head;
    head.format = emf ? "emf" : "wmf";
    head.title = clip(read.title, 300);
    TRY(sink.begin(std::move(head)));
    TRY(findings_of(read).put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_metafile_reader() {
  return std::make_unique<MetafileReader>();
}

} // namespace readers
