// SPDX-License-Identifier: Apache-2.0
//
// Documents inside documents: the members of an archive, the attachments of a
// message, what is embedded in an Office file. Each is read by the reader that
// knows it, as a document of its own that begins and ends within that of its
// container; so containers may hold containers.
#pragma once

#include "core/base/fd.hpp"
#include "core/domain/document.hpp"
#include "worker/readers/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Of one file on disk, with all that is inside it.
struct NestingLimits {
  uint32_t depth = 6;        // containers within containers
  uint64_t members = 100000; // at all depths
  uint64_t member_bytes = uint64_t{2} << 30;
  uint64_t total_bytes = uint64_t{16} << 30;
  // Unpacked bytes for each byte of the file, once they are more than
  // `ratio_free`: what grows more is a bomb.
  uint64_t ratio = 250;
  uint64_t ratio_free = uint64_t{256} << 20;
};

// What of the limits is used up. One for each file on disk, shared by all
// that is read inside it (Input::nesting). One thread.
class Nesting {
public:
  explicit Nesting(uint64_t file_bytes, NestingLimits limits = {})
      : m_file_bytes(file_bytes), m_limits(limits) {}

  // One more member, at `depth` (1: directly in the file). Errc::limit names
  // the limit that it would pass; nothing is counted then.
  base::Result<void> member(uint32_t depth);
  // So many more bytes were unpacked, of a member of which `so_far` were
  // before. Errc::limit names the limit. A member that passes the ratio by
  // itself is a bomb: it is refused and no longer counts, a few times.
  base::Result<void> unpacked(uint64_t bytes, uint64_t so_far);
  // A limit on all that the file holds was passed, not one of a single member:
  // no container of this file should be read further.
  bool spent() const { return m_spent; }
  // What it is worth in bytes of a plain file, for clocks and limits: what was
  // unpacked, and something for the beginning of each member.
  uint64_t work() const { return m_bytes + (m_members << 18); }

private:
  uint64_t m_file_bytes;
  NestingLimits m_limits;
  uint64_t m_members = 0;
  uint64_t m_bytes = 0;
  uint32_t m_bombs = 0;
  bool m_spent = false;
};

// A folder of its own below TMPDIR (or /tmp), removed with all it holds.
class ScratchFolder {
public:
  static base::Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return m_path; }
  // Where a member may be written: its last name, so that its extension counts
  // and bundles stay together; without what no file may be called, and cut to
  // 200 bytes before the extension.
  std::string place_for(std::string_view name) const;

private:
  explicit ScratchFolder(std::string path) : m_path(std::move(path)) {}
  std::string m_path;
};

// One member on its way to disk, counted as it is written. One thread.
class MemberWriter {
public:
  // A new file; `nesting` is borrowed and outlives this.
  static base::Result<MemberWriter> make(const std::string& path,
                                         Nesting& nesting);
  // The same for bytes that are counted where they are unpacked.
  static base::Result<MemberWriter> make_uncounted(const std::string& path);
  // Errc::limit names the limit that these bytes would pass, be it of Nesting
  // or the size of a file that this process may write; nothing is written
  // then.
  base::Result<void> write(std::string_view bytes);
  // So many zeros, which take no room on disk but count.
  base::Result<void> skip(uint64_t bytes);
  // Must be the last call.
  base::Result<void> finish();
  uint64_t bytes() const { return m_bytes; } // so far

private:
  MemberWriter(base::Fd fd, std::string path, Nesting* nesting);
  base::Result<void> count(uint64_t bytes);

  base::Fd m_fd;
  std::string m_path;
  Nesting* m_nesting; // null: counted elsewhere
  uint64_t m_most;    // bytes that one file may have
  uint64_t m_bytes = 0;
};

// A member that was unpacked into a scratch folder. Bundles (a shapefile in a
// zip) come as one, like those of a folder; see domain::group_siblings.
struct MemberFile {
  std::string name; // as the container calls it, bytes
  std::string path; // where it is now
  std::vector<std::string> companions;
};

// Read one member as a nested document. Whatever is wrong with it (no reader
// knows it, its reader fails) is a reject of its own document, with field
// "file"; an error is the sink's and must be passed on. The member must have
// been admitted by Nesting::member().
base::Result<void> read_member(const Input& container,
                               domain::DocumentSink& sink,
                               const MemberFile& member);

// The same for bytes in memory: admitted, counted and written to a scratch
// folder here. Passing a limit is a reject of the member too.
base::Result<void> read_member_bytes(const Input& container,
                                     domain::DocumentSink& sink,
                                     const std::string& name,
                                     std::string_view bytes);

// A nested document that says only why `name` was not read.
base::Result<void> refuse_member(domain::DocumentSink& sink,
                                 const std::string& name, std::string reason);

} // namespace readers
