// SPDX-License-Identifier: Apache-2.0
// The files beside a model's weights: model.json, tokenizer.json, vocab.txt.
#include "core/base/assert.hpp"
#include "core/embed/local_model.hpp"
#include "core/embed/wordpiece.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto card = embed::parse_model_card(text)) {
    ASSERT(card->max_tokens >= 8 && card->dimensions >= 1);
  }
  for (const auto& loaded : {embed::WordPiece::from_json(text),
                             embed::WordPiece::from_vocabulary(text)}) {
    if (loaded) {
      (void)loaded->tokens("Well 49-025 in Ålesund, abcddd");
    }
  }
  return 0;
}
