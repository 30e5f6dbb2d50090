#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fast_test.py KEYBED SAMPLES: `ingest --embedder fast` reads, fits and embeds
in one command, goes on after it was killed in between, answers by meaning, and
is fitted anew when asked; damage and impossible wishes are told."""
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time


def run(*argv, codes=(0, 3)):
    done = subprocess.run(argv, capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(argv)}: {done.returncode}\n{done.stdout}"
                 f"{done.stderr}")
    return done


def settle(folder):
    """As if nothing had been written for an hour."""
    for parent, _, names in os.walk(folder):
        for name in names:
            before = os.path.getmtime(f"{parent}/{name}")
            if before > time.time() - 1000:
                os.utime(f"{parent}/{name}", (before - 3600, before - 3600))


class Test:
    def __init__(self, keybed, tmp):
        self.keybed = keybed
        self.files = f"{tmp}/files"
        self.archive = f"{tmp}/archive"
        self.wrong = 0

    def check(self, what, good):
        print(("ok   " if good else "WRONG ") + what)
        self.wrong += 0 if good else 1

    def arguments(self, *more, into=None):
        return (self.keybed, "ingest", "--into", into or self.archive,
                "--no-progress", "--ocr", "off", *more)

    def ingest(self, *more, into=None):
        return json.loads(run(*self.arguments("--json", *more, into=into)).stdout)

    def config(self, archive=None):
        with open(f"{archive or self.archive}/keybed.textproto") as file:
            return file.read()

    def bases(self, archive=None):
        return glob.glob(f"{archive or self.archive}/embedder/*.basis")

    def meant(self, question="worn seal of the pump"):
        """Passages that the meaning of a question has found."""
        out = run(self.keybed, "search", self.archive, question,
                  "--limit", "200", "--json").stdout
        return sum(len(hit.get("parts", [])) or 1
                   for hit in json.loads(out)["hits"]
                   if any(why.startswith("meaning") for why in hit["why"]))


def first_run(test):
    first = test.ingest(test.files, "--embedder", "fast")
    test.check(f"one command reads, fits and embeds: {first}",
               first["fitted"] > 0 and first["partial"] == 0 and
               first["done"] > 0 and first["passages"] > 0 and
               first["unchanged"] == 0 and first["reconciled"])
    name = os.path.basename(test.bases()[0]).split(".")[0]
    test.check("the archive records the space and its basis",
               f'"fast/{name}/256"' in test.config())
    hits = test.meant()
    test.check(f"meaning finds {hits} hits", hits > 0)
    test.check("but none for a word that nobody wrote",
               test.meant("qwertzuiop") == 0)
    again = test.ingest()
    test.check(f"the next run neither reads nor fits: {again}",
               again["done"] == 0 and again["fitted"] == 0)
    verified = run(test.keybed, "verify", test.archive)
    test.check("the archive verifies", verified.returncode == 0)


def refit(test):
    before, hits = test.bases(), test.meant()
    with open(f"{test.files}/more.txt", "w") as file:
        file.write("\n\n".join(
            f"The separator {i} has a level gauge of type {i}." * 20
            for i in range(40)))
    settle(test.files)
    added = test.ingest()
    test.check(f"what comes later is embedded with the basis: {added}",
               added["done"] == 1 and added["fitted"] == 0 and
               test.bases() == before and test.meant() >= hits)
    stats = json.loads(run(test.keybed, "stats", test.archive, "--json").stdout)
    test.check(f"stats tells of the fit: {stats['fit']}",
               stats["fit"]["passages"] > 0)
    hits = test.meant()
    anew = test.ingest("--refit")
    again = test.meant()
    test.check(f"--refit fits and embeds all anew: {anew}, {again} of {hits}",
               anew["fitted"] > 0 and anew["partial"] == 0 and
               len(test.bases()) == 1 and test.bases() != before and
               again == hits and "space_number: 2" in test.config())
    verified = run(test.keybed, "verify", test.archive)
    test.check("the archive verifies", verified.returncode == 0)


def damage(test):
    path = test.bases()[0]
    with open(path, "rb") as file:
        whole = file.read()
    with open(path, "wb") as file:
        file.write(whole[:-1] + bytes([whole[-1] ^ 1]))
    said = run(test.keybed, "search", test.archive, "pump", codes=(1,)).stderr
    test.check(f"a damaged basis is refused: {said.strip()}",
               path in said and "checksum" in said and "--refit" in said)
    mended = test.ingest("--refit")
    test.check(f"--refit mends it: {mended}", mended["partial"] == 0)
    test.check("and questions are answered again", test.meant() > 0)


def killed(test, tmp):
    """Killed as soon as the basis stands; the next run goes on."""
    archive = f"{tmp}/killed"
    child = subprocess.Popen(
        test.arguments(test.files, "--embedder", "fast", into=archive),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while time.monotonic() < until and child.poll() is None:
        if os.path.exists(f"{archive}/keybed.textproto") and "space:" in test.config(archive):
            child.send_signal(signal.SIGKILL)
            break
        time.sleep(0.002)
    child.wait()
    test.check("it was killed between fitting and embedding",
               child.returncode == -signal.SIGKILL)
    before = test.bases(archive)
    for _ in range(100):  # until its workers have noticed
        done = run(*test.arguments("--json", into=archive), codes=(0, 1, 3))
        if done.returncode != 1:
            break
        time.sleep(0.2)
    rest = json.loads(done.stdout)
    test.check(f"the next run embeds what waits: {rest}",
               rest["partial"] == 0 and rest["fitted"] == 0 and
               test.bases(archive) == before)
    one = f"{tmp}/one"
    test.ingest(test.files, "--embedder", "fast", "--shards", "1", into=one)
    test.check("one shard and four are fitted alike",
               os.path.basename(test.bases(one)[0]) ==
               os.path.basename(before[0]))
    stats = json.loads(run(test.keybed, "stats", archive, "--json").stdout)
    test.check("nothing waits", "embedding" not in stats["failures"])


def wishes(test, tmp):
    other = run(test.keybed, "ingest", test.files, "--into", test.archive,
                "--embedder", "none", codes=(1,)).stderr
    test.check(f"another embedder is refused: {other.strip()}", "fast/" in other)
    far = run(test.keybed, "coordinator", test.files, "--into", f"{tmp}/far",
              "--embedder", "fast", "--listen", f"ipc://{tmp}/socket",
              codes=(2,)).stderr
    test.check(f"workers elsewhere need a basis: {far.strip()}",
               "keybed ingest" in far)
    os.makedirs(f"{tmp}/nothing")
    empty = test.ingest(f"{tmp}/nothing", "--embedder", "fast",
                        into=f"{tmp}/empty")
    test.check(f"an empty tree is no error: {empty}",
               empty["fitted"] == 0 and empty["walked"] == 0)
    found = run(test.keybed, "search", f"{tmp}/empty", "pump")
    test.check("and can be searched", found.stderr == "")
    wrong = run(test.keybed, "ingest", "--into", f"{tmp}/none", test.files,
                "--embedder", "none", "--refit", codes=(2,)).stderr
    test.check(f"--refit is of fast alone: {wrong.strip()}", "fast" in wrong)


def main():
    keybed, samples = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as tmp:
        test = Test(keybed, tmp)
        run(sys.executable, samples, test.files)
        settle(test.files)
        first_run(test)
        refit(test)
        damage(test)
        killed(test, tmp)
        wishes(test, tmp)
    return 1 if test.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
