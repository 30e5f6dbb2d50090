# SPDX-License-Identifier: Apache-2.0
"""Identifiers, asked for in the forms that people write."""

import json
import os
import subprocess
import time
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

    def test_diagnose_says_where_an_identifier_was_lost(self):
        self.write("report.txt", "Warranty on part ABC-4471-B. See the blue moon prospect.\n"
                   "API 49-025-06325 was drilled.\n")
        self.write("page.html", "<html><body><!-- KLM-7788-Q --><p>nothing here</p></body></html>")
        self.write("unknown.bin", b"\x00\x01 QRS-1122-T \x00")
        self.write("ABC-9000-Z.txt", "a name alone\n")
        ids = ["ABC-4471-B", "4902506325", "2506325", "*4471-B", "blue moon prospect", "KLM-7788-Q",
               "QRS-1122-T", "ABC-9000-Z", "ABC-4471-C"]
        listed = support.os.path.join(self.folder, "ids.txt")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join(ids) + "\n")
        self.ingest()
        result = json.loads(self.ask("diagnose", self.archive, listed, "--json", codes=(3,)))
        got = {row["typed"]: row["verdict"] for row in result["identifiers"]}
        self.assertEqual(got, {
            "ABC-4471-B": "found", "4902506325": "found", "2506325": "found",
            "*4471-B": "found in another form",
            "blue moon prospect": "not recognised", "KLM-7788-Q": "lost in reading",
            "QRS-1122-T": "not read", "ABC-9000-Z": "found", "ABC-4471-C": "absent"})
        rows = {row["typed"]: row for row in result["identifiers"]}
        self.assertEqual(rows["ABC-4471-B"]["source"],
                         {"paths": 1, "as_typed": True, "example": "tree:report.txt"})
        self.assertFalse(rows["4902506325"]["source"]["as_typed"])
        self.assertEqual(rows["ABC-4471-B"]["rank"], 1)
        self.assertEqual(result["tally"]["found"], 4)
        self.assertEqual((result["files"], result["unreadable"]), (4, 0))

    def las(self, name, well, api):
        self.write(name, "~Version\n VERS. 2.0 :\n WRAP. NO :\n~Well\n STRT.FT 100 :\n STOP.FT 102 :\n"
                   " STEP.FT 1 :\n NULL. -999.25 :\n WELL. %s : WELL\n API. %s : API NUMBER\n"
                   "~Curve\n DEPT.FT :\n DT.US/F : SONIC\n~A\n100 80\n101 81\n102 82\n" % (well, api))

    def test_the_robinson_well_with_several_is_a_question_back(self):
        self.las("a.las", "ROBINSON #24-1", "15-197-20194")
        self.las("b.las", "Robinson, James 4", "15-197-20195")
        self.las("c.las", "ROBINSONVILLE 1", "15-197-20196")
        self.las("d.las", "Haverkamp A-1", "15-131-20047")
        self.write("prose.txt", "Robinson said that the well was dry.\n")
        self.ingest()
        result = self.search("the Robinson well")
        [ask] = result["asks"]
        self.assertEqual([option["path"] for option in ask["options"]], ["a.las", "b.las"])
        self.assertIn("Which well", ask["question"])
        # One only: an answer, and no question.
        for question in ("the Haverkamp well", "HAVERKAMP 'A' #1", "haverkamp a-1 sonic",
                         "James Robinson", "the sonic of well Haverkamp"):
            with self.subTest(question):
                self.assertEqual(self.search(question)["asks"], [])
        for question in ("the Haverkamp well", "HAVERKAMP 'A' #1", "haverkamp a-1 sonic"):
            with self.subTest(question):
                self.assertEqual(self.paths(self.search(question))[0], "d.las")
        self.assertEqual(self.search("the oil well")["asks"], [])

    def test_a_question_that_is_a_number_and_nothing_else_is_looked_up(self):
        self.las("a.las", "ROBINSON 1", "15-197-20194")
        self.ingest()
        for question in ("19720194", "15-197-20194", "1519720194", "151972019400"):
            with self.subTest(question):
                result = self.search(question)
                self.assertEqual(self.paths(result)[:1], ["a.las"])
                self.assertEqual(result["absent"], [])
        self.assertEqual(self.search("19720195")["hits"], [])

    def test_a_name_finds_what_holds_only_the_number_of_the_well(self):
        self.las("a.las", "ROBINSON #24-1", "15-197-20194")
        self.las("b.las", "Haverkamp A-1", "15-131-20047")
        # One name, two wells: neither number is the well's.
        self.las("c.las", "Schepp 7", "15-131-20048")
        self.las("d.las", "Schepp 7", "15-131-20049")
        self.write("sundry.txt", "Form 4. API No. 15-197-20194. Shut in.\n")
        self.write("other.txt", "Form 4. API No. 15-131-20048. Shut in.\n")
        self.write("words.txt", "When was the well shut in? Every well is shut in once.\n")
        self.ingest()
        result = self.search("When was ROBINSON #24-1 shut in?")
        places = self.paths(result)
        self.assertEqual(list(dict.fromkeys(places))[:2], ["a.las", "sundry.txt"])
        sundry = result["hits"][places.index("sundry.txt")]
        self.assertIn("of ROBINSON #24-1", sundry["why"][0])
        shown = [why for hit in self.search("When was Schepp 7 shut in?")["hits"]
                 for why in hit["why"]]
        self.assertFalse([why for why in shown if "of Schepp" in why], shown)

    def card(self, identifier):
        [found] = self.lookup(identifier)
        return {line["attribute"]: line for line in found["card"]["lines"]}

    def test_a_long_question_costs_no_more_for_a_long_table(self):
        self.write("wells.csv", "Well,Operator,Note\n" + "".join(
            "W-%d,Firm %d Oil,a note on %d\n" % (n, n % 90, n % 1000) for n in range(30000)))
        self.ingest()
        started = time.monotonic()
        self.ask("search", self.archive, 'operator "' + "a note " * 16000, codes=(0, 3))
        self.assertLess(time.monotonic() - started, 15)

    def test_a_card_has_no_rows_of_look_alikes(self):
        self.write("wells.csv", "Well name,Operator,TD,Kind\n"
                   "49/26-A10,BP,9750,oil\n49/26-A1,Shell,9800,oil\n49/26-A1,Shell,9805,\"oil, gas\"\n"
                   "15/9-F-1 A,Equinor,3682,oil\n15/9-F-1,Statoil,3632,gas\n")
        self.write("parts.csv", "Part,Name\n00123-A,Filter\n123-A,Filter old\nPX-9,Pump\n")
        self.ingest()
        texts = lambda line: [value["text"] for value in line["values"]]
        card = self.card("49/26-A1")
        self.assertEqual(texts(card["operator"]), ["Shell"])
        self.assertEqual(texts(card["kind"]), ["oil", "oil, gas"])
        self.assertEqual(texts(self.card("15/9-F-1")["operator"]), ["Statoil"])
        self.assertEqual(texts(self.card("15/9-F-1 A")["operator"]), ["Equinor"])
        self.assertEqual(texts(self.card("00123-A")["name"]), ["Filter"])
        self.assertEqual(texts(self.card("123-A")["name"]), ["Filter old"])

    def test_rows_of_a_company_are_counted_by_what_it_means(self):
        self.write("a.csv", "Licence,Operator\nPL1,Statoil Petroleum AS\nPL2,Equinor Energy AS\n"
                   "PL3,Saga Petroleum ASA\nPL4,Shell\nPL5,STATOIL A/S\n")
        self.write("b.csv", "Licence,Operator\nPL6,Fletcher & Co\nPL7,Fletcher Inc\nPL8,C & J Oil\n")
        self.ingest()
        def rows(question):
            return [(one["path"], one["matching"]) for one in self.search(question)["rows"]]
        self.assertEqual(rows("licences operated by Statoil"), [("a.csv", 4)])
        result = self.search("operated by Fletcher & Co")
        self.assertEqual([(one["path"], one["matching"]) for one in result["rows"]], [("b.csv", 1)])
        self.assertEqual(result["unmet"], [])

    def test_every_table_that_begins_alike_is_counted(self):
        row = lambda n: "49-025-%05d,%s,%s\n" % (10000 + n, "Oil" if n % 4 else "Gas", "x" * 30)
        for name, count in (("march.csv", 400), ("april.csv", 500)):
            self.write(name, "API,Type,Note\n" + "".join(row(n) for n in range(count)))
        for n in range(8):
            self.las("%d.las" % n, "GAS %d" % n, "15-197-2019%d" % n)
        self.ingest()
        result = self.search("gas wells")
        self.assertEqual(sorted((one["path"], one["matching"]) for one in result["rows"]),
                         [("april.csv", 125), ("march.csv", 100)])

    def test_sources_that_disagree_are_shown_side_by_side(self):
        well = ("~Version\n VERS. 2.0 :\n WRAP. NO :\n~Well\n STRT.FT 100 :\n STOP.FT 102 :\n"
                " STEP.FT 1 :\n NULL. -999.25 :\n WELL. HUDELSON 2 : WELL\n COMP. Caribou : COMPANY\n"
                " FLD. %s : FIELD\n CNTY. %s : COUNTY\n STAT. Kansas : STATE\n API. 15-059-24498 : API NUMBER\n"
                "~Curve\n DEPT.FT :\n GR.GAPI :\n~A\n100 80\n101 81\n102 82\n")
        self.write("one.las", well % ("Pomona", "Franklin"))
        self.write("two.las", well % ("Pamona", "FRANKLIN COUNTY"))
        self.write("three.las", well % ("Pomona", "Douglas"))
        self.write("wells.csv", "API,Operator,Unit Price\n15-059-24497,Other,1\n15-059-24498,CARIBOU,2.50\n"
                   "15-059-24499,Third; Inc: a,3\n")
        self.write("mention.txt", "The operator of API 15-059-24498 is Zebra.\n")
        self.ingest()
        card = self.card("15-059-24498")
        self.assertEqual([value["text"] for value in card["field"]["values"]], ["Pomona", "Pamona"])
        self.assertTrue(card["field"]["differ"])
        self.assertEqual({source["path"] for source in card["field"]["values"][0]["sources"]},
                         {"one.las", "three.las"})
        # The digits say Franklin; one header says another county.
        self.assertTrue(card["county"]["differ"])
        self.assertEqual([value["text"] for value in card["county"]["values"]], ["Franklin", "Douglas"])
        self.assertIn("digits", card["county"]["values"][0]["sources"][-1]["date"])
        self.assertEqual(len(card["county"]["values"][0]["sources"]), 3)
        self.assertFalse(card["state"]["differ"])
        # Rows speak too, prose does not.
        self.assertEqual([value["text"] for value in card["operator"]["values"]], ["Caribou"])
        self.assertEqual(card["unit price"]["values"][0]["text"], "2.50")
        # A value with the separators in it stays whole.
        other = self.card("15-059-24499")
        self.assertEqual(other["operator"]["values"][0]["text"], "Third; Inc: a")
        # A question names the line that it asks for.
        lines = [line["attribute"] for line in
                 self.search("who operates 15-059-24498")["cards"][0]["lines"]]
        self.assertEqual(lines, ["operator"])
        # A fragment is not one thing.
        self.assertEqual(self.lookup("*059244*")[0]["card"]["lines"], [])

    def test_groups_are_alternatives_inside_a_key_and_may_be_negated(self):
        for name, state in (("ks.csv", "KS"), ("wy.csv", "WY"), ("ny.csv", "NY")):
            self.write(name, "well,state,note\n" + "".join(
                "orphan %d,%s,plugged\n" % (i, state) for i in range(40)))
        self.write("both.csv", "well,state,note\n" + "".join(
            "orphan %d,%s,plugged\n" % (i, "WY" if i < 30 else "KS") for i in range(60)))
        self.ingest()
        every = {"ks.csv", "wy.csv", "ny.csv", "both.csv"}
        for question, wanted in (("orphan wells", every),
                                 ("orphan wells in Kansas", {"ks.csv", "both.csv"}),
                                 ("orphan wells in Kansas or Wyoming", every - {"ny.csv"}),
                                 ("orphan wells not in Wyoming", every - {"wy.csv"}),
                                 ("orphan wells outside Kansas", every - {"ks.csv"})):
            with self.subTest(question):
                self.assertEqual(set(self.paths(self.search(question))), wanted)
        # More than is not at least.
        self.assertEqual(set(self.paths(self.search("orphan", "--where", "row_count>40"))), {"both.csv"})
        self.assertEqual(self.paths(self.search("orphan", "--where", "row_count>60")), [])
        self.assertEqual(self.paths(self.search("orphan", "--where", "format=las")), [])
        self.assertEqual(set(self.paths(self.search("orphan", "--where", "format=csv"))), every)

    def test_rows_of_a_table_are_counted(self):
        rows = [("P-%d" % i, "Natrona" if i % 3 == 0 else "Wyoming", "Oil" if i % 2 == 0 else "Gas",
                 "$%d.50" % i) for i in range(60)]
        self.write("wells.csv", "Part,County,Well Type,Price\n" +
                   "".join(",".join(row) + "\n" for row in rows))
        self.ingest()
        [answer] = self.search("oil wells in Natrona County")["rows"]
        self.assertEqual(answer["conditions"], ["County = Natrona", "Well Type = Oil"])
        self.assertEqual((answer["matching"], answer["rows"], answer["total"]), (10, 60, 60))
        self.assertEqual(len(answer["first"]), 5)
        self.assertIn("P-0;", answer["first"][0]["text"])
        [dear] = self.search("gas parts that cost more than $50.50 in the table")["rows"]
        self.assertEqual(dear["matching"], len([r for i, r in enumerate(rows) if i > 50 and i % 2]))
        [other] = self.search("oil wells not in Natrona County")["rows"]
        self.assertEqual(other["conditions"], ["County != Natrona", "Well Type = Oil"])
        self.assertEqual(other["matching"], 20)
        # A group that the table cannot tell is no answer.
        self.assertEqual(self.search("oil wells in Natrona County, Texas")["rows"], [])

    def test_a_row_is_one_whatever_its_length_and_its_neighbours(self):
        long = "; ".join("part %d of a note" % i for i in range(90))
        rows = ["W-%d,%s,%s,\"%s\",%s" % (i, "Oil" if i % 2 else "Gas", "x" * 20, long if i % 5 == 0 else "short",
                                           "Active" if i % 3 else "Idle") for i in range(30)]
        rows[7] += ",one,too,many"
        self.write("wells.csv", "Well,Type,Code,Note,Status\n" + "\n".join(rows) + "\n")
        self.ingest()
        [answer] = self.search("idle oil wells")["rows"]
        # Rows 3, 9, 15, 21, 27: the long one is one row, and its end counts.
        self.assertEqual((answer["matching"], answer["rows"], answer["total"]), (5, 30, 30))
        self.assertIn("part 89 of a note; Status: Idle", [row["text"] for row in answer["first"]
                                                         if "W-15;" in row["text"]][0])
        [active] = self.search("active gas wells")["rows"]
        self.assertEqual(active["matching"], len([i for i in range(30) if i % 3 and i % 2 == 0]))

    def test_layers_of_one_file_are_counted_each_by_itself(self):
        def folder(name, kind, count):
            return "<Folder><name>%s</name>%s</Folder>" % (name, "".join(
                "<Placemark><name>%s %d</name><ExtendedData><Data name='Kind'><value>%s</value></Data>"
                "<Data name='Status'><value>%s</value></Data></ExtendedData>"
                "<Point><coordinates>-106,42</coordinates></Point></Placemark>"
                % (name, i, kind, "Plugged" if i % 2 else "Active") for i in range(count)))
        self.write("sites.kml", "<?xml version='1.0'?><kml xmlns='http://www.opengis.net/kml/2.2'><Document>" +
                   folder("pits", "Disposal", 10) + folder("tanks", "Storage", 20) + "</Document></kml>")
        self.ingest()
        answers = self.search("plugged sites")["rows"]
        self.assertEqual(sorted((row["layer"], row["matching"], row["rows"], row["total"]) for row in answers),
                         [("pits", 5, 10, 10), ("tanks", 10, 20, 20)])

    def test_a_card_takes_rows_of_the_identifier_and_of_no_longer_one(self):
        self.write("licences.csv", "Licence,Operator,Remark\nPEDL24,Alpha,one\nPEDL243,Beta,was PEDL24 once\n"
                   "PEDL2430,Gamma,three\n")
        self.write("list PEDL24.csv", "Place,Operator\nhere,Delta\nthere,Delta\nelsewhere,Delta\n")
        self.ingest()
        card = self.card("PEDL24")
        self.assertEqual([value["text"] for value in card["operator"]["values"]], ["Alpha"])
        self.assertEqual([value["text"] for value in self.card("PEDL243")["operator"]["values"]], ["Beta"])

    def test_a_company_is_not_called_absent_where_not_all_are_listed(self):
        names = "".join("Well %d,Company Number %s Oil\n" % (i, "abcdefghijklmnopqrstuvwxyz"[i % 26] * 2 + str(i))
                        for i in range(700))
        self.write("many.csv", "Well,Operator\n" + names + "Last,Zebra Petroleum\n")
        self.write("few.csv", "Well,Operator\n" + "".join("W-%d,Gull Energy\n" % i for i in range(20)))
        self.ingest()
        result = self.search("wells operated by Petrobras")
        self.assertEqual([one["unlisted"] for one in result["unmet"]], [1])
        self.assertIn("is known to have", self.ask("search", self.archive, "wells operated by Petrobras"))

    def test_rows_are_counted_by_date(self):
        self.write("wells.csv", "Well,County,Spud Date\n" + "".join(
            "W-%d,Natrona,%d-06-01\n" % (i, 1950 + i) for i in range(40)))
        self.ingest()
        [answer] = self.search("wells in Natrona County spudded before 1960")["rows"]
        self.assertEqual((answer["matching"], answer["rows"]), (10, 40))
        [answer] = self.search("wells in Natrona County spudded in 1961")["rows"]
        self.assertEqual(answer["matching"], 1)

    def test_a_quantity_that_no_file_has_names_the_nearest(self):
        def las(step):
            return ("~Version\n VERS. 2.0 :\n WRAP. NO :\n~Well\n STRT.M 100 :\n STOP.M %g :\n"
                    " STEP.M %g :\n NULL. -999.25 :\n WELL. A :\n~Curve\n DEPT.M :\n GR.GAPI :\n~A\n"
                    "100 80\n%g 81\n%g 82\n" % (100 + 2 * step, step, 100 + step, 100 + 2 * step))
        self.write("half.las", las(0.5))
        self.write("two.las", las(2))
        self.ingest()
        result = self.search("logs with a step of 1 m")
        self.assertEqual(result["unmet"], [{"condition": "depth_step_m = 1", "nearest": [
            "depth_step_m = 0.5: 1 path", "depth_step_m = 2: 1 path"], "unlisted": 0}])

    def test_stats_say_what_is_not_what_its_name_says(self):
        self.write("pseudo.las", "depth velocity\n1 2\n3 4\n5 6\n")
        self.las("real.las", "A 1", "15-197-20194")
        self.ingest()
        stats = json.loads(self.ask("stats", self.archive, "--json"))
        self.assertEqual([one["path"] for one in stats["misnamed"]], ["pseudo.las"])
        self.assertEqual((stats["ocr"]["pages"], stats["ocr"]["files"]), (0, 0))

    def test_a_query_log_is_what_diagnose_reads(self):
        self.write("report.txt", "Warranty on part ABC-4471-B.\n")
        self.ingest()
        log = support.os.path.join(self.folder, "asked.jsonl")
        self.search("warranty on ABC-4471-B or ABC-4471-C", "--query-log", log)
        self.ask("lookup", self.archive, "ABC-4471-C", "XYZ-1", "--query-log", log)
        with open(log, encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
        self.assertEqual(entries[0]["question"], "warranty on ABC-4471-B or ABC-4471-C")
        self.assertEqual(entries[0]["identifiers"], [{"typed": "ABC-4471-B", "paths": 1},
                                                     {"typed": "ABC-4471-C", "paths": 0}])
        result = json.loads(self.ask("diagnose", self.archive, "--from-query-log", log, "--json",
                                     codes=(3,)))
        self.assertEqual([row["typed"] for row in result["identifiers"]],
                         ["ABC-4471-B", "ABC-4471-C", "XYZ-1"])
        self.ask("lookup", self.archive, "DRW-0017", "DRW-0018", "DRW-2200", "--query-log", log)
        [found] = json.loads(self.ask("keys", "discover", self.archive, "--from-query-log", log,
                                      "--json"))
        self.assertEqual(found["source"], "asked for")
        self.assertIn("DRW", found["shapes"][0]["expression"])
        self.assertEqual(found["identifiers"], 6)
        with open(log, "a", encoding="utf-8") as file:
            file.write('no entry\n{"identifiers":[5]}\n{"identifiers":[{"typed":7}]}\n{"identifi')
        result = json.loads(self.ask("diagnose", self.archive, "--from-query-log", log, "--json",
                                     codes=(3,)))
        self.assertEqual([row["typed"] for row in result["identifiers"]][:3],
                         ["ABC-4471-B", "ABC-4471-C", "XYZ-1"])
        with open(log, "w", encoding="utf-8") as file:
            file.write('{"identifiers":[5]}\n')
        self.ask("diagnose", self.archive, "--from-query-log", log, codes=(2,))

    def refused(self, *command):
        done = subprocess.run([support.KEYBED, *command], env=self.environment(), timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        return done.stderr.decode()

    def reasons(self, *typed):
        return [(hit["path"], hit["why"]) for hit in self.lookup(*typed)[0]["hits"]]

    def test_codes_rank_verbatim_then_canonical_then_loose(self):
        self.write("canonical.txt", "The pump abc 4471-b is spare.\nTag ABC4471B.\n")
        self.write("verbatim.txt", "The pump ABC-4471-B is spare.\n")
        self.write("padded.txt", "The pump ABC-004471-B is spare.\n")
        self.write("broken.txt", "The pump ABC-\n4471-B is spare.\n")
        self.write("blanks.txt", "The pump ABC 4471 B is spare.\n")
        self.write("scan.txt", "The pump A8C-4471-B is spare.\n")
        self.write("near.txt", "The pumps ABC-4471-C, ABC-447-1B and ABC-44710-B.\n")
        self.ingest()
        held = [("verbatim.txt", "as code, written so"), ("blanks.txt", "as code"),
                ("broken.txt", "as code"), ("canonical.txt", "as code"),
                ("padded.txt", "as code, but for leading zeros")]
        self.assertEqual(self.reasons("ABC-4471-B"), held)
        self.assertEqual(sorted(path for path, _ in self.reasons("ABC-04471-B")),
                         ["blanks.txt", "broken.txt", "canonical.txt", "padded.txt", "verbatim.txt"])
        self.assertEqual({why for _, why in self.reasons("ABC-04471-B")},
                         {"as code, but for leading zeros"})
        self.assertEqual(self.reasons("ABC-4471-B", "--ocr"),
                         held + [("scan.txt", "could be an OCR reading of ABC-4471-B")])
        for form in ("ABC 4471 B", "abc4471b", "ABC_4471_B"):
            self.assertEqual({path for path, _ in self.reasons(form)}, {path for path, _ in held})
        result = self.search("where is pump ABC 4471 B")
        self.assertEqual(result["absent"], [])
        first = [path["path"] for hit in result["hits"][:3] for path in hit["paths"]]
        self.assertEqual(set(first), {path for path, _ in held})
        self.assertEqual(self.search("where is pump ABC 4472 B")["absent"], [])

    def test_a_family_that_is_added_later_is_found_after_the_next_ingest(self):
        self.write("a.txt", "See drawings dwg 17-3 and dwg 18-4.\n")
        self.write("b.txt", "Nothing of the kind.\n")
        self.ingest()
        error = self.refused("lookup", self.archive, "dwg 17-3", "--family", "drawing")
        self.assertIn("no key family 'drawing'", error)
        sample = self.folder + "/sample.txt"
        with open(sample, "w") as file:
            file.writelines("dwg %d-%d\n" % (10 + i, i % 7) for i in range(30))
        found = json.loads(self.ask("keys", "discover", self.archive, "--sample", sample, "--json"))
        self.assertTrue(found[0]["family"])
        self.assertEqual(found[0]["shapes"][0]["expression"], "dwg \\d{2}-\\d")
        self.ask("keys", "add", self.archive, "drawing", found[0]["shapes"][0]["expression"])
        self.assertEqual(self.ingest()["unchanged"], 0)
        hits = self.lookup("DWG-17-3", "--family", "drawing")[0]["hits"]
        self.assertEqual([(hit["path"], hit["identifier"]) for hit in hits], [("a.txt", "DWG17-3")])
        self.assertEqual(self.ingest()["done"], 0)
        self.assertEqual(self.search("dwg 18-4")["absent"], [])

    def test_a_bad_family_is_one_clear_error(self):
        self.write("a.txt", "Some text.\n")
        self.ingest()
        with open(self.archive + "/keybed.textproto", "a") as config:
            config.write('key_families { name: "drawing" expression: "DRW-(" }\n')
        for command in (("ingest", "--into", self.archive), ("lookup", self.archive, "X-1")):
            error = self.refused(*command)
            self.assertIn("keybed.textproto", error)
            self.assertIn("'drawing'", error)
            self.assertIn("does not compile", error)

    def test_curves_of_the_archive_are_read_again(self):
        self.write("a.las", "~Version\nVERS. 2.0 :\nWRAP. NO :\n~Well\nSTRT.M 1 :\nSTOP.M 2 :\n"
                            "STEP.M 1 :\nNULL. -999.25 :\n~Curve\nDEPT.M :\nXYZZY.us/m :\n~A\n1 5\n2 6\n")
        self.write("b.txt", "Some text.\n")
        self.ingest()
        self.assertNotIn("curve_family", self.ask("facts", self.archive))
        folder = os.path.join(self.archive, "authority")
        os.mkdir(folder)
        with open(folder + "/curves.txt", "w") as curves:
            curves.write("family: sonic\nmnemonics: XYZZY\nwhat is this\n")
        again = self.ingest()
        self.assertEqual((again["done"], again["unchanged"]), (1, 1))
        self.assertIn("curves.txt:3:", again["errors"])
        self.assertIn("sonic", self.ask("facts", self.archive, "curve_family"))
        self.assertEqual(self.ingest()["done"], 0)
        self.assertEqual(self.paths(self.search("sonic logs")), ["a.las"])
        self.assertEqual(self.paths(self.search("well", "--where", "curve=Sonic")), ["a.las"])


if __name__ == "__main__":
    unittest.main()
