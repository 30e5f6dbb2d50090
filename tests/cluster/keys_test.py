# SPDX-License-Identifier: Apache-2.0
"""Identifiers, asked for in the forms that people write."""

import json
import unittest

import support


class Keys(support.ClusterTest):
    embedder = "none"

    def search(self, question, *more):
        return json.loads(self.ask("search", self.archive, question, "--json", *more))

    def paths(self, result):
        return [hit["paths"][0]["path"] for hit in result["hits"]]

    def lookup(self, *typed):
        return json.loads(self.ask("lookup", self.archive, "--json", *typed))

    def test_accents_fold_below_the_exact_form(self):
        for name, word in (("exact.txt", "Asgard"), ("accent.txt", "Åsgard"),
                           ("other.txt", "Gullfaks")):
            self.write(name, "The %s field and its development plan.\n" % word)
        self.write("decomposed.txt", "A\u030asgard was found later and developed there.\n")
        self.write("names.csv", "well_name,year\nÅSGARD A-1,1981\nGJØA B-2,1989\nBRAGE C-3,1993\n")
        self.ingest()
        self.assertEqual(self.paths(self.search("asgard"))[0], "exact.txt")
        self.assertEqual(sorted(self.paths(self.search("asgard"))),
                         ["accent.txt", "decomposed.txt", "exact.txt", "names.csv"])
        self.assertEqual(set(self.paths(self.search("Åsgard"))[:2]), {"accent.txt", "decomposed.txt"})
        self.assertIn("exact.txt", self.paths(self.search("Åsgard")))
        self.assertIn("accent.txt", self.paths(self.search("aasgard")))
        self.assertEqual(self.paths(self.search("gjoa")), ["names.csv"])


if __name__ == "__main__":
    unittest.main()
