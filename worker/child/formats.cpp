// SPDX-License-Identifier: Apache-2.0
#include "worker/child/formats.hpp"

#include "worker/readers/reader.hpp"

#include <string_view>

namespace child {
namespace {

constexpr std::string_view k_opening =
    "# Formats\n\n"
    "Made by `keybed-reader --formats`; a test compares it. The content of a "
    "file decides,\nits name only where the content leaves it open. "
    "`keybed inspect FILE` shows what is\nmade of one file. How to add one: "
    "[add a reader](howto/add-a-reader.md).\n\n"
    "A value that its field does not allow is a reject, never a fact; what "
    "stands before\ndamage is kept, and the report says where it ends. What "
    "is inside another file is a\ndocument of its own, `a.zip!/b/c.las`: at "
    "most 6 deep, 100,000 in one file, 2 GiB\neach and 16 GiB together, and no "
    "more than 250 times the size of the file once\n256 MiB are unpacked.\n";

// One paragraph, wrapped so that a difference shows as a few lines.
std::string wrapped(std::string_view label, std::string_view text) {
  std::string out = "- **" + std::string(label) + "**:";
  size_t column = out.size();
  while (!text.empty()) {
    const auto end = text.find(' ');
    const auto word = text.substr(0, end);
    if (column + 1 + word.size() > 80) {
      out += "\n ";
      column = 1;
    }
    out += ' ';
    out += word;
    column += 1 + word.size();
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out + "\n";
}

std::string entry(const readers::FormatNote& note) {
  std::string out = "\n## " + std::string(note.title) + "\n\n";
  out += wrapped("format", "`" + std::string(note.format) + "`");
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"names", note.names},       {"detection", note.detection},
      {"facts", note.facts},       {"passages", note.passages},
      {"left out", note.left_out},
  };
  for (const auto& [label, text] : parts) {
    out += text.empty() ? "" : wrapped(label, text);
  }
  return out;
}

} // namespace

std::string formats_page() {
  std::string out(k_opening);
  for (const auto& reader : readers::all_readers()) {
    for (const auto& note : reader->notes()) {
      out += entry(note);
    }
  }
  return out;
}

} // namespace child
