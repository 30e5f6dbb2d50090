# SPDX-License-Identifier: Apache-2.0
"""What a person is answered: however many shards, and while a run goes on."""

import json
import os
import subprocess
import sys
import unittest

import support

SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                       "samples", "make_archive.py")


class Answers(support.ClusterTest):
    def make_samples(self):
        subprocess.run([sys.executable, SAMPLES, self.tree], check=True,
                       stdout=subprocess.DEVNULL)
        support.settle(self.tree)

    def test_shards_do_not_change_an_answer(self):
        self.make_samples()
        support.make_tree(os.path.join(self.tree, "Notes"), 60, 9)
        many = os.path.join(self.folder, "many")
        self.ingest("--shards", "1")
        self.ingest("--shards", "7", archive=many)
        for question in (["search", "{}", "sonic log of a wildcat", "--json", "--limit", "20"],
                         ["search", "{}", "porosity", "--where", "extension=txt", "--json"],
                         ["search", "{}", "warranty on ABC-4471-B", "--json"],
                         ["search", "{}", "shale", "--embedder", "none", "--json", "--limit", "50"],
                         ["search", "{}", "seismic with a 4 ms sample interval", "--json"],
                         ["search", "{}", "seismic with a 5 ms sample interval", "--json"],
                         ["search", "{}", "logs in Natrona County, Wyoming", "--json"],
                         ["search", "{}", "well 49-025-06325 deeper than 9000 m", "--json"],
                         ["lookup", "{}", "*2506325*", "ABC-4471-C", "2506325", "--json"],
                         ["facts", "{}", "--json"], ["facts", "{}", "state", "--json"],
                         ["verify", "{}", "--digest"]):
            with self.subTest(question):
                answers = []
                for archive in (self.archive, many):
                    text = self.ask(*[q.format(archive) for q in question])
                    if question[0] == "search":
                        # The plan counts words; rows differ by copies in shards.
                        answers.append({k: v for k, v in json.loads(text).items() if k != "plan"})
                    else:
                        answers.append(text)
                self.assertEqual(*answers)
        for archive in (self.archive, many):
            self.assertIn("0 problems", self.ask("verify", archive, codes=(0,)))

    def paired(self, turn):
        """Texts whose first and last line bear one mark, far apart."""
        for i in range(150):
            body = "\n".join("line %d of the filling between" % n for n in range(300))
            self.write("pair_%03d.txt" % i, "mark HEAD%d-%03d\n%s\nmark TAIL%d-%03d\n"
                       % (turn, i, body, turn, i))

    def test_a_run_in_progress_shows_whole_documents_only(self):
        self.paired(1)
        self.ingest()
        seen = set()
        for turn in (2, 3):
            self.paired(turn)
            run = subprocess.Popen(self.command(), env=self.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            asked = 0
            while run.poll() is None or asked == 0:
                asked += 1
                names = [end + "%d-%03d" % (t, asked % 150)
                         for t in (1, 2, 3) for end in ("HEAD", "TAIL")]
                found = json.loads(self.ask("lookup", self.archive, *names, "--json"))
                held = [answer["paths"] for answer in found]
                # Both ends of exactly one version, whichever is published.
                self.assertEqual(held[0::2], held[1::2], names)
                self.assertEqual(sum(held[0::2]), 1, names)
                seen.add(held[0::2].index(1) + 1)
            self.assertIn(run.returncode, (0, 3))
            self.assertGreater(asked, 3)
        self.assertEqual(max(seen | {3}), 3)
        last = json.loads(self.ask("lookup", self.archive, "HEAD3-007", "HEAD1-007", "--json"))
        self.assertEqual([answer["paths"] for answer in last], [1, 0])

    def test_a_changed_prj_alone_reads_the_layer_again(self):
        self.make_samples()
        self.ingest()
        epsg = lambda: {row["number"]: row["paths"] for row in
                        json.loads(self.ask("facts", self.archive, "epsg", "--json"))}
        before = epsg()
        self.assertIn(4269, before)
        prj = os.path.join(self.tree, "GIS", "lark_creek_wells.prj")
        with open(prj, encoding="ascii") as file:
            text = file.read()
        text = text.replace("GCS_North_American_1983", "GCS_WGS_1984")
        text = text.replace("D_North_American_1983", "D_WGS_1984")
        text = text.replace('"GRS_1980",6378137.0,298.257222101', '"WGS_1984",6378137.0,298.257223563')
        self.write(os.path.join("GIS", "lark_creek_wells.prj"), text)
        second = self.rows(self.ingest())
        self.assertEqual(second[b"GIS/lark_creek_wells.shp"]["state"], "done")
        self.assertEqual(sum(row["state"] == "done" for row in second.values()), 1)
        # A copy of the layer inside a zip stays as it was.
        self.assertEqual(before[4269] - epsg().get(4269, 0), 1)
        self.assertEqual(epsg()[4326] - before.get(4326, 0), 1)


if __name__ == "__main__":
    unittest.main()
