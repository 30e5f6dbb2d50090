#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`keybed verify` reads the graphs: a damaged one and one of another segment.

    verify_graph_test.py KEYBED
"""

import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

KEYBED = sys.argv[1]
WORDS = [a + b for a in "ba de fi go lu ma ne po ra si tu ve".split()
         for b in "bel dor fan gim lor mun nas pir rok sul tam vex".split()]


def run(*arguments):
    done = subprocess.run([KEYBED, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def graph_of(archive):
    """The one of the newest generation."""
    return max(glob.glob(f"{archive}/shard-000/generations/*/*.graph"))


def make(folder, archive, seed):
    """An archive of one segment with a graph; None without graphs."""
    draw = random.Random(seed)
    os.mkdir(folder)
    for number in range(400):
        with open(f"{folder}/{number}.txt", "w", encoding="utf-8") as out:
            out.write(" ".join(draw.choices(WORDS, k=40)) + "\n")
    for _ in range(3):
        code, out, err = run("ingest", folder, "--into", archive, "--embedder",
                             "fast", "--workers", "1", "--shards", "1",
                             "--no-progress")
        assert code in (0, 3), (out, err)  # 3: the next run embeds the rest
    assert code == 0, (out, err)
    code, out, err = run("index", "build", archive, "--least-rows", "100",
                         "--no-progress")
    if "built without" in err or "hnswlib" in err:
        return None
    assert code == 0, (out, err)
    return graph_of(archive)


def problems(archive):
    code, out, err = run("verify", archive, "--json")
    assert code in (0, 1), (code, err)
    found = json.loads(out)
    assert (found["problems"] == 0) == (code == 0), found
    return found


def main():
    work = tempfile.mkdtemp()
    try:
        graph = make(f"{work}/files", f"{work}/a", 1)
        if graph is None:
            print("this program was built without graphs")
            return 77
        other = make(f"{work}/others", f"{work}/b", 2)
        whole = problems(f"{work}/a")
        assert (whole["graphs"], whole["problems"]) == (1, 0), whole

        with open(graph, "rb") as file:
            right = file.read()
        # A bit of the last list: sizes and lists fit, the checksum does not.
        with open(graph, "r+b") as file:
            file.seek(len(right) - 20)
            byte = file.read(1)
            file.seek(len(right) - 20)
            file.write(bytes([byte[0] ^ 1]))
        found = problems(f"{work}/a")
        assert found["problems"] == 1, found
        what = found["first"][0]["what"]
        assert "keybed index build" in what, what
        code, out, _ = run("verify", f"{work}/a")
        assert code == 1 and "graph of shard-000/" in out, out
        assert "1 graphs, 1 problems" in out, out

        # What it says to do mends it.
        code, out, err = run("index", "build", f"{work}/a", "--least-rows",
                             "100", "--no-progress")
        assert code == 0, (out, err)
        assert problems(f"{work}/a")["problems"] == 0

        graph = graph_of(f"{work}/a")
        os.remove(graph)
        shutil.copy(other, graph)
        found = problems(f"{work}/a")
        assert "another segment" in found["first"][0]["what"], found

        with open(graph, "r+b") as file:
            file.truncate(100)
        assert problems(f"{work}/a")["problems"] == 1
    finally:
        shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
