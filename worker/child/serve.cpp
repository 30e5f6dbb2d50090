// SPDX-License-Identifier: Apache-2.0
#include "worker/child/serve.hpp"

#include "core/base/clock.hpp"
#include "core/base/fd.hpp"
#include "core/domain/curves.hpp"
#include "worker/child/answer.hpp"
#include "worker/child/channel.hpp"
#include "worker/child/formats.hpp"
#include "worker/child/memory.hpp"
#include "worker/child/sandbox.hpp"
#include "worker/child/write_protection.hpp"
#include "worker/readers/tool.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace child {
namespace {

constexpr const char* k_usage =
    "Usage: keybed-reader [--curves FILE | --list | --formats]\n"
    "Reads files for a Keybed worker, which starts it.\n\n"
    "  --curves FILE  curve families that the archive adds\n"
    "  --list         the readers of this build and their versions\n"
    "  --formats      what is read of each format, as docs/formats.md has it\n"
    "  -h, --help     this text\n\n"
    "Example: keybed-reader --list\n";

int list() {
  const pb::ReaderHello all = hello();
  for (const pb::ReaderName& reader : all.readers()) {
    std::printf("%s\t%u\n", reader.name().c_str(), reader.version());
  }
  return 0;
}

// What could not be shut off, "" if all was.
std::string shut_in() {
  std::string note;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread yet
  const char* folder = std::getenv("TMPDIR");
  reset_peak_memory();
  auto writing = folder != nullptr
                     ? write_only_below(folder, readers::converters())
                     : base::Result<void>(base::fail(base::Errc::invalid,
                                                     "TMPDIR is not set"));
  if (!writing) {
    note = "writing and starting programs are not restricted: " +
           writing.error().message;
  }
  if (auto denied = deny_network(); !denied) {
    note += (note.empty() ? "" : "; ") +
            ("the network is not shut off: " + denied.error().message);
  }
  return note;
}

// What is wrong with the file was shown before; a child says only what keeps it
// from reading.
base::Result<domain::CurveFamilies> curves_in(const char* path) {
  if (path == nullptr) {
    return domain::CurveFamilies();
  }
  TRY_ASSIGN(const std::string text,
             base::read_file(path, domain::k_max_curve_file));
  std::vector<domain::CurveProblem> problems;
  return domain::CurveFamilies::parse(text, problems);
}

base::Result<void> serve(const char* curves_path) {
  TRY_ASSIGN(const domain::CurveFamilies curves, curves_in(curves_path));
  TRY_ASSIGN(Channel channel, Channel::on_standard_streams());
  tell_out_of_memory_apart();
  pb::ReaderReply first;
  *first.mutable_hello() = hello();
  first.mutable_hello()->set_note(shut_in());
  const Send send = [&](const pb::ReaderReply& reply) {
    return channel.send(reply);
  };
  TRY(send(first));
  while (true) {
    TRY_ASSIGN(const auto request, channel.next());
    if (!request) {
      return {};
    }
    TRY(answer(*request, send, base::boot_time, curves));
  }
}

int serve_and_report(const char* curves) {
  if (::isatty(STDIN_FILENO) != 0) {
    std::fputs(k_usage, stderr);
    return 2;
  }
  try {
    if (auto served = serve(curves); !served) {
      std::fprintf(stderr, "%s\n", served.error().message.c_str());
      return 1;
    }
  } catch (const std::bad_alloc&) {
    return proto::k_reader_exit_out_of_memory;
  }
  return 0;
}

} // namespace

int run_program(int argc, char** argv) {
  if (argc == 1) {
    return serve_and_report(nullptr);
  }
  const std::string_view option = argv[1];
  if (argc == 3 && option == "--curves") {
    return serve_and_report(argv[2]);
  }
  if (argc == 2 && option == "--list") {
    return list();
  }
  if (argc == 2 && option == "--formats") {
    std::fputs(formats_page().c_str(), stdout);
    return 0;
  }
  if (argc == 2 && (option == "--help" || option == "-h")) {
    std::fputs(k_usage, stdout);
    return 0;
  }
  std::fputs(k_usage, stderr);
  return 2;
}

} // namespace child
