// SPDX-License-Identifier: Apache-2.0
//
// The members of an archive one after the other, by libarchive, which is told
// which format to expect. Nothing is written to disk and no program is run.
// One thread.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/archive_kind.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

struct ArchiveEntry {
  enum class Type { file, folder, link, special };
  // As the archive has it: UTF-8 where it says so or declares a code page
  // (zip, APPNOTE appendix D: code page 437), else its bytes. "" if none.
  std::string name;
  Type type = Type::file;
  std::string target; // of a link
  std::optional<uint64_t> size;
  std::optional<int64_t> modified; // seconds since 1970
  bool encrypted = false;
};

class ArchiveSource {
public:
  struct Block {
    std::string_view bytes;
    uint64_t offset = 0; // in the member; what lies between is zeros
  };
  using Progress = std::function<base::Result<void>()>;

  // `progress` is called at least for each 64 KiB that are read of the file;
  // its error is returned by what was going on. `begin`: where in the file the
  // archive begins; not for streams.
  static base::Result<std::unique_ptr<ArchiveSource>>
  open(const std::string& path, ArchiveKind kind, const Progress& progress,
       uint64_t begin = 0);
  ~ArchiveSource();
  ArchiveSource(const ArchiveSource&) = delete;
  ArchiveSource& operator=(const ArchiveSource&) = delete;

  // False at the end. After an error that is not over(), the next member may
  // be asked for.
  base::Result<bool> next(ArchiveEntry& entry);
  // More of the current member; valid until the next call. False at its end.
  base::Result<bool> data(Block& block);
  // Go over the current member where that costs next to nothing; else false,
  // and data() must be read to its end.
  bool skip();

  // Nothing further can be read: damage, or `progress` failed.
  bool over() const { return m_over; }
  // The error that `progress` gave, if it did.
  const std::optional<base::Error>& interrupted() const;
  // Byte of the file that was read last.
  uint64_t position() const;
  // Whether a stream holds a tar; else it is one member without a name.
  bool holds_tar() const;
  // Names or contents of members cannot be read without a password.
  bool encrypted() const;

private:
  enum class Content { whole, tar, single };
  static base::Result<std::unique_ptr<ArchiveSource>>
  open_as(const std::string& path, ArchiveKind kind, Content content,
          const Progress& progress, uint64_t begin = 0);
  base::Result<Content> look();

  struct State;
  explicit ArchiveSource(std::unique_ptr<State> state);
  base::Error failure(int code);
  bool gives_nothing() const;

  std::unique_ptr<State> m_state;
  bool m_over = false;
  bool m_any = false; // a member was found
};

} // namespace readers
