// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace embed {

// The words that an uncased BERT model sees, as UTF-8: control characters and
// bytes that are not UTF-8 dropped, CJK ideographs and punctuation a word
// each, accents stripped after canonical decomposition, lower case. The same
// steps, in the same order, as BertNormalizer and BertPreTokenizer of the
// `tokenizers` library, which the models were trained with; a slow test
// compares the two token by token.
//
// Cost and memory are linear in the text.
std::vector<std::string> bert_words(std::string_view utf8);

} // namespace embed
