#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""questions.py KEYBED ARCHIVE SHARED [SEARCH OPTION…]: ask every question of
SHARED/truth/questions.tsv with `keybed search`, and print by type how often a
right path stands at rank 1 and within 10. A text stands under all its paths,
which share its rank.
"""
import collections
import csv
import json
import subprocess
import sys


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


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    keybed, archive, shared, *options = sys.argv[1:]
    totals = collections.defaultdict(lambda: [0, 0, 0])
    missed = []
    with open(f"{shared}/truth/questions.tsv", newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            ranks = ranked_paths(keybed, archive, row["question"], options)
            right = [p.strip() for p in row["expected_paths"].split("|")]
            best = min((ranks[p] for p in right if p in ranks), default=99)
            for kind in (row["type"], "all"):
                totals[kind][0] += 1
                totals[kind][1] += best == 1
                totals[kind][2] += best <= 10
            if best > 10:
                missed.append(f"{row['id']} {row['type']}: {row['question'][:80]}")
    print(f"{'type':<14}{'asked':>6}{'first':>7}{'in 10':>7}")
    for kind, (asked, first, ten) in sorted(totals.items()):
        print(f"{kind:<14}{asked:>6}{first:>7}{ten:>7}")
    print("not within 10:")
    for line in missed:
        print("  " + line)


if __name__ == "__main__":
    main()
