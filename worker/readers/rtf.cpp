// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/rtf.hpp"

#include "worker/readers/reading.hpp"
#include "worker/readers/rtf_text.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <optional>

namespace readers {
namespace {

constexpr size_t k_small_picture = 20 * 1024; // bytes; an icon or a logo

std::optional<uint32_t> u32(std::string_view bytes, size_t at) {
  if (at + 4 > bytes.size()) {
    return std::nullopt;
  }
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) {
    value = (value << 8) | static_cast<uint8_t>(bytes[at + i]);
  }
  return value;
}

// Behind a text with its length in front; nothing if it is cut.
std::optional<size_t> behind_text(std::string_view bytes, size_t at) {
  const auto size = u32(bytes, at);
  return size && *size <= bytes.size() - at - 4 ? std::optional(at + 4 + *size)
                                                : std::nullopt;
}

// label, path, type, path again, size, bytes.
std::string_view packed_file(std::string_view bytes, std::string& name) {
  const size_t label = 2;
  const auto label_end = bytes.find('\0', label);
  const auto path_end = label_end == std::string_view::npos
                            ? label_end
                            : bytes.find('\0', label_end + 1);
  if (path_end == std::string_view::npos) {
    return {};
  }
  const auto again = behind_text(bytes, path_end + 1 + 4);
  const auto size = again ? u32(bytes, *again) : std::nullopt;
  if (!size || *size > bytes.size() - *again - 4) {
    return {};
  }
  name = clip(clean_utf8(bytes.substr(label, label_end - label)), 200);
  return bytes.substr(*again + 4, *size);
}

base::Result<void> put_all(const Input& input, const base::Fd& file,
                           OfficeText& out, domain::DocumentSink& sink) {
  RtfTokens tokens(file, input.size);
  RtfText text(tokens, &out, sink);
  uint64_t bytes = 0;
  std::vector<RtfObject> objects;
  uint64_t too_much = 0;
  text.on_object([&](RtfObject object) -> base::Result<void> {
    const bool picture = object.name.starts_with("picture");
    if (picture && object.bytes.size() < k_small_picture) {
      return {};
    }
    bytes += object.bytes.size();
    if (bytes > 2 * RtfText::k_most_object) {
      ++too_much;
      return {};
    }
    objects.push_back(std::move(object));
    return {};
  });
  TRY(text.run());
  TRY(out.finish());
  if (text.images() > 0) {
    TRY(put_number(sink, "images", static_cast<double>(text.images())));
  }
  if (text.deletions() > 0) {
    TRY(put_number(sink, "tracked_deletions",
                   static_cast<double>(text.deletions())));
  }
  for (RtfObject& object : objects) {
    std::string name;
    const auto inside = object_inside(object.bytes, name);
    TRY(read_member_bytes(input, sink, name.empty() ? object.name : name,
                          inside));
  }
  if (text.cut_objects() > 0) {
    TRY(sink.reject({{},
                     "objects",
                     "",
                     std::to_string(text.cut_objects()) +
                         " embedded objects are cut behind their first " +
                         std::to_string(RtfText::k_most_object >> 20) +
                         " MiB"}));
  }
  if (too_much > 0) {
    TRY(sink.reject({{},
                     "objects",
                     "",
                     std::to_string(too_much) +
                         " embedded objects are left out: more than " +
                         std::to_string(2 * RtfText::k_most_object >> 20) +
                         " MiB of them"}));
  }
  return {};
}

class RtfReader final : public Reader {
public:
  std::string_view name() const override { return "rtf"; }
  uint32_t version() const override { return 3; }
  bool holds_others() const override { return true; }

  std::vector<FormatNote> notes() const override {
    return {
        {"rtf", "Rich Text Format", "`.rtf`, and `.doc` that is one",
         "`{\\rtf` at the start.",
         "Title, author, company, dates and what else `\\info` says; `images`, "
         "`tracked_deletions`, `hidden_text_bytes`.",
         "Running text under its headings, clauses with their numbers as "
         "written, rows of tables behind the names of their columns; headers, "
         "footers, notes, comments and hidden text in sections of their own. "
         "Embedded objects and pictures of 20 kB or more are documents inside.",
         "Drawings in WMF: no words in them can be read. Deleted text of "
         "tracked changes: it is no part of the document."}};
  }

  Detection detect(const Input& input) const override {
    std::string_view head = input.head;
    head.remove_prefix(head.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    head =
        head.substr(std::min(head.find_first_not_of(" \r\n\t"), head.size()));
    return !input.is_directory && head.starts_with("{\\rtf")
               ? Detection{Match::magic, "rtf"}
               : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
    RtfTokens first(file, input.size);
    RtfText properties(first, nullptr, sink);
    TRY(properties.run());
    domain::DocumentHead head;
    head.format = "rtf";
    head.title = properties.properties().title.empty()
                     ? heading_like(properties.first_text())
                     : properties.properties().title;
    OfficeText out(sink, head.title);
    TRY(sink.begin(std::move(head)));
    TRY(properties.properties().put(sink));
    TRY(put_all(input, file, out, sink));
    return sink.end();
  }
};

} // namespace

std::string_view object_inside(std::string_view bytes, std::string& name) {
  constexpr size_t format = 4; // behind the version
  constexpr uint32_t embedded = 2;
  const auto kind = u32(bytes, format);
  auto at = kind && *kind == embedded ? behind_text(bytes, 8) : std::nullopt;
  const auto class_end = at;
  at = at ? behind_text(bytes, *at) : std::nullopt;
  at = at ? behind_text(bytes, *at) : std::nullopt;
  const auto size = at ? u32(bytes, *at) : std::nullopt;
  if (!size) {
    return bytes;
  }
  const auto native = bytes.substr(*at + 4, *size);
  const auto type = bytes.substr(12, *class_end - 12);
  if (type.starts_with("Package")) {
    const auto inside = packed_file(native, name);
    return inside.empty() ? native : inside;
  }
  return native;
}

std::unique_ptr<Reader> make_rtf_reader() {
  return std::make_unique<RtfReader>();
}

} // namespace readers
