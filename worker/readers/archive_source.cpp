// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_source.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/archive_expect.hpp"
#include "worker/readers/gzip_stream.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <span>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_block = 64 * 1024;

// libarchive converts names to the character set of the locale; in "C" it
// loses all but ASCII.
class Utf8Names {
public:
  Utf8Names()
      : m_before(utf8() == locale_t{} ? locale_t{} : ::uselocale(utf8())) {}
  ~Utf8Names() {
    if (m_before != locale_t{}) {
      ::uselocale(m_before);
    }
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

private:
  static locale_t utf8() {
    static const locale_t locale =
        ::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
    return locale;
  }
  locale_t m_before;
};

struct CloseArchive {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};

ArchiveEntry::Type type_of(archive_entry* entry) {
  if (::archive_entry_hardlink(entry) != nullptr) {
    return ArchiveEntry::Type::link;
  }
  switch (::archive_entry_filetype(entry)) {
  case AE_IFREG:
  case 0: // a format without types
    return ArchiveEntry::Type::file;
  case AE_IFDIR:
    return ArchiveEntry::Type::folder;
  case AE_IFLNK:
    return ArchiveEntry::Type::link;
  default:
    return ArchiveEntry::Type::special;
  }
}

std::string text_or_empty(const char* text) {
  return text == nullptr ? "" : text;
}

} // namespace

struct ArchiveSource::State {
  base::Fd fd;
  uint64_t size = 0;
  uint64_t begin = 0; // of the archive in the file
  uint64_t at = 0;    // of the next byte that libarchive asks for
  uint64_t last = 0;
  std::string buffer;
  Progress progress;
  std::optional<base::Error> interrupted;
  ArchiveKind kind = ArchiveKind::none;
  bool holds_tar = false;
  std::unique_ptr<GzipStream> gzip;
  // Last, so that it is freed while the rest is still there.
  std::unique_ptr<archive, CloseArchive> reader;

  la_ssize_t read(archive* a, const void** out) {
    if (gzip) {
      return unpack(a, out);
    }
    const auto n = block(a);
    *out = buffer.data();
    return n;
  }
  la_ssize_t block(archive* a) {
    if (auto going = progress(); !going) {
      interrupted = going.error();
      ::archive_set_error(a, EINTR, "interrupted");
      return ARCHIVE_FATAL;
    }
    auto n = base::read_at(fd, std::as_writable_bytes(std::span(buffer)), at);
    if (!n) {
      ::archive_set_error(a, EIO, "%s", n.error().message.c_str());
      return ARCHIVE_FATAL;
    }
    last = at;
    at += *n;
    return static_cast<la_ssize_t>(*n);
  }
  // All that stands before damage is handed out before it is spoken of, which
  // libarchive's own filter does not do.
  la_ssize_t unpack(archive* a, const void** out) {
    while (true) {
      const auto piece = gzip->next();
      if (!piece.empty()) {
        *out = piece.data();
        return static_cast<la_ssize_t>(piece.size());
      }
      if (gzip->over()) {
        break;
      }
      const auto n = block(a);
      if (n < 0) {
        return n;
      }
      gzip->give({buffer.data(), static_cast<size_t>(n)});
    }
    if (gzip->damage().empty()) {
      return 0;
    }
    ::archive_set_error(a, EILSEQ, "%s", gzip->damage().c_str());
    return ARCHIVE_FATAL;
  }
  la_int64_t seek(la_int64_t offset, int whence) {
    const uint64_t from = whence == SEEK_SET   ? begin
                          : whence == SEEK_CUR ? at
                                               : size;
    const auto to = static_cast<la_int64_t>(from) + offset;
    if (to < static_cast<la_int64_t>(begin)) {
      return ARCHIVE_FATAL;
    }
    at = static_cast<uint64_t>(to);
    return to - static_cast<la_int64_t>(begin);
  }
};

namespace {

// The state as libarchive hands it back.
template <typename State>
la_ssize_t on_read(archive* a, void* state, const void** out) {
  return static_cast<State*>(state)->read(a, out);
}
template <typename State>
la_int64_t on_seek(archive* /*a*/, void* state, la_int64_t offset, int whence) {
  return static_cast<State*>(state)->seek(offset, whence);
}
template <typename State>
la_int64_t on_skip(archive* /*a*/, void* state, la_int64_t request) {
  auto& own = *static_cast<State*>(state);
  const uint64_t left = own.size > own.at ? own.size - own.at : 0;
  const auto n = request < 0 ? 0 : static_cast<uint64_t>(request);
  const uint64_t go = n < left ? n : left;
  own.at += go;
  return static_cast<la_int64_t>(go);
}

} // namespace

ArchiveSource::ArchiveSource(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}

ArchiveSource::~ArchiveSource() {
  const Utf8Names names;
  m_state.reset();
}

// By the first block: libarchive takes zeros for a tar that is empty.
base::Result<ArchiveSource::Content> ArchiveSource::look() {
  ArchiveEntry entry;
  TRY_ASSIGN(const bool any, next(entry));
  Block block;
  if (any) {
    TRY_ASSIGN(const bool more, data(block));
    block.bytes = more ? block.bytes : "";
  }
  return archive_kind_of(block.bytes) == ArchiveKind::tar ? Content::tar
                                                          : Content::single;
}

base::Result<std::unique_ptr<ArchiveSource>>
ArchiveSource::open(const std::string& path, ArchiveKind kind,
                    const Progress& progress, uint64_t begin) {
  if (!is_stream(kind)) {
    return open_as(path, kind, Content::whole, progress, begin);
  }
  TRY_ASSIGN(const auto first, open_as(path, kind, Content::single, progress));
  const auto content = first->look();
  if (!content && first->interrupted()) {
    return base::fail(content.error());
  }
  // What is damaged at once says so again when it is read.
  return open_as(path, kind, content.value_or(Content::single), progress);
}

base::Result<std::unique_ptr<ArchiveSource>>
ArchiveSource::open_as(const std::string& path, ArchiveKind kind,
                       Content content, const Progress& progress,
                       uint64_t begin) {
  auto state = std::make_unique<State>();
  TRY_ASSIGN(state->fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(state->fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  state->size = static_cast<uint64_t>(info.st_size);
  state->begin = state->at = std::min(begin, state->size);
  state->buffer.resize(k_block);
  state->progress = progress;
  state->kind = kind;
  const Utf8Names names;
  state->reader.reset(::archive_read_new());
  auto* reader = state->reader.get();
  if (reader == nullptr) {
    return base::fail(base::Errc::limit, "no memory to read an archive");
  }
  state->holds_tar = content == Content::tar;
  const int expected = content == Content::whole
                           ? expect_members(reader, kind)
                           : expect_stream(reader, kind, state->holds_tar);
  if (expected < ARCHIVE_WARN) {
    return base::fail(base::Errc::unsupported,
                      "archives of this kind cannot be read");
  }
  ::archive_read_set_callback_data(reader, state.get());
  ::archive_read_set_read_callback(reader, &on_read<State>);
  if (kind == ArchiveKind::gzip) {
    state->gzip = std::make_unique<GzipStream>();
  } else {
    ::archive_read_set_seek_callback(reader, &on_seek<State>);
    ::archive_read_set_skip_callback(reader, &on_skip<State>);
  }
  const int opened = ::archive_read_open1(reader);
  std::unique_ptr<ArchiveSource> source(new ArchiveSource(std::move(state)));
  if (opened < ARCHIVE_WARN) {
    auto error = source->failure(opened);
    return base::fail(
        source->interrupted()
            ? std::move(error)
            : std::move(error).within("damaged at byte " +
                                      std::to_string(source->position())));
  }
  return source;
}

base::Error ArchiveSource::failure(int code) {
  m_over = m_over || code <= ARCHIVE_FATAL || m_state->interrupted;
  if (m_state->interrupted) {
    return *m_state->interrupted;
  }
  const char* text = ::archive_error_string(m_state->reader.get());
  return {base::Errc::corrupt, text == nullptr ? "it is damaged" : text};
}

const std::optional<base::Error>& ArchiveSource::interrupted() const {
  return m_state->interrupted;
}

// libarchive takes a stream that is damaged at once for an empty one. No kind
// of stream needs so many bytes to hold nothing; GzipStream knows by itself.
bool ArchiveSource::gives_nothing() const {
  constexpr uint64_t k_longest_empty = 64;
  return is_stream(m_state->kind) && !m_state->gzip &&
         m_state->size > k_longest_empty;
}

base::Result<bool> ArchiveSource::next(ArchiveEntry& entry) {
  const Utf8Names names;
  archive_entry* header = nullptr;
  const int code = ::archive_read_next_header(m_state->reader.get(), &header);
  if (code == ARCHIVE_EOF && !m_any && gives_nothing()) {
    m_over = true;
    return base::fail(base::Errc::corrupt,
                      "not one byte of it can be unpacked");
  }
  if (code == ARCHIVE_EOF) {
    return false;
  }
  if (code < ARCHIVE_WARN) {
    return base::fail(failure(code));
  }
  m_any = true;
  entry = {};
  entry.name = text_or_empty(::archive_entry_pathname(header));
  if (entry.name.empty()) {
    entry.name = text_or_empty(::archive_entry_pathname_utf8(header));
  }
  if (m_state->kind == ArchiveKind::zip && !base::is_utf8(entry.name)) {
    entry.name = domain::decode_text(entry.name, "IBM437").text;
  }
  entry.type = type_of(header);
  if (entry.type == ArchiveEntry::Type::link) {
    const char* hard = ::archive_entry_hardlink(header);
    entry.target =
        text_or_empty(hard != nullptr ? hard : ::archive_entry_symlink(header));
  }
  if (::archive_entry_size_is_set(header) != 0 &&
      ::archive_entry_size(header) >= 0) {
    entry.size = static_cast<uint64_t>(::archive_entry_size(header));
  }
  if (::archive_entry_mtime_is_set(header) != 0) {
    entry.modified = ::archive_entry_mtime(header);
  }
  entry.encrypted = ::archive_entry_is_encrypted(header) != 0;
  return true;
}

base::Result<bool> ArchiveSource::data(Block& block) {
  const Utf8Names names;
  const void* bytes = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  const int code =
      ::archive_read_data_block(m_state->reader.get(), &bytes, &size, &offset);
  if (code == ARCHIVE_EOF) {
    return false;
  }
  if (code < ARCHIVE_WARN || offset < 0) {
    return base::fail(failure(code));
  }
  block.bytes = {static_cast<const char*>(bytes), size};
  block.offset = static_cast<uint64_t>(offset);
  return true;
}

bool ArchiveSource::skip() {
  const bool cheap =
      m_state->kind == ArchiveKind::zip || m_state->kind == ArchiveKind::tar ||
      m_state->kind == ArchiveKind::iso || m_state->kind == ArchiveKind::ar;
  if (!cheap) {
    return false;
  }
  const Utf8Names names;
  const int code = ::archive_read_data_skip(m_state->reader.get());
  if (code < ARCHIVE_WARN) {
    (void)failure(code); // next() says it again
  }
  return true;
}

uint64_t ArchiveSource::position() const {
  return m_state->last;
}

bool ArchiveSource::holds_tar() const {
  return m_state->holds_tar;
}

bool ArchiveSource::encrypted() const {
  return ::archive_read_has_encrypted_entries(m_state->reader.get()) > 0;
}

} // namespace readers
