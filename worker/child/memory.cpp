// SPDX-License-Identifier: Apache-2.0
#include "worker/child/memory.hpp"

#include "core/base/fd.hpp"
#include "proto/reader_frames.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

namespace child {
namespace {

[[noreturn]] void on_terminate() {
  if (const auto current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
      ::_exit(proto::k_reader_exit_out_of_memory);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "ended by an exception: %s\n", error.what());
    } catch (...) {
      std::fputs("ended by an exception of unknown type\n", stderr);
    }
  }
  std::abort();
}

} // namespace

uint64_t peak_memory() {
  const base::Fd fd(::open("/proc/self/status", O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text{};
  if (!fd || ::read(fd.get(), text.data(), text.size() - 1) <= 0) {
    return 0;
  }
  const char* line = std::strstr(text.data(), "VmHWM:");
  unsigned long long kib = 0;
  if (line == nullptr || std::sscanf(line, "VmHWM: %llu kB", &kib) != 1) {
    return 0;
  }
  return kib * 1024;
}

void reset_peak_memory() {
  // Kept open: later there may be no right to open it for writing.
  static const base::Fd fd(
      ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC));
  if (fd) {
    // Where this is not allowed the peak is that of the process, as said.
    (void)!::write(fd.get(), "5", 1);
  }
}

void tell_out_of_memory_apart() {
  std::set_terminate(on_terminate);
}

} // namespace child
