#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ocr_test.py KEYBED SAMPLES: text in images is read last, is found, stays over
runs and copies, is not read twice, and is read again in other languages."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


def run(*argv):
    done = subprocess.run(argv, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(argv)}: {done.returncode}\n{done.stderr}")
    return done.stdout


def settle(folder):
    """As if nothing had been written for an hour."""
    for parent, _, names in os.walk(folder):
        for name in names:
            before = os.path.getmtime(f"{parent}/{name}")
            if before > time.time() - 1000:
                os.utime(f"{parent}/{name}", (before - 3600, before - 3600))


def main():
    keybed, samples = sys.argv[1:3]
    if not os.path.exists("/usr/bin/tesseract"):
        print("skipped: Tesseract is not installed")
        return 77
    with tempfile.TemporaryDirectory() as tmp:
        files, archive = f"{tmp}/files", f"{tmp}/archive"
        run(sys.executable, samples, files)
        settle(files)

        def ingest(*more):
            return json.loads(run(keybed, "ingest", files, "--into", archive,
                                  "--shards", "1", "--embedder", "none",
                                  "--json", *more))

        def stats():
            return json.loads(run(keybed, "stats", archive, "--json"))["ocr"]

        def found():
            hits = run(keybed, "search", archive, "pressure test in sonic casing",
                       "--json")
            return "scanned_letter.png" in hits

        def check(what, good):
            print(("ok   " if good else "WRONG ") + what)
            return 0 if good else 1
        wrong = 0
        ingest("--ocr", "off")
        now = stats()
        wrong += check(f"without OCR a page waits: {now}",
                       now["pages"] == 1 and now["pages_done"] == 0)
        wrong += check("and its words are not found", not found())
        plan = json.loads(run(keybed, "ingest", files, "--into", archive,
                              "--plan", "--json"))["ocr"]
        wrong += check(f"the plan counts it: {plan}",
                       plan["pages_waiting"] == 1)
        again = ingest()
        now = stats()
        wrong += check(f"the next run reads it: {now}",
                       now["pages"] == 0 and now["pages_done"] == 1 and
                       now["confidence"] > 50)
        wrong += check(f"nothing but it was read again: {again}",
                       again["done"] == 1)
        wrong += check("its words are found", found())
        begin = time.monotonic()
        ingest()
        wrong += check("a third run reads nothing",
                       stats()["pages_done"] == 1 and
                       time.monotonic() - begin < 60)
        shutil.copy(f"{files}/Reports/scanned_letter.png",
                    f"{files}/Notes/copy.png")
        settle(files)
        ingest("--ocr", "off")
        now = stats()
        wrong += check(f"a copy is as good: {now}",
                       now["pages"] == 0 and now["pages_done"] == 2)
        with open(f"{files}/Reports/scanned_letter.png", "ab") as f:
            f.write(b"changed")
        ingest("--ocr", "off")
        now = stats()
        wrong += check(f"a changed file waits again: {now}",
                       now["pages"] == 1 and now["pages_done"] == 1)
        ingest("--ocr-languages", "eng+osd")
        languages = run(keybed, "inspect", "--ocr", "--facts",
                        f"{files}/Notes/copy.png")
        now = stats()
        wrong += check(f"other languages read all again: {now}",
                       now["pages"] == 0 and now["pages_done"] == 2 and
                       "ocr_languages" in languages)
        verify = run(keybed, "verify", archive)
        wrong += check(f"the archive is sound: {verify.strip()[-60:]}", True)
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
