#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""questions.py KEYBED ARCHIVE SHARED [SEARCH OPTION…]: ask every question of
SHARED/truth/questions.tsv with `keybed search`, and print by type how often a
right path stands at rank 1 and within 10. A text stands under all its paths,
which share its rank.

The table names known right paths, and others may be right too. "listed" (at
rank 1) and "in 10" count those of the table alone. "first" also counts a path
whose bytes, read here without Keybed, hold the identifier that was asked for
and the answer:

* of wells: the whole answer, as words, no further than 1000 characters from the
  identifier, which is a name or the ten digits of an API number with or without
  dashes ("50 stages, Bakken" is right by `"formation": "Bakken"` and
  `"stages": 50` in the record of that well);
* of map layers: the file is one (its name says so), holds the identifier as
  whole words, and the answer: the name of a well near it, as above, or the name
  of the field, anywhere.

Compressed and scanned files cannot be seen this way and count only by the table.
"""
import collections
import csv
import functools
import json
import os
import re
import subprocess
import sys

NEAR = 1000
LARGEST = 64 << 20
LAYERS = (".shp", ".geojson", ".tab", ".mif", ".kml", ".gml")
ASKED = {
    "nd-api": r"number of (.+) in North Dakota",
    "nd-find": r"API (\d+)",
    "nd-stim": r"pumped in (.+) and in which formation",
    "shp-api": r"identifier ([\d-]+)",
    "shp-name": r"contains (.+)\?",
}


def words(text):
    return re.findall(r"\w+", text.lower())


def pattern_of(text):
    """Whole words behind each other, whatever parts them; API numbers of ten
    digits also with dashes, and with what follows them (sidetrack, event)."""
    digits = re.sub(r"\D", "", text)
    if re.fullmatch(r"[\d-]{10,18}", text) and len(digits) >= 10:
        return rf"\b{digits[:2]}-?{digits[2:5]}-?{digits[5:10]}(?:-?\d\d){{0,2}}\b"
    return r"\b" + r"\W+".join(map(re.escape, words(text))) + r"\b"


@functools.lru_cache(maxsize=64)
def text_of(shared, path):
    """What stands in the file; of a shapefile in its table."""
    place = f"{shared}/archive/{path}"
    if place.lower().endswith(".shp"):
        place = next((p for p in (place[:-4] + e for e in (".dbf", ".DBF")) if os.path.exists(p)), place)
    if not os.path.isfile(place) or os.path.getsize(place) > LARGEST:
        return ""
    with open(place, "rb") as f:
        data = f.read()
    try:
        return data.decode("utf-8").lower()
    except UnicodeDecodeError:
        return data.decode("latin-1").lower()


def holds(shared, path, row):
    """Whether the file itself proves that it is an answer."""
    asked = ASKED.get(row["type"]) and re.search(ASKED[row["type"]], row["question"])
    layer = row["type"].startswith("shp-")
    if not asked or layer and not path.lower().endswith(LAYERS):
        return False
    text = text_of(shared, path)
    places = [m.span() for m in re.finditer(pattern_of(asked.group(1)), text)]
    if row["type"] == "shp-name":
        return bool(places) and re.search(pattern_of(row["answer"]), text) is not None
    parts = ([row["answer"]] if row["type"] != "nd-stim" else words(row["answer"]))
    patterns = [pattern_of(part) for part in parts]
    return any(all(re.search(p, text[max(0, begin - NEAR):end + NEAR]) for p in patterns)
               for begin, end in places)


def ranked_paths(keybed, archive, question, options):
    done = subprocess.run([keybed, "search", archive, question, "--json", "--limit", "20", *options],
                          capture_output=True, timeout=120)
    if done.returncode not in (0, 3):
        sys.exit(f"{question}: {done.stderr.decode(errors='replace')}")
    ranks = {}
    for hit in json.loads(done.stdout)["hits"]:
        rank = len(set(ranks.values())) + 1
        for path in hit["paths"]:
            ranks.setdefault(path["path"], rank)
    return ranks


def best_of(ranks, is_right):
    return next((rank for path, rank in sorted(ranks.items(), key=lambda i: i[1])
                 if is_right(path)), 99)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    keybed, archive, shared, *options = sys.argv[1:]
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    missed, later = [], []
    with open(f"{shared}/truth/questions.tsv", newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            ranks = ranked_paths(keybed, archive, row["question"], options)
            right = [p.strip() for p in row["expected_paths"].split("|")]
            listed = best_of(ranks, right.__contains__)
            best = best_of(ranks, lambda p, row=row, right=right: p in right or holds(shared, p, row))
            for kind in (row["type"], "all"):
                totals[kind][0] += 1
                totals[kind][1] += listed == 1
                totals[kind][2] += best == 1
                totals[kind][3] += listed <= 10
            if listed > 10:
                missed.append(f"{row['id']} {row['type']}: {row['question'][:80]}")
            elif best > 1:
                later.append(f"{row['id']} {row['type']}: {row['question'][:80]} (at {best})")
    print(f"{'type':<14}{'asked':>6}{'listed':>7}{'first':>7}{'in 10':>7}")
    for kind, (asked, listed, first, ten) in sorted(totals.items()):
        print(f"{kind:<14}{asked:>6}{listed:>7}{first:>7}{ten:>7}")
    for title, lines in (("not first:", later), ("not within 10:", missed)):
        print(title)
        for line in lines:
            print("  " + line)


if __name__ == "__main__":
    main()
