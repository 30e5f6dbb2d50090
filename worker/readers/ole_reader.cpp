// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ole_reader.hpp"

#include "worker/readers/byte_source.hpp"
#include "worker/readers/compound_kind.hpp"
#include "worker/readers/doc.hpp"
#include "worker/readers/doc_fib.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/office_text.hpp"
#include "worker/readers/ole_embedded.hpp"
#include "worker/readers/ole_notes.hpp"
#include "worker/readers/ole_properties.hpp"
#include "worker/readers/ppt.hpp"
#include "worker/readers/publisher.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xls.hpp"
#include "worker/readers/xls_workbook.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

std::string_view format_of(CompoundKind kind) {
  switch (kind) {
  case CompoundKind::word:
    return "doc";
  case CompoundKind::excel:
    return "xls";
  case CompoundKind::powerpoint:
    return "ppt";
  case CompoundKind::visio:
    return "visio";
  case CompoundKind::publisher:
    return "publisher";
  case CompoundKind::project:
    return "project";
  case CompoundKind::works:
    return "works";
  case CompoundKind::encrypted:
    return "encrypted office document";
  default:
    return "compound file";
  }
}

// A workbook of Excel 2 to 4, or of 5 without a compound file around it.
bool is_flat_workbook(std::string_view head) {
  const LittleEndian bytes(head);
  const size_t length = bytes.u16(2);
  const auto begin = biff_begin(bytes.u16(0), bytes.part(4, length));
  const bool type = begin.type == 0x0005 || begin.type == 0x0010 ||
                    begin.type == 0x0020 || begin.type == 0x0040 ||
                    begin.type == 0x0100;
  return begin.biff > 0 && length >= 4 && length <= 16 && type &&
         bytes.has(4, length + 4);
}

std::string_view flat_format(std::string_view head) {
  return is_flat_workbook(head) ? "xls"
         : is_flat_word(head)   ? "doc"
         : is_write(head)       ? "write"
                                : "";
}

constexpr size_t k_most_publisher_bytes = size_t{64} << 20;

std::string why_textless(CompoundKind kind) {
  const std::string never = "its format was never published; ";
  switch (kind) {
  case CompoundKind::visio:
    return "the text of the drawing is not read: " + never + "save it as .vsdx";
  case CompoundKind::project:
    return "the tasks of the plan are not read: " + never +
           "save it as .xml, or as a table";
  case CompoundKind::works:
    return "the text is not read: " + never + "save it as .docx or .rtf";
  default:
    return "what it holds is not read: it belongs to a program that is not "
           "known";
  }
}

// The first entries of the root, for people.
std::string names_in(const CompoundFile& file) {
  constexpr size_t most = 5;
  std::string out;
  for (const size_t child : file.root().children) {
    const auto name = clip(clean_utf8(file.entries()[child].name), 60);
    out += (out.empty() ? "\"" : ", \"") + name + "\"";
    if (out.size() > most * 40) {
      break;
    }
  }
  return out.empty() ? "nothing" : out;
}

// At most `limit` bytes of a stream; "" if there is none.
std::string start_of(CompoundFile& file, std::string_view name, size_t limit,
                     std::vector<domain::Reject>& rejects) {
  const auto entry = file.find(name);
  if (!entry) {
    return "";
  }
  const auto stream = file.locate(*entry);
  if (stream.damage) {
    rejects.push_back(
        {at_byte(stream.damage->byte), "file", "",
         "the stream " + std::string(name) + ": " + stream.damage->what});
  }
  if (stream.size > limit) {
    rejects.push_back(
        {at_byte(CompoundFile::place_of(stream, limit)), "file", "",
         "the stream " + std::string(name) + " is larger than " +
             std::to_string(limit >> 20) + " MiB: the rest is left out"});
  }
  auto bytes = file.read(
      stream, 0, static_cast<size_t>(std::min<uint64_t>(stream.size, limit)));
  if (!bytes) {
    rejects.push_back({{}, "file", "", bytes.error().message});
    return "";
  }
  return std::move(*bytes);
}

class OleReader final : public Reader {
public:
  std::string_view name() const override { return "ole"; }
  uint32_t version() const override { return 2; }
  bool holds_others() const override { return true; }
  std::vector<FormatNote> notes() const override { return ole_notes(); }

  Detection detect(const Input& input) const override {
    if (input.is_directory) {
      return {};
    }
    if (!input.head.starts_with(k_compound_signature)) {
      const auto format = flat_format(input.head);
      return format.empty() ? Detection{}
                            : Detection{Match::magic, std::string(format)};
    }
    const auto extension = input.extension();
    const auto kind = guess_compound_kind(input.head, extension);
    if (kind == CompoundKind::outlook ||
        (kind == CompoundKind::unseen &&
         (extension == "msg" || extension == "oft"))) {
      return {};
    }
    return {kind == CompoundKind::unseen || kind == CompoundKind::other
                ? Match::content
                : Match::magic,
            std::string(format_of(kind))};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    if (!input.head.starts_with(k_compound_signature)) {
      TRY(read_flat(input, sink));
      return sink.end();
    }
    TRY_ASSIGN(CompoundFile file, CompoundFile::open(input.path));
    const auto kind = compound_kind(file);
    switch (kind) {
    case CompoundKind::encrypted:
      return base::fail(
          base::Errc::unsupported,
          "password-protected: an Office document of which every byte is "
          "encrypted; save it without a password");
    case CompoundKind::outlook:
      return base::fail(base::Errc::unsupported,
                        "an Outlook message under a name that hides it; name "
                        "it .msg");
    case CompoundKind::excel:
      TRY(read_excel(input, file, sink));
      break;
    case CompoundKind::word:
      TRY(read_word(input, file, sink));
      break;
    case CompoundKind::powerpoint:
      TRY(read_powerpoint(input, file, sink));
      break;
    default:
      TRY(read_other(input, file, kind, sink));
      break;
    }
    TRY(put_damage(file, sink));
    return sink.end();
  }

private:
  static base::Result<void> read_excel(const Input& input, CompoundFile& file,
                                       domain::DocumentSink& sink) {
    const auto book = file.find("Workbook");
    const auto entry = book ? book : file.find("Book");
    auto stream = file.locate(*entry);
    const auto damage = stream.damage;
    ByteSource source(file, std::move(stream));
    TRY(put_xls(source, read_properties(file), sink));
    if (damage) {
      TRY(sink.reject({at_byte(damage->byte), "file", "",
                       "the stream of the workbook: " + damage->what}));
    }
    if (file.find("_VBA_PROJECT_CUR")) {
      TRY(put_text(sink, "macros", "yes"));
    }
    return read_all_embedded(input, file, 0, sink);
  }

  static base::Result<void> read_flat(const Input& input,
                                      domain::DocumentSink& sink) {
    TRY_ASSIGN(ByteSource source, ByteSource::of_file(input.path));
    const auto format = flat_format(input.head);
    if (format == "xls") {
      return put_xls(source, {}, sink);
    }
    TRY_ASSIGN(std::string bytes,
               base::read_file(input.path, k_most_doc_bytes));
    if (format == "write") {
      return put_write(bytes, sink);
    }
    return put_doc({std::move(bytes), "", ""}, {}, sink);
  }

  static base::Result<void> read_word(const Input& input, CompoundFile& file,
                                      domain::DocumentSink& sink) {
    std::vector<domain::Reject> rejects;
    DocStreams streams;
    streams.document =
        start_of(file, "WordDocument", k_most_doc_bytes, rejects);
    streams.table_0 = start_of(file, "0Table", k_most_doc_bytes, rejects);
    streams.table_1 = start_of(file, "1Table", k_most_doc_bytes, rejects);
    TRY(put_doc(streams, read_properties(file), sink));
    for (auto& reject : rejects) {
      TRY(sink.reject(std::move(reject)));
    }
    if (file.find("Macros") || file.find("_VBA_PROJECT_CUR")) {
      TRY(put_text(sink, "macros", "yes"));
    }
    const auto pool = file.find("ObjectPool");
    return pool ? read_all_embedded(input, file, *pool, sink)
                : base::Result<void>();
  }

  static base::Result<void> read_powerpoint(const Input& input,
                                            CompoundFile& file,
                                            domain::DocumentSink& sink) {
    if (!file.find("PowerPoint Document")) {
      return base::fail(base::Errc::unsupported,
                        "a presentation of PowerPoint 95 or older, whose "
                        "format was never published; save it anew");
    }
    std::vector<domain::Reject> rejects;
    const auto stream =
        start_of(file, "PowerPoint Document", k_most_ppt_bytes, rejects);
    const auto user = start_of(file, "Current User", 4096, rejects);
    TRY(put_ppt(input, stream, user, read_properties(file), sink));
    for (auto& reject : rejects) {
      TRY(sink.reject(std::move(reject)));
    }
    return {};
  }

  // What it says of itself, what is packed in it, and why its text is unread.
  static base::Result<void> read_other(const Input& input, CompoundFile& file,
                                       CompoundKind kind,
                                       domain::DocumentSink& sink) {
    const auto properties = read_properties(file);
    const bool silent =
        properties.summary.values.empty() && properties.document.values.empty();
    const bool packed = kind == CompoundKind::other && holds_package(file, 0);
    if (kind == CompoundKind::other && silent && !packed) {
      return base::fail(base::Errc::unsupported,
                        "a compound file of a program that is not known; it "
                        "holds " +
                            names_in(file));
    }
    domain::DocumentHead head;
    head.format = format_of(kind);
    head.title = properties.title();
    const std::string title = head.title;
    TRY(sink.begin(std::move(head)));
    TRY(put_properties(properties, sink));
    if (packed) {
      TRY_ASSIGN(const bool any, read_embedded(input, file, 0, sink));
      if (any) {
        return {};
      }
    }
    if (kind == CompoundKind::publisher) {
      return put_publisher(file, title, sink);
    }
    return sink.reject({{}, "text", "", why_textless(kind)});
  }

  static base::Result<void> put_publisher(CompoundFile& file,
                                          const std::string& title,
                                          domain::DocumentSink& sink) {
    std::vector<domain::Reject> rejects;
    const std::string text = publisher_text(start_of(
        file, "Quill/QuillSub/CONTENTS", k_most_publisher_bytes, rejects));
    for (auto& reject : rejects) {
      TRY(sink.reject(std::move(reject)));
    }
    OfficeText out(sink, title);
    std::string_view rest = text;
    for (uint64_t seen = 1; !rest.empty(); ++seen) {
      const auto end = rest.find('\n');
      TRY(out.paragraph(rest.substr(0, end)));
      TRY(seen % 1024 == 0 ? sink.progress() : base::Result<void>());
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return out.finish();
  }

  static base::Result<void> put_damage(const CompoundFile& file,
                                       domain::DocumentSink& sink) {
    for (const CompoundDamage& damage : file.damage()) {
      TRY(sink.reject({at_byte(damage.byte), "file", "",
                       "the compound file: " + damage.what}));
    }
    return {};
  }
};

} // namespace

std::unique_ptr<Reader> make_ole_reader() {
  return std::make_unique<OleReader>();
}

} // namespace readers
