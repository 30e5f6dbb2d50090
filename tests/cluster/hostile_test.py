# SPDX-License-Identifier: Apache-2.0
"""Files made to stop a reader (tests/hostile/make_hostile.py): one row each,
limits named, no child lost, bounded time, and what is good in them is found.

KEYBED_HOSTILE_LARGE=1 adds what is big on disk.
"""

import json
import os
import subprocess
import sys
import time
import unittest

import support

MAKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hostile",
                     "make_hostile.py")
# How a reading may end; not by a signal, a clock, or rubbish.
ENDINGS = {"failed", "no-reader", "inside"}
# Seconds for the whole set on two workers, on a machine that is busy.
LONGEST = 900


class Hostile(support.ClusterTest):
    embedder = "none"

    def make(self):
        large = ["--large"] if os.environ.get("KEYBED_HOSTILE_LARGE") == "1" else []
        subprocess.run([sys.executable, MAKER, self.tree, *large], check=True,
                       stdout=subprocess.DEVNULL)
        support.settle(self.tree)
        with open(self.tree + ".expected.json", encoding="utf-8") as file:
            return json.load(file)

    def run_ingest(self):
        began = time.monotonic()
        done = subprocess.run(self.command("--workers", "2"), env=self.environment(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=LONGEST, check=False)
        self.assertIn(done.returncode, (0, 3), done.stderr.decode())
        print("ingested in %.0f s" % (time.monotonic() - began), file=sys.stderr)
        result = json.loads(done.stdout)
        self.assertTrue(result["reconciled"], result)
        with open(result["report"], encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        return result, rows

    def reasons_of(self, name):
        """Every reason that the file's documents give, container first."""
        done = subprocess.run([support.KEYBED, "inspect", "--json",
                               os.path.join(self.tree, name)], env=self.environment(),
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300,
                              check=False)
        documents = json.loads(done.stdout)["documents"]
        return [[reject["reason"] for reject in document["rejects"]] for document in documents]

    def test_one_row_each_no_child_lost_and_limits_named(self):
        expected = self.make()
        result, rows = self.run_ingest()
        outer = {row["path"]: row for row in rows if "inside" not in row}
        self.assertEqual(set(outer), set(expected))
        self.assertEqual(len(outer), sum("inside" not in row for row in rows))
        self.assertEqual(result["walked"], len(expected))
        for row in rows:
            if row["state"] != "done":
                self.assertIn(row.get("failure"), ENDINGS, row)
                self.assertTrue(row.get("reason"), row)
        members = {row["path"] for row in rows if row["state"] == "done"}
        self.find_good()
        for name, wanted in sorted(expected.items()):
            with self.subTest(name):
                self.check(name, wanted, members)

    def check(self, name, wanted, members):
        if "good" in wanted:
            self.assertTrue(any(path.startswith(name + "!/") and path.endswith(wanted["good"])
                                for path in members), "the good member is not read")
        if "says" in wanted or "inside_says" in wanted:
            reasons = self.reasons_of(name)
            said = reasons[0] if "says" in wanted else sum(reasons, [])
            text = wanted.get("says", wanted.get("inside_says"))
            self.assertTrue(any(text in reason for reason in said), said[:5])

    def find_good(self):
        answer = json.loads(self.ask("search", self.archive, "49-025-06399", "--json",
                                     "--limit", "100"))
        found = {path["path"] for hit in answer["hits"] for path in hit["paths"]}
        self.assertIn("text/good.txt", found)


if __name__ == "__main__":
    unittest.main()
