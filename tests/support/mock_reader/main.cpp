// SPDX-License-Identifier: Apache-2.0
//
// A reader child that misbehaves on demand: what a file is called says how.
// --hello-version N, --no-hello, --die and --killed LOG TIMES spoil the start
// instead.
#include "deeds.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace mock {

void send_raw(const std::string& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const auto n =
        ::write(STDOUT_FILENO, bytes.data() + done, bytes.size() - done);
    if (n <= 0) {
      ::_exit(1);
    }
    done += static_cast<size_t>(n);
  }
}

void send(const pb::ReaderReply& reply) {
  std::string frame;
  if (!proto::append_frame(reply, frame)) {
    ::_exit(1);
  }
  send_raw(frame);
}

namespace {

void greet(uint32_t protocol) {
  pb::ReaderReply hello;
  hello.mutable_hello()->set_protocol(protocol);
  hello.mutable_hello()->set_detection_version(3);
  auto& reader = *hello.mutable_hello()->add_readers();
  reader.set_name("mock");
  reader.set_version(7);
  send(hello);
}

int serve() {
  proto::FrameSplitter splitter;
  std::array<char, 65536> buffer{};
  while (true) {
    const auto frame = splitter.next();
    if (frame && *frame) {
      const auto request = proto::parse_request(**frame);
      if (!request) {
        return 1;
      }
      play({*request, request->path().substr(request->path().rfind('/') + 1)});
      continue;
    }
    const auto n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n <= 0) {
      return 0;
    }
    splitter.feed({buffer.data(), static_cast<size_t>(n)});
  }
}

// As if killed from outside at the first `times` starts; `log` gets a byte a
// start.
void die_at_first_starts(const std::string& log, int times) {
  std::ofstream(log, std::ios::app) << '.';
  if (std::filesystem::file_size(log) <= static_cast<uintmax_t>(times)) {
    ::raise(SIGKILL);
  }
}

} // namespace
} // namespace mock

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "--die") {
    std::cerr << "cannot load a library\n";
    return 3;
  }
  if (mode == "--killed" && argc > 3) {
    mock::die_at_first_starts(argv[2], std::atoi(argv[3]));
  }
  if (mode == "--no-hello") {
    ::pause();
  }
  mock::greet(mode == "--hello-version" && argc > 2
                  ? static_cast<uint32_t>(std::atoi(argv[2]))
                  : proto::k_reader_protocol);
  return mock::serve();
}
