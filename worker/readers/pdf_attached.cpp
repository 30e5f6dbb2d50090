// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_attached.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/pdf_pages.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace readers {
namespace {

using Bytes = std::function<base::Result<void>(const PdfPiece&)>;

base::Result<void> write_all(const base::Fd& fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(fd.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return base::fail_errno(errno, "write an attachment");
    }
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

// To a file of that path, within what the container may hold.
base::Result<void> unpack(const Input& container, const Bytes& bytes,
                          const std::string& path) {
  const base::Fd fd(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!fd) {
    return base::fail_errno(errno, "make " + path);
  }
  uint64_t so_far = 0;
  return bytes([&](std::string_view piece) -> base::Result<void> {
    TRY(container.nesting->unpacked(piece.size(), so_far));
    so_far += piece.size();
    return write_all(fd, piece);
  });
}

base::Result<void> put_one(const Input& container, const PdfEmbedded& what,
                           const Bytes& bytes, domain::DocumentSink& sink) {
  TRY(sink.progress());
  if (auto admitted = container.nesting->member(container.depth + 1);
      !admitted) {
    return refuse_member(sink, what.name, admitted.error().message);
  }
  auto folder = ScratchFolder::make();
  if (!folder) {
    return refuse_member(sink, what.name, folder.error().message);
  }
  const std::string path = folder->place_for(what.name);
  if (auto unpacked = unpack(container, bytes, path); !unpacked) {
    return refuse_member(sink, what.name, unpacked.error().message);
  }
  return read_member(container, sink, {what.name, path, {}});
}

} // namespace

base::Result<void> put_attached(const Input& container, PdfFile& file,
                                domain::DocumentSink& sink) {
  ASSERT(container.nesting != nullptr);
  TRY_ASSIGN(const std::string trouble,
             each_embedded(file, [&](const auto& what, const auto& bytes) {
               return put_one(container, what, bytes, sink);
             }));
  return trouble.empty() ? base::Result<void>()
                         : sink.reject(pdf_reject("attachments", "", trouble));
}

} // namespace readers
