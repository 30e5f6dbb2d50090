// SPDX-License-Identifier: Apache-2.0
// What a chat endpoint answers, whole and in two pieces: the same comes of it.
#include "core/base/assert.hpp"
#include "query/answer/chat_reply.hpp"

#include <string>
#include <string_view>

namespace {

struct Read {
  bool ok = false;
  std::string text;
};

Read read(std::string_view first, std::string_view second) {
  std::string streamed;
  query::ChatReader reader([&](std::string_view piece) { streamed += piece; });
  if (!reader.add(first) || !reader.add(second)) {
    return {};
  }
  const auto reply = reader.finish();
  if (!reply) {
    return {};
  }
  ASSERT(reply->text == streamed);
  ASSERT(reply->text.size() <= query::ChatReader::k_longest_reply);
  return {true, reply->text};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto whole = read(text, "");
  const size_t cut = size == 0 ? 0 : data[0] % (size + 1);
  const auto pieces = read(text.substr(0, cut), text.substr(cut));
  ASSERT(whole.ok == pieces.ok);
  ASSERT(whole.text == pieces.text);
  return 0;
}
