// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/embed/bert_text.hpp"
#include "core/embed/wordpiece.hpp"

namespace {

const embed::WordPiece& tokenizer() {
  static const auto loaded = embed::WordPiece::from_vocabulary(
      "[UNK]\n[CLS]\n[SEP]\na\n##a\n##b\nlog\n##ging\n.\nø\n##ø");
  ASSERT(loaded);
  return *loaded;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& word : embed::bert_words(text)) {
    ASSERT(!word.empty() && base::is_utf8(word));
    for (const char c : word) {
      ASSERT(c != ' ' && c != '\n' && (c < 'A' || c > 'Z'));
    }
  }
  for (const auto id : tokenizer().tokens(text)) {
    ASSERT(id >= 0 && id < 11);
  }
  return 0;
}
