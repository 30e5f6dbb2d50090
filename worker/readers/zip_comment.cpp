// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/zip_comment.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/reading.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>

namespace readers {
namespace {

constexpr size_t k_record = 22; // without the comment
constexpr size_t k_longest = 65535 + k_record;

} // namespace

std::string comment_of_zip_tail(std::string_view tail) {
  size_t at = tail.size();
  while (at > 0) {
    at = tail.rfind("PK\x05\x06", at - 1);
    if (at == std::string_view::npos) {
      return "";
    }
    if (tail.size() - at < k_record) {
      continue;
    }
    const size_t size =
        static_cast<unsigned char>(tail[at + 20]) +
        (static_cast<size_t>(static_cast<unsigned char>(tail[at + 21])) << 8);
    if (at + k_record + size == tail.size()) { // it ends the file
      const auto comment = tail.substr(at + k_record);
      return clean_utf8(base::is_utf8(comment)
                            ? std::string(comment)
                            : domain::decode_text(comment, "IBM437").text);
    }
  }
  return "";
}

base::Result<std::string> zip_comment(const std::string& path) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  const auto size = static_cast<uint64_t>(info.st_size);
  std::string tail(std::min<uint64_t>(size, k_longest), '\0');
  TRY_ASSIGN(const size_t n,
             base::read_at(fd, std::as_writable_bytes(std::span(tail)),
                           size - tail.size()));
  tail.resize(n);
  return comment_of_zip_tail(tail);
}

} // namespace readers
