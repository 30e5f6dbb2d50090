// SPDX-License-Identifier: Apache-2.0
#include "worker/child/channel.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

namespace child {

base::Result<Channel> Channel::on_standard_streams() {
  constexpr int k_above = 3;
  base::Fd in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, k_above));
  base::Fd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, k_above));
  const base::Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!in || !out || !null || ::dup2(null.get(), STDIN_FILENO) < 0 ||
      ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return base::fail_errno(errno, "set up the standard streams");
  }
  return Channel(std::move(in), std::move(out));
}

base::Result<std::optional<pb::ReaderRequest>> Channel::next() {
  std::array<char, 65536> buffer{};
  while (true) {
    TRY_ASSIGN(const auto frame, m_splitter.next());
    if (frame) {
      TRY_ASSIGN(auto request, proto::parse_request(*frame));
      return std::optional(std::move(request));
    }
    const auto n = ::read(m_in.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return base::fail_errno(errno, "read a request");
    }
    if (n == 0) {
      return std::optional<pb::ReaderRequest>();
    }
    m_splitter.feed({buffer.data(), static_cast<size_t>(n)});
  }
}

base::Result<void> Channel::send(const pb::ReaderReply& reply) {
  m_frame.clear();
  TRY(proto::append_frame(reply, m_frame));
  std::string_view rest = m_frame;
  while (!rest.empty()) {
    const auto n = ::write(m_out.get(), rest.data(), rest.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return base::fail(base::Errc::unavailable, "the worker is gone");
    }
    rest.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

} // namespace child
