#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""golden_test.py KEYBED SAMPLES GOLDEN [--update]: ingest the sample archive
(files made by SAMPLES) without an embedder, run every command of `CASES`, and
compare stdout, stderr and exit code with the files of GOLDEN. --update writes
them; read the difference before you commit it. The temporary folder's name is
shown as TMP, a time as TIME.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

A = "TMP/archive"
F = "TMP/files"
INGEST = ["ingest", F, "--into", A, "--embedder", "none", "--workers", "2", "--no-progress", "--ocr", "off"]
IDS = "\ufeff# wells and parts\r\n49-025-06325\r\n\n ABC-4471-C \n*63\nCF14,x\n"
BAD_SET = """\
{"id": "api", "question": "Which log is of well 49-025-06325?", "right": "gone.las"}
{"id": "no-part", "question": "Price of ABC-4471-C", "expect": "absent"}
{"id": "no-part", "question": "Price of ABC-4471-C again", "expect": "absent"}
{"question": "Who?"}
no JSON
"""
CASES = {
    "ingest_again": ["ingest", F, "--into", A, "--embedder", "none", "--no-progress", "--ocr", "off"],
    "ingest_plan": ["ingest", F, "--into", A, "--plan"],
    "ingest_plan_first": ["ingest", F, "--into", "TMP/none_yet", "--plan", "--embedder", "none"],
    "ingest_no_folder": ["ingest", "TMP/nothing", "--into", "TMP/none_yet"],
    "ingest_fast": ["ingest", F, "--into", "TMP/fast", "--embedder", "fast", "--no-progress", "--ocr", "off"],
    "status": ["status", A],
    "status_missing": ["status", "TMP/nothing"],
    "stats": ["stats", A],
    "stats_missing": ["stats", "TMP/nothing"],
    "lookup_exact": ["lookup", A, "49-025-06325"],
    "lookup_starred": ["lookup", A, "*2506325*"],
    "lookup_local": ["lookup", A, "2506325"],
    "lookup_near_misses": ["lookup", A, "ABC-4471-B", "abc 4471 b", "ABC-4471-C"],
    "lookup_json": ["lookup", A, "PEDL902", "--json"],
    "lookup_list": ["lookup", A, "--list", "TMP/ids.txt", "--csv"],
    "lookup_list_no_hits": ["lookup", A, "49-025-06325", "--csv", "--limit", "0"],
    "lookup_no_list": ["lookup", A, "--list", "TMP/nothing.txt"],
    "lookup_short_star": ["lookup", A, "*63"],
    "diagnose": ["diagnose", A, "TMP/ids.txt"],
    "diagnose_nothing": ["diagnose", A],
    "facts_keys": ["facts", A, "sample_interval_us"],
    "facts_state": ["facts", A, "state"],
    "facts_unknown": ["facts", A, "no_such_key"],
    "search_filtered": ["search", A, "sonic log", "--where", "state=WY", "--where", "depth_stop_m>1500", "--limit", "3"],
    "search_absent": ["search", A, "ABC-4471-C"],
    "search_nothing_passes": ["search", A, "log", "--where", "state=WY", "--where", "depth_stop_m>9000", "--where", "colour=red"],
    "search_quantity": ["search", A, "seismic with a 4 ms sample interval", "--limit", "3", "--explain"],
    "search_no_such_quantity": ["search", A, "seismic with a 5 ms sample interval", "--limit", "2", "--explain"],
    "search_place": ["search", A, "logs in Natrona County, Wyoming", "--limit", "3"],
    "search_other_state": ["search", A, "well 49-025-06325 in Kansas", "--limit", "2"],
    "search_operator": ["search", A, "wells operated by Mudstone Pet. Ltd", "--limit", "2", "--explain"],
    "search_operator_missing": ["search", A, "logs of wells operated by Statoil", "--limit", "1", "--explain"],
    "search_where_company": ["search", A, "log", "--where", "company=Mudstone Petroleum Inc", "--limit", "1", "--explain"],
    "keys_companies": ["keys", "companies", A],
    "keys_companies_joined": ["keys", "companies", A, "--joined"],
    "keys_companies_json": ["keys", "companies", A, "--json"],
    "keys_companies_csv": ["keys", "companies", A, "--csv"],
    "keys_companies_no_archive": ["keys", "companies", "TMP/nothing"],
    "keys_usage": ["keys"],
    "index_status": ["index", "status", A],
    "index_build_help": ["index", "build", "--help"],
    "ask_help": ["ask", "--help"],
    "ask_identifier": ["ask", A, "49-025-06325"],
    "ask_attribute": ["ask", A, "Who operates well 49-025-06325?", "--json"],
    "ask_absent": ["ask", A, "warranty on ABC-4471-C"],
    "ask_clause": ["ask", A, "Section 2.2 of the Tindal pump services agreement", "--show-context"],
    "ask_clause_asked_back": ["ask", A, "What does clause 2.1 say?"],
    "ask_prose": ["ask", A, "warranty on ABC-4471-B"],
    "ask_quantity": ["ask", A, "seismic with a 4 ms sample interval"],
    "ask_no_such_quantity": ["ask", A, "seismic with a 5 ms sample interval"],
    "ask_nothing": ["ask", A, "Which orchestra recorded the symphony?"],
    "ask_unread": ["ask", A, "Which files could not be read, and why?"],
    "ask_count": ["ask", A, "How many pumps were repaired in 1998?"],
    "ask_no_word": ["ask", A, " ?! "],
    "eval_answers": ["eval", A, "TMP/questions.jsonl", "--answers"],
    "search_bad_where": ["search", A, "x", "--where", "depth_stop_m>deep"],
    "search_json": ["search", A, "warranty on ABC-4471-B", "--limit", "1", "--json"],
    "search_clause_asked_back": ["search", A, "What does clause 2.1 say?", "--limit", "3"],
    "search_clause_named": ["search", A, "Section 2.2 of the Tindal pump services agreement"],
    "search_clause_excerpt": ["search", A, "clause 12.4 of the Sooner farm-out", "--limit", "2"],
    "search_clause_item": ["search", A, "clause 2.2(b) of the Quartz Hill lease", "--json"],
    "search_clause_versions": ["search", A, "clause 2.1 of the Quartz Hill lease"],
    "search_clause_absent": ["search", A, "Section 2.9 of the Tindal agreement", "--limit", "1"],
    "search_versions": ["search", A, "How much is the rent between Ada Moss and Lark Creek Oil?", "--limit", "1"],
    "lookup_clause": ["lookup", A, "2.1", "--family", "clause"],
    "lookup_clause_subtree": ["lookup", A, "2*", "--family", "clause", "--limit", "4"],
    "lookup_clause_no_cue": ["lookup", A, "2.1"],
    "inspect_clauses": ["inspect", F + "/Contracts/quartz_hill_lease.txt", "--passages", "9"],
    "inspect_las": ["inspect", F + "/Wells/Wyoming/LARK_CREEK_1-12.las", "--facts"],
    "inspect_segy": ["inspect", F + "/Seismic/Line_17.sgy", "--facts"],
    "inspect_navigation": ["inspect", F + "/Seismic/Line_93D.p190"],
    "inspect_shapefile": ["inspect", F + "/GIS/lark_creek_wells.dbf", "--facts"],
    "inspect_pdf": ["inspect", F + "/Reports/completion_lark_creek_1-12.pdf"],
    "inspect_empty": ["inspect", F + "/Wells/Damaged/empty.las"],
    "inspect_no_reader": ["inspect", F + "/Notes/readme.bin"],
    "eval_help": ["eval", "--help"],
    "eval_set": ["eval", A, "TMP/questions.jsonl", "--per-class", "--save", "TMP/first.jsonl"],
    "eval_set_again": ["eval", A, "TMP/questions.jsonl", "--save", "TMP/first.jsonl"],
    "eval_bad_lines": ["eval", A, "TMP/bad.jsonl", "--json", "--save", "TMP/second.jsonl"],
    "eval_compare": ["eval", "--compare", "TMP/first.jsonl", "TMP/second.jsonl"],
    "eval_compare_json": ["eval", "--compare", "TMP/second.jsonl", "TMP/first.jsonl", "--json"],
    "eval_compare_wrong": ["eval", "--compare", "TMP/first.jsonl", "TMP/questions.jsonl"],
    "eval_generate": ["eval", A, "--generate", "6", "--seed", "3"],
    "eval_meaning_without": ["eval", A, "TMP/questions.jsonl", "--arm", "meaning"],
    "eval_usage": ["eval", A],
    "verify": ["verify", A],
    "usage": ["lookup"],
}


def settle(folder):
    """As if everything had been written long ago: then nothing is read twice."""
    for path, _, names in os.walk(folder):
        for name in names:
            os.utime(os.path.join(path, name), (1.5e9, 1.5e9))


def show(done, tmp):
    # GDAL's wording of a coordinate system differs by its version.
    out = "".join(line for line in done.stdout.decode().splitlines(True) if not line.startswith("  crs_wkt"))
    text = f"exit {done.returncode}\n--- stdout\n{out}--- stderr\n{done.stderr.decode()}"
    # What libmagic says differs between its versions.
    text = re.sub(r"it looks like [^\n\"]*", "it looks like SOMETHING", text)
    text = re.sub(r"reports/[0-9A-Za-z.-]+jsonl", "reports/TIME.jsonl", text)
    text = re.sub(r" +\(?[0-9]+\.[0-9]{3} ms\)?", " TIME", text)
    return re.sub(r"\b[0-9]+\.[0-9] s\b", "TIME s", text).replace(tmp, "TMP")


def run(keybed, arguments, tmp):
    return subprocess.run([keybed] + [a.replace("TMP", tmp) for a in arguments], capture_output=True, timeout=120)


def compare(name, got, golden, update):
    """1 if it differs, after saying how."""
    path = f"{golden}/{name}.txt"
    if update:
        with open(path, "w", encoding="utf-8") as f:
            f.write(got)
        return 0
    with open(path, encoding="utf-8") as f:
        want = f.read()
    if got != want:
        print(f"{name}: differs\n=== want\n{want}\n=== got\n{got}")
    return int(got != want)


def main():
    keybed, samples, golden = sys.argv[1:4]
    update = "--update" in sys.argv
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="keybed-golden-") as tmp:
        os.umask(0o022)
        subprocess.run([sys.executable, samples, tmp + "/files"], check=True, stdout=subprocess.DEVNULL)
        settle(tmp + "/files")
        with open(tmp + "/ids.txt", "w", encoding="utf-8") as f:
            f.write(IDS)
        shutil.copy(os.path.join(os.path.dirname(samples), "questions.jsonl"), tmp)
        with open(tmp + "/bad.jsonl", "w", encoding="utf-8") as f:
            f.write(BAD_SET)
        wrong += compare("ingest", show(run(keybed, INGEST, tmp), tmp), golden, update)
        for name, arguments in CASES.items():
            wrong += compare(name, show(run(keybed, arguments, tmp), tmp), golden, update)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
