#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Character accuracy and word recall of OCR on pages that are made here.

Usage: measure.py KEYBED [FOLDER]

Pages of known text are drawn in several fonts, sizes, angles and with noise,
written as PNG (into FOLDER, or a temporary one), read by `KEYBED inspect
--ocr` and compared. Needs Pillow and the DejaVu fonts; leaves with 77 where
they or Tesseract are absent.
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

WORDS = """well log depth casing cement formation Bakken limestone porosity
permeability gamma sonic density resistivity spud completed operator county
township section range latitude longitude API 33-053-03703 1,234.5 9 5/8 inch
production barrels water gas oil shale fracture stage perforation 2011-08-14
drilled surface intermediate bottom hole pressure temperature mud weight core
sample report approved signature permit field pool lease interval from to feet
metres North Dakota Wyoming Norway Volve 15/9-F-11 ABC-4471-B""".split()


def lines_of(seed):
    pick = random.Random(seed)
    return [" ".join(pick.choice(WORDS) for _ in range(8)) for _ in range(24)]


def distance(a, b):
    """Levenshtein, by rows."""
    before = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        now = [i]
        for j, y in enumerate(b, 1):
            now.append(min(before[j] + 1, now[-1] + 1, before[j - 1] + (x != y)))
        before = now
    return before[-1]


def draw(lines, font, size, angle, noise, seed):
    from PIL import Image, ImageDraw, ImageFilter, ImageFont
    page = Image.new("L", (2480, 2400), 255)
    pen = ImageDraw.Draw(page)
    face = ImageFont.truetype(font, size)
    for i, line in enumerate(lines):
        pen.text((200, 200 + int(i * size * 1.6)), line, fill=0, font=face)
    page = page.rotate(angle, resample=Image.BICUBIC, fillcolor=255)
    if noise:
        pick = random.Random(seed)
        pixels = page.filter(ImageFilter.GaussianBlur(1.2)).load()
        out = page.load()
        for y in range(page.height):
            for x in range(page.width):
                v = pixels[x, y]
                if pick.random() < noise:
                    v = pick.randrange(256)
                out[x, y] = v
    return page


def read(keybed, path):
    done = subprocess.run(
        [keybed, "inspect", "--ocr", "--json", "--passages", "1000", path],
        capture_output=True, text=True)
    document = json.loads(done.stdout)["documents"][0]
    facts = {f["key"]: f.get("number") for f in document["facts"]}
    text = "\n".join(p["text"] for p in document["passages"])
    return text, facts.get("ocr_confidence")


def main():
    keybed = sys.argv[1]
    fonts = {os.path.basename(p)[:-4]: p for p in
             glob.glob("/usr/share/fonts/truetype/dejavu/*.ttf")}
    try:
        import PIL  # noqa: F401
    except ImportError:
        fonts = {}
    if not fonts or not os.path.exists("/usr/bin/tesseract"):
        print("skipped: Pillow, DejaVu fonts or Tesseract are absent")
        return 77
    cases = [("DejaVuSans", 40, 0, 0), ("DejaVuSerif", 40, 0, 0),
             ("DejaVuSansMono", 36, 0, 0), ("DejaVuSans", 28, 0, 0),
             ("DejaVuSerif", 32, 0.7, 0), ("DejaVuSans", 36, -1.5, 0),
             ("DejaVuSans", 40, 0, 0.02), ("DejaVuSerif", 34, 0.5, 0.05),
             ("DejaVuSans", 40, 90, 0), ("DejaVuSerif", 40, 180, 0)]
    print(f"{'font':16} {'px':>3} {'angle':>6} {'noise':>6} "
          f"{'characters':>10} {'words':>7} {'confidence':>10}")
    errors = characters = found = words = 0
    with tempfile.TemporaryDirectory() as made:
        folder = sys.argv[2] if len(sys.argv) > 2 else made
        for seed, (font, size, angle, noise) in enumerate(cases):
            lines = lines_of(seed)
            path = os.path.join(folder, f"page{seed}.png")
            page = draw(lines, fonts[font], size, angle, noise, seed)
            page.save(path, dpi=(300, 300))
            text, confidence = read(keybed, path)
            want, have = " ".join(lines), " ".join(text.split())
            wrong = distance(want, have)
            left = have.split()
            hit = 0
            for word in want.split():
                if word in left:
                    left.remove(word)
                    hit += 1
            print(f"{font:16} {size:3} {angle:6} {noise:6} "
                  f"{1 - wrong / len(want):10.4f} "
                  f"{hit / len(want.split()):7.4f} {confidence or 0:10.1f}",
                  flush=True)
            errors += wrong
            characters += len(want)
            found += hit
            words += len(want.split())
    print(f"all: {1 - errors / characters:.4f} of characters, "
          f"{found / words:.4f} of words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
