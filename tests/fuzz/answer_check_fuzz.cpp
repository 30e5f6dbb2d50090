// SPDX-License-Identifier: Apache-2.0
// A source, a zero byte, a reply that cites it as [1]: what is shown holds no
// character that cannot be seen and no digit that the source has not, and does
// not depend on how the reply was cut.
#include "core/base/assert.hpp"
#include "core/domain/visible.hpp"
#include "query/answer/check.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> pieces(std::string_view text, size_t size) {
  query::SentenceSplitter splitter;
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size(); at += size) {
    for (auto& one : splitter.add(text.substr(at, size))) {
      out.push_back(std::move(one));
    }
  }
  for (auto& one : splitter.finish()) {
    out.push_back(std::move(one));
  }
  return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data),
                             std::min<size_t>(size, 4096));
  const size_t border = std::min(all.find('\0'), all.size());
  query::Source source;
  source.id = 1;
  source.text = all.substr(0, border);
  const std::string_view reply = all.substr(std::min(border + 1, all.size()));
  ASSERT(pieces(reply, 1) == pieces(reply, reply.size() + 1));
  const auto answer = query::check_reply(reply, {source}, {});
  for (const auto& sentence : answer.sentences) {
    ASSERT(domain::visible_text(sentence.text) == sentence.text);
    ASSERT(!sentence.cites.empty());
    ASSERT(sentence.cites.front() == 1 && sentence.cites.back() == 1);
  }
  return 0;
}
