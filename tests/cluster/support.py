# SPDX-License-Identifier: Apache-2.0
"""What the cluster tests share: a tree of made-up files, and runs over it."""

import base64
import ctypes
import json
import os
import random
import shutil
import struct
import subprocess
import tempfile
import time
import unittest

KEYBED = os.environ["KEYBED"]
REAL_READER = os.environ["KEYBED_REAL_READER"]
MOCK_READER = os.environ["KEYBED_MOCK_READER"]
DIGEST = os.environ["KEYBED_DIGEST"]
SANITIZED = os.environ.get("KEYBED_SANITIZED") == "1"

WORDS = ("gamma ray porosity core well casing tubing shale limestone pressure "
         "survey station depth marker formation sand perforation log").split()


def make_text(rng, lines):
    out = []
    for _ in range(lines):
        words = " ".join(rng.choice(WORDS) for _ in range(9))
        if rng.random() < 0.2:
            words += " API 49-025-%05d" % rng.randrange(100000)
        if rng.random() < 0.2:
            words += " part ABC-%04d-%s" % (rng.randrange(10000), rng.choice("ABC"))
        out.append(words)
    return "\n".join(out) + "\n"


def make_tree(root, files, seed):
    """Small texts and tables, some copies, some larger files; all settled."""
    rng = random.Random(seed)
    texts = []
    for i in range(files):
        folder = os.path.join(root, "area_%d" % (i % 7), "block_%d" % (i % 3))
        os.makedirs(folder, exist_ok=True)
        if texts and rng.random() < 0.1:
            text = rng.choice(texts)
        else:
            text = make_text(rng, 400 if i % 97 == 0 else rng.randrange(2, 30))
            texts.append(text)
        with open(os.path.join(folder, "note_%04d.txt" % i), "w") as file:
            file.write(text)
    settle(root)


def settle(root):
    """As if everything had been written long ago."""
    then = time.time() - 1000
    for folder, _, names in os.walk(os.fsencode(root)):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                os.utime(path, (then, then))


class Watched:
    """Knows which files below a folder were opened while the `with` lasts."""
    IN_OPEN = 0x20

    def __init__(self, root):
        self.root = root

    def __enter__(self):
        libc = ctypes.CDLL(None, use_errno=True)
        self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.folders = {}
        for folder, _, _ in os.walk(os.fsencode(self.root)):
            watch = libc.inotify_add_watch(self.fd, folder, self.IN_OPEN)
            if watch < 0:
                raise OSError(ctypes.get_errno(), "inotify_add_watch")
            self.folders[watch] = folder
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def opened(self):
        paths = set()
        try:
            events = os.read(self.fd, 1 << 20)
        except BlockingIOError:
            return paths
        at = 0
        while at < len(events):
            watch, _, _, size = struct.unpack_from("iIII", events, at)
            name = events[at + 16:at + 16 + size].rstrip(b"\0")
            path = os.path.join(self.folders.get(watch, b""), name)
            if not os.path.isdir(path):
                paths.add(path)
            at += 16 + size
        return paths


class ClusterTest(unittest.TestCase):
    reader = REAL_READER
    embedder = "hashing-for-tests-only"
    prefix = []  # a program that runs keybed, and its arguments

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="keybed-cluster-")
        self.tree = os.path.join(self.folder, "tree")
        self.archive = os.path.join(self.folder, "archive")
        os.mkdir(self.tree)

    def tearDown(self):
        shutil.rmtree(os.fsencode(self.folder), ignore_errors=True)

    def environment(self):
        return dict(os.environ, KEYBED_READER=self.reader)

    def command(self, *more, archive=None, folder=None):
        return [*self.prefix, KEYBED, "ingest", folder or self.tree, "--into",
                archive or self.archive, "--embedder", self.embedder,
                "--json", "--no-progress", *more]

    def ingest(self, *more, archive=None, folder=None, codes=(0, 3)):
        done = subprocess.run(self.command(*more, archive=archive, folder=folder),
                              env=self.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=300, check=False)
        self.assertIn(done.returncode, codes, done.stderr.decode())
        result = json.loads(done.stdout)
        self.assertTrue(result["reconciled"], result)
        result["code"] = done.returncode
        result["errors"] = done.stderr.decode()
        return result

    def ask(self, *arguments, codes=(0, 3)):
        done = subprocess.run([KEYBED, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=self.environment(),
                              timeout=60, check=False)
        self.assertIn(done.returncode, codes, done.stderr.decode())
        return done.stdout.decode()

    def rows(self, result):
        """Report rows of walked paths (bytes); fails if a path has two."""
        rows = {}
        with open(result["report"], encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if "inside" in row:
                    continue  # it was not walked
                path = (base64.b64decode(row["path_base64"])
                        if "path_base64" in row else row["path"].encode())
                self.assertNotIn((row["root"], path), rows)
                rows[(row["root"], path)] = row
        self.assertEqual(len(rows), result["walked"])
        return {path: row for (_, path), row in rows.items()}

    def digest(self, archive=None):
        return subprocess.run([DIGEST, archive or self.archive], check=True,
                              stdout=subprocess.PIPE).stdout.decode().splitlines()

    def assert_same_content(self, first, second):
        """By lines, which say what differs, and by the product's own digest."""
        digests = [self.ask("verify", archive, "--digest", codes=(0,))
                   for archive in (first, second)]
        first, second = self.digest(first), self.digest(second)
        self.assertGreater(len(first), 10)
        only_first = sorted(set(first) - set(second))[:5]
        only_second = sorted(set(second) - set(first))[:5]
        self.assertEqual((only_first, only_second), ([], []))
        self.assertEqual(len(first), len(second))
        self.assertEqual(*digests)

    def write(self, name, text, old=True):
        path = os.path.join(self.tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        if old:
            then = time.time() - 1000
            os.utime(path, (then, then))
        return path
