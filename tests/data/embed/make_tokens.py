#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write vocab.txt and tokens.jsonl beside this file: a small vocabulary, and
for each of the texts below the ids that the PyPI package `tokenizers` gives.
Run by hand when a case is added; the unit test reads what it wrote."""
import json
import os

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

WORDS = ["well", "##bore", "log", "##ging", "sand", "##stone", "##s", "##ing",
         "2500", "##632", "casing", "o", "##il", "ø", "##re", "m", "地", "震"]
TEXTS = [
    "Wellbore logging in sandstones", "49-025-06325", "WELL: SMITH #1-A",
    "*2506325*", "18000 ms", "3.5\" casing @ 9,850' MD", "a_b/c\\d",
    "\tTab\u00a0nbsp\u2003em\u3000ideographic\u200bzero\u00adsoft\ufeffbom",
    "Ålesund Ærø Øst ÅÄÖ åäö", "e\u0301cole É\u0301", "İstanbul ıI",
    "Straße ẞ", "ΣΑΣ σας Ω Ω", "Геофизика ЁЖИК Й", "地震資料 a地b", "カタカナ ひらがな",
    "한국어 지진", "العربية نفط", "नमस्ते हिन्दी", "ไทย", "עִבְרִית",
    "½ ² ³ № ™ ℃ Å", "ﬁeld ﬀ", "🛢️ 👷🏽\u200d♂️", "𝔊𝔢𝔬 𐐀", "x\u0000y\u0001z\u007f",
    "\ufffd\ufffdbad", "«quoted» “curly” ‘single’ – — … ‹›", "₁₂ ½″ 5′ 45°30′N",
    "$5 €5 £5 ¥5 a+b=c x<y>z ~`^|", "·•◦■□", "a\u0300\u0301\u0302b", "\u0301",
    "", "   ", "x" * 100, "x" * 101, "é" * 100, "logginglogging wellwell",
    "##bore", "[unk] [CLSX]", "line\r\nbreak\rand\nmore\x0b\x0cend",
    "\ud7a3\u1100\u1161", "\u1100\u1161\u11a8", "ǅ ǆ Ǆ", "\u2028\u2029\u0085",
    "\u180e\u2060", "㐀 \U00020000 \U0002b740 \U0002b820 \U0002b920 豈",
    "\u166d\u1734\u1885\ua9bd\U000111c9", "\U0001fae0 \u061d \U00011f00",
]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    normalizer = BertNormalizer(lowercase=True)
    characters = sorted({c for t in TEXTS for c in normalizer.normalize_str(t)
                         if not c.isspace()} - set("qж"))
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + WORDS
    tokens += [t for c in characters for t in (c, "##" + c) if t not in WORDS]
    with open(os.path.join(here, "vocab.txt"), "w", newline="\n") as file:
        file.write("".join(t + "\n" for t in tokens))
    tokenizer = Tokenizer(WordPiece({t: i for i, t in enumerate(tokens)},
                                    unk_token="[UNK]",
                                    max_input_chars_per_word=100))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = BertPreTokenizer()
    with open(os.path.join(here, "tokens.jsonl"), "w", newline="\n") as file:
        for text in TEXTS:
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            file.write(json.dumps({"text": text, "ids": ids}) + "\n")


if __name__ == "__main__":
    main()
