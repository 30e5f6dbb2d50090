// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/curves.hpp"
#include "core/domain/document.hpp"
#include "worker/readers/line_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct Member {
  std::string path; // absolute, bytes as the file system has them
  uint64_t size = 0;
};

class Nesting;

// Recognizing text in images takes seconds a page, so it is asked for on its
// own, when all else has been read. A reader that is not asked says with a fact
// `pages_needing_ocr` how many pages wait.
struct OcrWish {
  bool wanted = false;
  std::string languages; // as Tesseract names them, "eng+nor"
};

// One bundle as a reader gets it.
struct Input {
  std::string path;            // absolute path of the main member
  uint64_t size = 0;           // of the main member; 0 for a directory (*.gdb)
  bool is_directory = false;   // *.gdb
  std::vector<Member> members; // the others, sorted by path
  std::string head;            // first 64 KiB of the main member, or less
  // Of a program (MZ, PE): where it ends in the file, and the first bytes of
  // what follows; 0 and "" for others.
  uint64_t program_bytes = 0;
  std::string behind_program;
  domain::CurveFamilies curves; // with those that the archive adds
  OcrWish ocr;
  // Limits on what is inside it (nested.hpp); not null in read().
  std::shared_ptr<Nesting> nesting;
  uint32_t depth = 0; // containers around it
  // Extension of `path` in lower case without the dot; "" if none.
  std::string extension() const;

  // What sniff_text() and decode_head() say of `head`: asked by most readers,
  // so worked out once and kept. REQUIRES: `head` stays as it was when first
  // asked. The text is borrowed from this Input where it is.
  const TextSniff& sniff() const;
  std::string_view text() const;

private:
  mutable std::optional<TextSniff> m_sniff;
  mutable std::optional<std::string> m_text; // if it must be decoded
};

// How sure a reader is that a file is its own, by what it holds.
enum class Match {
  no = 0,
  extension = 1, // only the name says so and the content does not object
  content = 2,   // the content says so
  magic = 3,     // a signature that nothing else has
};

struct Detection {
  Match match = Match::no;
  std::string format; // as in DocumentHead::format
};

// What people are told of a format, in docs/formats.md: Markdown without
// headings, a sentence or a few each; "" where there is nothing to say.
struct FormatNote {
  std::string_view format; // as DocumentHead::format
  std::string_view title;  // "SEG-Y revision 0 to 2.1"
  std::string_view names;  // "`.sgy`, `.segy`"
  std::string_view detection;
  std::string_view facts;
  std::string_view passages;
  std::string_view left_out; // and why
};

// Turns one bundle into one document, with those inside it nested. Objects are
// stateless: read() may be called again, from one thread at a time.
class Reader {
public:
  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;

  virtual std::string_view name() const = 0; // "segy"; stable, stored
  // Raised whenever the same bytes give another document; stored, and a file
  // read by an older version is read again. Below 1000.
  virtual uint32_t version() const = 0;
  // It hands what is inside its files to the other readers (nested.hpp).
  virtual bool holds_others() const { return false; }
  virtual Detection detect(const Input& input) const = 0;
  // One for each format that it gives, in the order of the documentation.
  virtual std::vector<FormatNote> notes() const = 0;
  // begin() … end() once on `sink`. What cannot be read of a file that is
  // otherwise readable is a reject; an error means that nothing of it can be
  // used (what, where in the file, what to try). Memory stays bounded
  // whatever the size of the file.
  virtual base::Result<void> read(const Input& input,
                                  domain::DocumentSink& sink) const = 0;
};

// All readers of this build, in order of name; never changes while running.
const std::vector<std::unique_ptr<Reader>>& all_readers();

// Raised when detect() of any reader changes what it takes.
inline constexpr uint32_t k_detection_version = 6;

struct Choice {
  const Reader* reader = nullptr; // null: no reader knows this file
  Detection detection;
};

// The reader with the strongest match; among equals the first by name.
Choice choose_reader(const Input& input);

// As it is stored: of a reader that holds others, its own version and those of
// all readers, since any of them may read what is inside.
uint32_t stored_version(const Reader& reader);

// Fill size, head and is_directory from the file system, and `nesting` with
// the usual limits. Errc::unsupported for
// what is neither a regular file nor a directory.
base::Result<Input> open_input(std::string path,
                               std::vector<std::string> members);

} // namespace readers
