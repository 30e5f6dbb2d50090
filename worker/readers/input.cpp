// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "worker/readers/archive_kind.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/reader.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_head_bytes = 64 * 1024;
constexpr size_t k_behind_program = 1024;

base::Result<Member> open_member(std::string path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    return base::fail_errno(errno, "stat " + path);
  }
  const bool sized = S_ISREG(info.st_mode);
  return Member{std::move(path),
                sized ? static_cast<uint64_t>(info.st_size) : 0};
}

base::Result<std::string> read_some(const base::Fd& fd, uint64_t from,
                                    uint64_t size) {
  std::string out(size, '\0');
  auto bytes = std::as_writable_bytes(std::span(out));
  TRY_ASSIGN(const size_t n, base::read_at(fd, bytes, from));
  out.resize(n);
  return out;
}

} // namespace

std::string Input::extension() const {
  const auto slash = path.rfind('/');
  const auto name_at = slash == std::string::npos ? 0 : slash + 1;
  const auto dot = path.rfind('.');
  if (dot == std::string::npos || dot < name_at) {
    return "";
  }
  std::string text = path.substr(dot + 1);
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

const TextSniff& Input::sniff() const {
  if (!m_sniff) {
    m_sniff = sniff_text(head);
  }
  return *m_sniff;
}

std::string_view Input::text() const {
  if (!m_text) {
    if (const auto plain = plain_head(head, sniff())) {
      return *plain;
    }
    m_text = decoded_head(head, sniff());
  }
  return *m_text;
}

base::Result<Input> open_input(std::string path,
                               std::vector<std::string> members) {
  Input input;
  input.path = std::move(path);
  struct stat info {};
  if (::stat(input.path.c_str(), &info) != 0) {
    return base::fail_errno(errno, "stat " + input.path);
  }
  input.is_directory = S_ISDIR(info.st_mode);
  if (!input.is_directory) {
    TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
    if (::fstat(fd.get(), &info) != 0) {
      return base::fail_errno(errno, "stat " + input.path);
    }
    input.size = static_cast<uint64_t>(info.st_size);
    TRY_ASSIGN(input.head,
               read_some(fd, 0, std::min<uint64_t>(input.size, k_head_bytes)));
    input.program_bytes = end_of_program(input.head);
    if (input.program_bytes > 0 && input.program_bytes < input.size) {
      TRY_ASSIGN(input.behind_program,
                 read_some(fd, input.program_bytes, k_behind_program));
    }
  }
  input.nesting = std::make_shared<Nesting>(input.size);
  std::sort(members.begin(), members.end());
  for (auto& member : members) {
    TRY_ASSIGN(Member opened, open_member(std::move(member)));
    input.members.push_back(std::move(opened));
  }
  return input;
}

} // namespace readers
