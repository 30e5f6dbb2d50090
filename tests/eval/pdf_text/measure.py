#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Word recall and speed of text from PDF.

Usage: measure.py KEYBED ARCHIVE

Recall: documents that stand in the archive in two formats, one of them PDF;
how many of the words of the other are in the text of the PDF, by Keybed and by
pdftotext, and the share of word pairs that stand in the same order. Rows: of
the lines that `pdftotext -layout` shows as rows of a table, how many keep
their first and last cell in one line. Speed: all PDF files of the archive one
after the other, by `keybed inspect` without its start, beside pdftotext.
"""
import collections
import json
import os
import re
import subprocess
import sys
import time
import zipfile


def words(text):
    return re.findall(r"[0-9A-Za-z\u00C0-\u024F]+", text.lower())


def office_text(path):
    name = {"docx": "word/document.xml", "odt": "content.xml"}
    with zipfile.ZipFile(path) as z:
        if path.endswith(".pptx"):
            parts = [n for n in z.namelist()
                     if re.match(r"ppt/slides/slide\d+\.xml", n)]
        else:
            parts = [name[path.rsplit(".", 1)[1]]]
        xml = " ".join(z.read(p).decode("utf-8", "replace") for p in parts)
    xml = re.sub(r"</(w:p|a:p|text:p|text:h)>", " ", xml)
    xml = re.sub(r"<(w:tab|w:br|text:tab|text:s)[^>]*>", " ", xml)
    text = re.sub(r"<[^>]+>", "", xml)
    for a, b in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
                 ("&apos;", "'"), ("&quot;", '"')):
        text = text.replace(a, b)
    return text


def other_text(path):
    if path.endswith((".docx", ".odt", ".pptx")):
        return office_text(path)
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def inspect(keybed, path):
    done = subprocess.run([keybed, "inspect", "--json", path],
                          capture_output=True, text=True)
    documents = json.loads(done.stdout)["documents"]
    return "\n".join(p["text"] for d in documents[:1] for p in d["passages"])


def pdftotext(path, *options):
    return subprocess.run(["pdftotext", *options, path, "-"],
                          capture_output=True, text=True,
                          errors="replace").stdout


def recall(want, have):
    left = collections.Counter(have)
    hit = 0
    for word in want:
        if left[word] > 0:
            left[word] -= 1
            hit += 1
    return hit / max(1, len(want))


def pairs(all_words):
    return list(zip(all_words, all_words[1:]))


def twins(archive):
    stems = collections.defaultdict(dict)
    for folder, _, files in os.walk(archive):
        for name in files:
            stem, extension = os.path.splitext(name)
            stems[(folder, stem)][extension.lower()] = os.path.join(folder, name)
    for (_, stem), kinds in sorted(stems.items()):
        for extension in (".docx", ".odt", ".pptx", ".txt"):
            if ".pdf" in kinds and extension in kinds:
                yield kinds[".pdf"], kinds[extension]


def rows_kept(text, layout):
    rows = [re.split(r"\s{3,}", line.strip()) for line in layout.splitlines()]
    rows = [row for row in rows if len(row) >= 3]
    lines = [set(words(line)) for line in text.splitlines()]
    kept = sum(any(set(words(row[0] + " " + row[-1])) <= line for line in lines)
               for row in rows)
    return kept, len(rows)


def main():
    keybed, archive = sys.argv[1:3]
    if not os.path.isdir(archive):
        print("skipped, no archive")
        return 77
    print(f"{'words':>7} {'keybed':>7} {'pairs':>7} {'poppler':>8} "
          f"{'pairs':>7}  file")
    for pdf, other in twins(archive):
        want = words(other_text(other))
        ours, theirs = words(inspect(keybed, pdf)), words(pdftotext(pdf))
        if not want:
            continue
        print(f"{len(want):7} {recall(want, ours):7.3f} "
              f"{recall(pairs(want), pairs(ours)):7.3f} "
              f"{recall(want, theirs):8.3f} "
              f"{recall(pairs(want), pairs(theirs)):7.3f}  "
              f"{os.path.relpath(pdf, archive)}")
    files = sorted(os.path.join(d, n) for d, _, names in os.walk(archive)
                   for n in names if n.lower().endswith(".pdf"))
    ours = theirs = all_rows = 0
    took = {"keybed": 0.0, "start": 0.0, "pdftotext": 0.0}
    nothing = "/dev/null"
    for path in files:
        begin = time.monotonic()
        text = inspect(keybed, path)
        took["keybed"] += time.monotonic() - begin
        begin = time.monotonic()
        subprocess.run([keybed, "inspect", nothing], capture_output=True)
        took["start"] += time.monotonic() - begin
        begin = time.monotonic()
        plain = pdftotext(path)
        took["pdftotext"] += time.monotonic() - begin
        layout = pdftotext(path, "-layout")
        kept, rows = rows_kept(text, layout)
        ours += kept
        theirs += rows_kept(plain, layout)[0]
        all_rows += rows
    print(f"rows of tables in one line: keybed {ours / all_rows:.3f}, "
          f"pdftotext {theirs / all_rows:.3f} of {all_rows}")
    net = took["keybed"] - took["start"]
    print(f"{len(files)} files: keybed {net:.1f} s (without {took['start']:.1f} "
          f"s of starting), pdftotext {took['pdftotext']:.1f} s, "
          f"ratio {net / took['pdftotext']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
