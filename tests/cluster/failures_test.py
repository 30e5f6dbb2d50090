# SPDX-License-Identifier: Apache-2.0
"""What a run needs and does not get: a folder, an endpoint, a file that ends."""

import json
import os
import subprocess
import sys
import time
import unittest

import support
from embedding_server import EmbeddingServer


class Unlisted(support.ClusterTest):
    def setUp(self):
        super().setUp()
        if os.getuid() == 0:  # for whom permissions do not count otherwise
            self.prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]

    def can_list(self, folder):
        listed = subprocess.run([*self.prefix, sys.executable, "-c",
                                 "import os, sys; os.listdir(sys.argv[1])", folder],
                                stderr=subprocess.PIPE, check=False)
        self.assertTrue(listed.returncode == 0 or b"PermissionError" in listed.stderr,
                        listed.stderr)
        return listed.returncode == 0

    def test_what_is_below_a_folder_that_cannot_be_listed_stays(self):
        support.make_tree(self.tree, 40, 11)
        self.write("area_3/held.txt", "part HELD-7001-A\n")
        gone = self.write("gone.txt", "part GONE-7002-B\n")
        folder = os.path.join(self.tree, "area_3")
        below = sum(len(names) for _, _, names in os.walk(folder))
        first = self.ingest()
        os.remove(gone)
        os.chmod(folder, 0)
        try:
            self.assertFalse(self.can_list(folder))
            second = self.ingest()
        finally:
            os.chmod(folder, 0o755)
        self.assertEqual((second["code"], second["failures"]), (3, {"unreadable": 1}))
        rows = self.rows(second)
        self.assertEqual(len(rows), 42 - 1 - below + 1)  # the folder has one itself
        row = rows[b"area_3"]
        self.assertEqual((row["state"], row["failure"]), ("failed", "unreadable"))
        self.assertEqual(row["reason"], "cannot be listed: area_3: Permission denied")
        # The rest of the root is swept as ever.
        self.assertEqual(second["swept"], 1)
        found = lambda name: json.loads(self.ask("lookup", self.archive, name, "--json"))[0]["paths"]
        self.assertEqual((found("HELD-7001-A"), found("GONE-7002-B")), (1, 0))
        third = self.ingest()
        self.assertEqual((third["code"], third["walked"]), (0, first["walked"] - 1))
        self.assertEqual(third["unchanged"], third["walked"])
        fresh = os.path.join(self.folder, "fresh")
        self.ingest(archive=fresh)
        self.assert_same_content(self.archive, fresh)


class Endpoint(support.ClusterTest):
    embedder = "http"

    def environment(self):
        # No proxy of the environment gets between a run and its endpoint.
        return dict(super().environment(), no_proxy="127.0.0.1")

    def ingest_with(self, url, *more, **keywords):
        return self.ingest("--embed-url", url, "--embed-model", "m", *more, **keywords)

    def folder_of(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        return path

    def by_meaning(self, url, archive):
        text = self.ask("search", archive, "shale below the casing", "--json",
                        "--embed-url", url, "--limit", "20")
        return json.loads(text)["hits"]

    def test_what_an_endpoint_refused_is_embedded_by_the_next_run(self):
        support.make_tree(self.tree, 30, 12)
        self.write("one.txt", "part KEPT-7003-C\n")
        calm = os.path.join(self.folder, "calm")
        with EmbeddingServer() as server:
            self.assertEqual(self.ingest_with(server.url, archive=calm)["done"], 31)
            # Made while the endpoint answers, or its dimensions are not known.
            self.ingest_with(server.url, folder=self.folder_of("empty"))
            server.refusing = True
            first = self.ingest_with(server.url)
            self.assertEqual((first["partial"], first["code"]), (31, 3))
            for row in self.rows(first).values():
                self.assertEqual((row["state"], row["failure"]), ("partial", "embedding"))
                self.assertRegex(row["reason"], "status 400: |the same content is held")
            self.ask("lookup", self.archive, "KEPT-7003-C", codes=(0,))
            self.ask("search", self.archive, "shale", "--embedder", "none", codes=(0,))
            server.refusing = False
            with support.Watched(self.tree) as watched:
                second = self.ingest_with(server.url)
                self.assertEqual(watched.opened(), set())
            self.assertEqual((second["done"], second["code"]), (31, 0))
            asked = len(server.asked)
            third = self.ingest_with(server.url)
            self.assertEqual((third["unchanged"], third["code"]), (31, 0))
            self.assertEqual(len(server.asked), asked)
            hits = self.by_meaning(server.url, self.archive)
            self.assertEqual(len(hits), 20)
            self.assertEqual(hits, self.by_meaning(server.url, calm))
        self.assert_same_content(self.archive, calm)
        nowhere = subprocess.run(self.command(), env=self.environment(),
                                 stderr=subprocess.PIPE, check=False)
        self.assertEqual(nowhere.returncode, 2)
        self.assertIn(b"say where that is with --embed-url", nowhere.stderr)

    def test_an_endpoint_that_is_gone_does_not_hold_every_file_up(self):
        support.make_tree(self.tree, 200, 13)
        with EmbeddingServer() as server:
            url = server.url
        began = time.monotonic()
        first = self.ingest_with(url, "--embed-dimensions", "8")
        # All attempts for one file take up to 16 s, and are not made for each.
        self.assertLess(time.monotonic() - began, 60)
        self.assertEqual((first["partial"], first["code"]), (200, 3))
        reasons = {row["reason"] for row in self.rows(first).values()}
        for reason in reasons:
            self.assertTrue("gave up after 6 attempts" in reason or "same content" in reason, reason)


class Limits(support.ClusterTest):
    """The mock reader does what the name of a file says."""
    reader = support.MOCK_READER
    embedder = "none"

    def test_each_limit_costs_its_file_alone_and_two_quarantine_it(self):
        reasons = {
            b"hang-1.bin": ("timed-out", "the reader made no progress for too long; "
                            "--quiet-seconds allows more"),
            b"ticks-1.bin": ("timed-out", "it took longer than a file of its size may; "
                             "--file-seconds allows more"),
            b"flood-1.bin": ("flooded", "the reader sent more than a file of its size may give"),
            b"exit86-1.bin": ("out-of-memory", "it needs more memory than a reader may use"),
        }
        limits = ["--quiet-seconds", "2", "--file-seconds", "4", "--file-output", "2",
                  "--threads", "3"]
        if not support.SANITIZED:  # whose shadow memory fits into no limit
            reasons[b"eat-1.bin"] = ("out-of-memory", "no memory left")
            limits += ["--reader-memory", "512"]
        for i in range(12):
            self.write("good-%d.bin" % i, "text %d" % i)
        for name in reasons:
            self.write(name.decode(), "x")
        for state in ("failed", "quarantined"):
            result = self.ingest(*limits)
            rows = self.rows(result)
            self.assertEqual(result[state], len(reasons))
            self.assertEqual(result["code"], 3)
            for name, (failure, reason) in reasons.items():
                self.assertEqual((rows[name]["state"], rows[name]["failure"],
                                  rows[name]["reason"]), (state, failure, reason))
            for i in range(12):
                self.assertIn(rows[b"good-%d.bin" % i]["state"], ("done", "unchanged"))
        third = self.rows(self.ingest(*limits))
        self.assertTrue(all(row["unchanged"] for row in third.values()))


if __name__ == "__main__":
    unittest.main()
