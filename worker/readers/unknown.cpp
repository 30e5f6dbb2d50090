// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/unknown.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <magic.h>

#include <algorithm>
#include <memory>

namespace readers {
namespace {

struct Close {
  void operator()(magic_t cookie) const { magic_close(cookie); }
};
using Magic = std::unique_ptr<magic_set, Close>;

// Without what it does to look inside compressed files, which starts programs.
Magic load_magic() {
  Magic magic(magic_open(MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR |
                         MAGIC_NO_CHECK_ELF));
  return magic && magic_load(magic.get(), nullptr) == 0 ? std::move(magic)
                                                        : nullptr;
}

// "" if nothing is known.
std::string looks_like(std::string_view head) {
  static const Magic magic = load_magic();
  const char* text =
      magic ? magic_buffer(magic.get(), head.data(), head.size()) : nullptr;
  const std::string found =
      text == nullptr ? std::string() : clip(squeeze(clean_utf8(text)), 160);
  return found == "data" || found == "very short file (no magic)" ? "" : found;
}

bool is_promised(const std::string& extension) {
  const std::string name = "`." + extension + "`";
  return std::any_of(
      all_readers().begin(), all_readers().end(), [&](const auto& reader) {
        const auto notes = reader->notes();
        return std::any_of(
            notes.begin(), notes.end(), [&](const FormatNote& note) {
              return note.names.find(name) != std::string_view::npos;
            });
      });
}

} // namespace

std::string why_unknown(const Input& input) {
  if (input.is_directory) {
    return "no reader knows this kind of folder";
  }
  if (input.size == 0) {
    return "the file is empty";
  }
  const std::string extension = input.extension();
  const bool promised = !extension.empty() && is_promised(extension);
  const std::string looks = looks_like(input.head);
  std::string out = promised ? "named ." + extension + ", but it is not: "
                             : "no reader knows this kind of file: ";
  return out + (looks.empty() ? "binary data without a known signature"
                              : "it looks like " + looks);
}

} // namespace readers
