# SPDX-License-Identifier: Apache-2.0
"""Whole runs on a quiet machine: what is read, kept, removed and told."""

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest

import support


class Changes(support.ClusterTest):
    def test_the_second_run_reads_nothing(self):
        support.make_tree(self.tree, 40, 1)
        first = self.ingest()
        self.assertEqual(first["done"], 40)
        self.assertEqual(first["code"], 0)
        second = self.ingest()
        self.assertEqual(second["unchanged"], 40)
        self.assertEqual(second["passages"], 0)
        self.assertTrue(all(row["unchanged"] for row in self.rows(second).values()))

    def test_workers_and_their_number_leave_no_trace(self):
        support.make_tree(self.tree, 120, 2)
        self.ingest("--workers", "1")
        three = os.path.join(self.folder, "three")
        self.ingest("--workers", "3", archive=three)
        self.assert_same_content(self.archive, three)

    def test_every_kind_of_change_ends_as_a_fresh_run_would(self):
        support.make_tree(self.tree, 30, 3)
        names = sorted(os.path.relpath(os.path.join(folder, name), self.tree)
                       for folder, _, names in os.walk(self.tree) for name in names)
        self.ingest()
        path = lambda i: os.path.join(self.tree, names[i])
        os.utime(path(0))                                     # touched
        self.write(names[1], "changed API 49-025-12345\n")    # changed
        os.rename(path(2), path(2) + ".moved.txt")            # moved
        shutil.copy2(path(3), path(3) + ".copy.txt")          # duplicated
        os.remove(path(4))                                    # deleted
        before = os.stat(path(5))                             # same size and time
        with open(path(5), "r+b") as file:
            file.write(b"X")
        os.utime(path(5), ns=(before.st_atime_ns, before.st_mtime_ns))
        second = self.ingest()
        rows = self.rows(second)
        state = lambda name: rows[name.encode()]["state"]
        self.assertEqual(state(names[0]), "unchanged")
        self.assertEqual(state(names[1]), "done")
        self.assertEqual(state(names[2] + ".moved.txt"), "done")
        self.assertEqual(state(names[3] + ".copy.txt"), "done")
        self.assertNotIn(names[4].encode(), rows)
        self.assertEqual(state(names[5]), "done")
        self.assertEqual(second["swept"], 2)
        fresh = os.path.join(self.folder, "fresh")
        self.ingest(archive=fresh)
        self.assert_same_content(self.archive, fresh)

    def test_most_of_a_root_gone_asks_for_prune(self):
        support.make_tree(self.tree, 20, 4)
        self.ingest()
        shutil.rmtree(self.tree)
        os.mkdir(self.tree)
        self.write("only.txt", "one")
        held = self.ingest()
        self.assertEqual(held["held_back"], ["tree"])
        self.assertEqual((held["swept"], held["code"]), (0, 3))
        self.assertEqual(self.ingest("--prune")["swept"], 20)

    def test_filters_never_remove(self):
        support.make_tree(self.tree, 20, 5)
        self.write("table.csv", "a,b\n1,2\n")
        self.ingest()
        os.remove(os.path.join(self.tree, "table.csv"))
        only = self.ingest("--only", "csv")
        self.assertEqual((only["walked"], only["swept"]), (0, 0))
        self.assertEqual(self.ingest()["swept"], 1)

    def test_an_archive_keeps_the_embedder_it_was_made_with(self):
        support.make_tree(self.tree, 5, 6)
        self.embedder = "none"
        self.ingest()
        self.embedder = "hashing-for-tests-only"
        other = subprocess.run(self.command(), env=self.environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               check=False)
        self.assertEqual(other.returncode, 1)
        self.assertIn(b"was made with the embedder none", other.stderr)

    def test_one_run_at_a_time(self):
        support.make_tree(self.tree, 400, 7)
        first = subprocess.Popen(self.command(), env=self.environment(),
                                 stdout=subprocess.DEVNULL)
        lock = os.path.join(self.archive, "ingest.lock")
        while not (os.path.exists(lock) and os.path.getsize(lock)):
            time.sleep(0.01)
        second = subprocess.run(self.command(), env=self.environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                check=False)
        self.assertEqual(second.returncode, 1)
        self.assertIn(b"is ingesting into this archive", second.stderr)
        status = subprocess.run([support.KEYBED, "status", self.archive],
                                stdout=subprocess.PIPE, check=True).stdout
        self.assertIn(b"running for", status)
        self.assertIn(first.wait(), (0, 3))

    def test_a_stop_publishes_and_the_next_run_goes_on(self):
        support.make_tree(self.tree, 4000, 8) # seconds of work
        first = subprocess.Popen(self.command(), env=self.environment(),
                                 stdout=subprocess.PIPE)
        time.sleep(1.0)
        first.send_signal(signal.SIGINT)
        out, _ = first.communicate(timeout=60)
        self.assertEqual(first.returncode, 1)
        self.assertIn(b'"stopped":true', out)
        self.assertGreater(len(self.digest()), 0)
        second = self.ingest()
        self.assertGreater(second["unchanged"], 0)
        self.assertEqual(second["unchanged"] + second["done"], 4000)
        fresh = os.path.join(self.folder, "fresh")
        self.ingest(archive=fresh)
        self.assert_same_content(self.archive, fresh)


class BadInput(support.ClusterTest):
    embedder = "none"

    def test_one_row_each_and_nothing_hangs(self):
        self.write("good.txt", "a good file\n")
        self.write("empty.txt", "")
        self.write("zeros.las", b"\0" * 5000)
        self.write("cut.sgy", b"C 1" + b"\x40" * 1000)
        self.write("picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
        with open(os.path.join(self.tree, "sparse.bin"), "wb") as file:
            file.truncate(4 << 30)
        os.symlink("..", os.path.join(self.tree, "loop"))
        os.symlink("nowhere", os.path.join(self.tree, "broken"))
        os.mkfifo(os.path.join(self.tree, "pipe"))
        odd = os.fsencode(self.tree) + b"/\xff\xfe name.txt"
        with open(odd, "wb") as file:
            file.write(b"odd name\n")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(self.tree, "sock"))
        try:
            result = self.ingest()
        finally:
            listener.close()
        rows = self.rows(result)
        self.assertEqual(len(rows), 11)
        self.assertEqual(rows[b"good.txt"]["state"], "done")
        self.assertEqual(rows[b"\xff\xfe name.txt"]["state"], "done")
        for name in (b"loop", b"broken", b"pipe", b"sock"):
            self.assertEqual(rows[name]["state"], "skipped", name)
        for name, row in rows.items():
            if row["state"] not in ("done", "unchanged"):
                self.assertTrue(row["failure"] and row["reason"], name)
        self.assertEqual(result["code"], 3)

    def test_a_file_that_changes_while_it_is_read_is_one_row(self):
        path = self.write("growing.txt", "start\n" * 1000)
        stop = threading.Event()

        def grow():
            with open(path, "a") as file:
                while not stop.is_set():
                    file.write("more\n")
                    file.flush()

        thread = threading.Thread(target=grow)
        thread.start()
        try:
            rows = self.rows(self.ingest())
        finally:
            stop.set()
            thread.join()
        self.assertIn(rows[b"growing.txt"]["state"], ("failed", "done"))
        again = self.rows(self.ingest())
        self.assertEqual(again[b"growing.txt"]["state"], "done")


class Crashes(support.ClusterTest):
    """The mock reader does what the name of a file says."""
    reader = support.MOCK_READER
    embedder = "none"

    def test_a_crash_costs_its_file_alone_and_two_quarantine_it(self):
        for i in range(6):
            self.write("good-%d.bin" % i, "text %d" % i)
        self.write("segv-1.bin", "x")
        first = self.rows(self.ingest())
        self.assertEqual(first[b"segv-1.bin"]["state"], "failed")
        self.assertEqual(first[b"segv-1.bin"]["failure"], "crashed")
        self.assertEqual(sum(row["state"] == "done" for row in first.values()), 6)
        second = self.rows(self.ingest())
        self.assertEqual(second[b"segv-1.bin"]["state"], "quarantined")
        third = self.rows(self.ingest())
        self.assertTrue(third[b"segv-1.bin"]["unchanged"])
        again = self.rows(self.ingest("--retry-quarantined"))
        self.assertEqual(again[b"segv-1.bin"]["state"], "failed")


if __name__ == "__main__":
    unittest.main()
