// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"
#include "worker/pool/replay.hpp"

#include <cstddef>
#include <cstdint>

// What a child sends, whatever became of it: a stream cut into frames, parsed
// and followed to its end.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  proto::FrameSplitter splitter;
  domain::Collector sink(100);
  pool::Replay replay(1, &sink);
  const size_t half = size / 2;
  for (const auto piece : {bytes.substr(0, half), bytes.substr(half)}) {
    splitter.feed(piece);
    for (auto frame = splitter.next(); frame && *frame;
         frame = splitter.next()) {
      const auto reply = proto::parse_reply(**frame);
      if (!reply) {
        return 0;
      }
      const auto heard = replay.take(*reply);
      if (!heard || *heard != pool::Heard::more) {
        return 0;
      }
    }
  }
  return 0;
}
