#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our WordPiece with the PyPI package `tokenizers`, token by token.

    tokens_test.py TOKENS_OF TOKENIZER_JSON FOLDER [LINES]

Lines come from the files below FOLDER, every file a share of them, and from
every Unicode code point between letters. Exit code 0: all agree; 1: some
differ, and the first are shown; 77: skipped, with the reason.
"""
import json
import os
import subprocess
import sys

SKIPPED = 77


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def lines_of(path, most):
    """Pieces between line ends, decoded as Latin-1 if they are not UTF-8."""
    with open(path, "rb") as file:
        data = file.read(1 << 20)
    out = []
    for raw in data.replace(b"\r", b"\n").split(b"\n"):
        raw = raw[:2000].strip()
        if raw:
            try:
                out.append(raw.decode("utf-8"))
            except UnicodeDecodeError:
                out.append(raw.decode("latin-1"))
        if len(out) == most:
            break
    return out


def sample(folder, wanted):
    paths = sorted(os.path.join(at, name)
                   for at, _, names in os.walk(folder) for name in names)
    share = max(20, wanted // max(1, len(paths)) + 1)
    for path in paths:
        if os.path.isfile(path):
            yield from lines_of(path, share)


def code_points():
    for c in range(1, 0x110000):
        if not 0xD800 <= c < 0xE000:
            yield "a%sb %s" % (chr(c), chr(c))


def ours(program, tokenizer, texts):
    text = "\n".join(json.dumps(t) for t in texts) + "\n"
    run = subprocess.run([program, tokenizer], input=text.encode(), check=True,
                         stdout=subprocess.PIPE)
    return [[int(i) for i in line.split()]
            for line in run.stdout.decode().split("\n")[:-1]]


def main(program, tokenizer, folder, wanted="10000"):
    try:
        from tokenizers import Tokenizer
    except ImportError:
        skip("no Python package tokenizers (pip install tokenizers)")
    if not os.path.isfile(tokenizer):
        skip("the local model is not installed (deploy/fetch-model)")
    if not os.path.isdir(folder):
        skip("no folder " + folder)
    reference = Tokenizer.from_file(tokenizer)
    reference.no_padding()
    reference.no_truncation()
    # "[SEP]" in a text is text to us and a mark to the package.
    marks = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    differing = 0
    for name, texts in (("lines", list(sample(folder, int(wanted)))),
                        ("code points", list(code_points()))):
        texts = [t for t in texts if not any(m in t for m in marks)]
        expected = reference.encode_batch(texts, add_special_tokens=False)
        got = ours(program, tokenizer, texts)
        bad = [i for i, e in enumerate(expected) if e.ids != got[i]]
        tokens = sum(len(e.ids) for e in expected)
        print(f"{len(texts)} {name}, {tokens} tokens: {len(bad)} differ")
        for i in bad[:10]:
            print(repr(texts[i][:120]), expected[i].ids[:40], got[i][:40])
        differing += len(bad)
        if name == "lines" and len(texts) < int(wanted):
            skip(f"only {len(texts)} lines below {folder}")
    return 1 if differing else 0


if __name__ == "__main__":
    if not 4 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
