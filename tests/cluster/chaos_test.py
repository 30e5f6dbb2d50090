# SPDX-License-Identifier: Apache-2.0
"""SIGKILL at random moments, to anybody: the end is as if nothing happened."""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import support

KILLS = 36
SEED = 20260607


def children_of(pid):
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, task)) as file:
                found += [int(child) for child in file.read().split()]
    except OSError:
        pass  # it is gone
    return found


class Chaos(support.ClusterTest):
    def edit(self, rng, turn):
        """Something to do for a run that would have nothing left."""
        paths = sorted(os.path.join(folder, name)
                       for folder, _, names in os.walk(self.tree) for name in names)
        for path in rng.sample(paths, 150):
            what = rng.random()
            if what < 0.6:
                with open(path, "a") as file:
                    file.write(support.make_text(rng, 5))
            elif what < 0.8:
                os.rename(path, path[:-4] + "-moved%d.txt" % turn)
            else:
                os.remove(path)
        support.settle(self.tree)

    def victim(self, rng, ingest):
        workers = children_of(ingest.pid)
        readers = [child for worker in workers for child in children_of(worker)]
        kind = rng.choice(["coordinator", "worker", "worker", "reader", "reader"])
        if kind == "worker" and workers:
            return kind, rng.choice(workers)
        if kind == "reader" and readers:
            return kind, rng.choice(readers)
        if kind == "coordinator":
            return kind, ingest.pid
        return None, 0

    def said(self):
        with open(self.tree + ".stderr", encoding="utf-8", errors="replace") as stderr:
            return stderr.read()[-2000:]

    def test_the_end_is_as_if_nothing_had_happened(self):
        rng = random.Random(SEED)
        support.make_tree(self.tree, 700, SEED)
        kills = {"coordinator": 0, "worker": 0, "reader": 0}
        turn = 0
        ingest = None
        while sum(kills.values()) < KILLS:
            if ingest is None or ingest.poll() is not None:
                if ingest is not None and ingest.returncode >= 0:
                    self.assertIn(ingest.returncode, (0, 3), self.said())
                    turn += 1
                    self.edit(rng, turn)
                with open(self.tree + ".stderr", "wb") as stderr:
                    ingest = subprocess.Popen(
                        self.command("--workers", "2"), env=self.environment(),
                        stdout=subprocess.DEVNULL, stderr=stderr)
            time.sleep(rng.uniform(0.05, 0.5))
            if ingest.poll() is not None:
                continue
            kind, pid = self.victim(rng, ingest)
            if kind is None:
                continue
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            kills[kind] += 1
            if kind == "coordinator":
                ingest.wait()
        print("killed:", kills, "trees:", turn + 1)
        if ingest.poll() is None:
            ingest.wait(timeout=240)
            self.assertIn(ingest.returncode, (0, 3), self.said())
        last = self.ingest("--workers", "2")
        self.assertEqual(last["failed"] + last["quarantined"] + last["partial"], 0)
        self.rows(last)
        calm = os.path.join(self.folder, "calm")
        self.ingest(archive=calm)
        self.assert_same_content(self.archive, calm)
        shutil.rmtree(calm)


if __name__ == "__main__":
    unittest.main()
