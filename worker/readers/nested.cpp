// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nested.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/nested_sink.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/unknown.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_max_name = 200;
// Each costs as much work as a whole file may.
constexpr uint32_t k_most_bombs = 3;

// The libraries of readers may throw; running out of memory is the whole
// file's, and is passed on.
base::Result<void> guarded_read(const Reader& reader, const Input& input,
                                domain::DocumentSink& sink) {
  try {
    return reader.read(input, sink);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return base::fail(base::Errc::corrupt,
                      std::string("unexpected: ") + error.what());
  }
}

base::Result<void> write_all(const base::Fd& fd, std::string_view bytes,
                             const std::string& path) {
  while (!bytes.empty()) {
    const auto n = ::write(fd.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return base::fail_errno(errno, "write " + path);
    }
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

base::Result<void> write_whole(const std::string& path, std::string_view bytes,
                               Nesting& nesting) {
  TRY_ASSIGN(auto writer, MemberWriter::make(path, nesting));
  TRY(writer.write(bytes));
  return writer.finish();
}

// A write beyond it would end the process.
uint64_t most_bytes_of_a_file() {
  struct rlimit limit {};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur
                                                : RLIM_INFINITY;
}

} // namespace

base::Result<void> Nesting::member(uint32_t depth) {
  if (depth > m_limits.depth) {
    return base::fail(base::Errc::limit,
                      "inside " + std::to_string(m_limits.depth) +
                          " containers, which is as deep as is looked");
  }
  if (m_members >= m_limits.members) {
    m_spent = true;
    return base::fail(base::Errc::limit,
                      "the file holds more than " +
                          std::to_string(m_limits.members) +
                          " others, which is as many as are read");
  }
  ++m_members;
  return {};
}

base::Result<void> Nesting::unpacked(uint64_t bytes, uint64_t so_far) {
  m_bytes += bytes;
  if (m_bytes > m_limits.total_bytes) {
    m_spent = true;
    return base::fail(base::Errc::limit,
                      "more than " +
                          std::to_string(m_limits.total_bytes >> 20) +
                          " MiB in one container: unpack it");
  }
  if (m_bytes > m_limits.ratio_free &&
      m_bytes / m_limits.ratio > m_file_bytes) {
    const bool bomb = so_far + bytes > m_bytes / 2 && ++m_bombs <= k_most_bombs;
    m_bytes -= bomb ? so_far + bytes : 0;
    m_spent = !bomb;
    return base::fail(base::Errc::limit,
                      (bomb ? "a member that unpacks to more than "
                            : "it unpacks to more than ") +
                          std::to_string(m_limits.ratio) + " times " +
                          (bomb ? "the size of its container: a bomb, not read"
                                : "its size: not read further"));
  }
  if (bytes > m_limits.member_bytes || so_far > m_limits.member_bytes - bytes) {
    return base::fail(base::Errc::limit,
                      "larger than " +
                          std::to_string(m_limits.member_bytes >> 20) +
                          " MiB: unpack it beside its container");
  }
  return {};
}

base::Result<ScratchFolder> ScratchFolder::make() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
  const char* parent = std::getenv("TMPDIR");
  std::string path = parent != nullptr && *parent != '\0' ? parent : "/tmp";
  path += "/member-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return base::fail_errno(errno, "make a scratch folder " + path);
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {})) {}

ScratchFolder::~ScratchFolder() {
  if (!m_path.empty()) {
    std::error_code ignored; // the pool removes the folder around it
    std::filesystem::remove_all(m_path, ignored);
  }
}

std::string ScratchFolder::place_for(std::string_view name) const {
  const auto slash = name.find_last_of("/\\");
  std::string last(slash == std::string_view::npos ? name
                                                   : name.substr(slash + 1));
  std::replace(last.begin(), last.end(), '\0', '_');
  if (last.empty() || last == "." || last == "..") {
    last = "member";
  }
  if (last.size() > k_max_name) {
    const auto dot = last.rfind('.');
    const bool short_extension =
        dot != std::string::npos && last.size() - dot <= 16;
    last = last.substr(0, k_max_name) +
           (short_extension ? last.substr(dot) : std::string());
  }
  return m_path + "/" + last;
}

MemberWriter::MemberWriter(base::Fd fd, std::string path, Nesting* nesting)
    : m_fd(std::move(fd)), m_path(std::move(path)), m_nesting(nesting),
      m_most(most_bytes_of_a_file()) {}

base::Result<MemberWriter> MemberWriter::make(const std::string& path,
                                              Nesting& nesting) {
  TRY_ASSIGN(auto writer, make_uncounted(path));
  writer.m_nesting = &nesting;
  return writer;
}

base::Result<MemberWriter>
MemberWriter::make_uncounted(const std::string& path) {
  base::Fd fd(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!fd) {
    return base::fail_errno(errno, "make " + path);
  }
  return MemberWriter(std::move(fd), path, nullptr);
}

base::Result<void> MemberWriter::count(uint64_t bytes) {
  if (m_nesting != nullptr) {
    TRY(m_nesting->unpacked(bytes, m_bytes));
  }
  if (bytes > m_most || m_bytes > m_most - bytes) {
    return base::fail(base::Errc::limit,
                      "larger than " + std::to_string(m_most >> 20) +
                          " MiB, which is as much as may be unpacked: unpack "
                          "it beside its container");
  }
  return {};
}

base::Result<void> MemberWriter::write(std::string_view bytes) {
  TRY(count(bytes.size()));
  TRY(write_all(m_fd, bytes, m_path));
  m_bytes += bytes.size();
  return {};
}

base::Result<void> MemberWriter::skip(uint64_t bytes) {
  TRY(count(bytes));
  if (::lseek(m_fd.get(), static_cast<off_t>(bytes), SEEK_CUR) < 0) {
    return base::fail_errno(errno, "write " + m_path);
  }
  m_bytes += bytes;
  return {};
}

// Zeros at the end are written by the length alone.
base::Result<void> MemberWriter::finish() {
  if (::ftruncate(m_fd.get(), static_cast<off_t>(m_bytes)) != 0) {
    return base::fail_errno(errno, "write " + m_path);
  }
  m_fd.reset();
  return {};
}

base::Result<void> refuse_member(domain::DocumentSink& sink,
                                 const std::string& name, std::string reason) {
  domain::DocumentHead head;
  head.member = {name};
  TRY(sink.begin(std::move(head)));
  TRY(sink.reject({{}, "file", "", std::move(reason)}));
  return sink.end();
}

base::Result<void> read_member(const Input& container,
                               domain::DocumentSink& sink,
                               const MemberFile& member) {
  ASSERT(container.nesting != nullptr);
  auto input = open_input(member.path, member.companions);
  if (!input) {
    return refuse_member(sink, member.name, input.error().message);
  }
  input->curves = container.curves;
  input->ocr = container.ocr;
  input->nesting = container.nesting;
  input->depth = container.depth + 1;
  const Choice choice = choose_reader(*input);
  if (choice.reader == nullptr) {
    return refuse_member(sink, member.name, why_unknown(*input));
  }
  MemberSink inner(sink, member.name);
  auto read = guarded_read(*choice.reader, *input, inner);
  if (inner.sink_failed()) {
    return read ? base::fail(base::Errc::unavailable, "the sink failed") : read;
  }
  if (!read && !inner.begun()) {
    return refuse_member(sink, member.name, read.error().message);
  }
  return inner.close(read ? "" : read.error().message);
}

base::Result<void> read_member_bytes(const Input& container,
                                     domain::DocumentSink& sink,
                                     const std::string& name,
                                     std::string_view bytes) {
  ASSERT(container.nesting != nullptr);
  if (auto admitted = container.nesting->member(container.depth + 1);
      !admitted) {
    return refuse_member(sink, name, admitted.error().message);
  }
  auto folder = ScratchFolder::make();
  if (!folder) {
    return refuse_member(sink, name, folder.error().message);
  }
  const std::string path = folder->place_for(name);
  if (auto written = write_whole(path, bytes, *container.nesting); !written) {
    return refuse_member(sink, name, written.error().message);
  }
  return read_member(container, sink, {name, path, {}});
}

} // namespace readers
