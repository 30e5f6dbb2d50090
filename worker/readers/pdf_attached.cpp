// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_attached.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/pdf_pages.hpp"

namespace readers {
namespace {

using Bytes = std::function<base::Result<void>(const PdfPiece&)>;

// To a file of that path, within what the container may hold.
base::Result<void> unpack(const Input& container, const Bytes& bytes,
                          const std::string& path) {
  TRY_ASSIGN(auto writer, MemberWriter::make(path, *container.nesting));
  TRY(bytes([&](std::string_view piece) { return writer.write(piece); }));
  return writer.finish();
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
