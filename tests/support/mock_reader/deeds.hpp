// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proto/reader_frames.hpp"

#include <string>

namespace mock {

// One request: what the name of the file asks for.
struct Scene {
  pb::ReaderRequest request;
  std::string name; // of the file, without its folder
};

void send(const pb::ReaderReply& reply);
void send_raw(const std::string& bytes);

// Does what `scene.name` begins with ("segv-1.bin" crashes), and answers as a
// good reader would if it returns. What there is stands in deeds.cpp.
void play(const Scene& scene);

} // namespace mock
