#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""composed_test.py KEYBED SAMPLES QUESTIONS [ARCHIVE]: every sentence that `ask`
composes without a model passes the checks of a model's sentences, or is one of
Keybed's own statements: a closed list, each with what it says computed anew
here, by other commands and from the text of the sources that it cites. The
archive is made of SAMPLES unless one is named."""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def run(*argv, codes=(0, 3)):
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(argv)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def blanks(text):
    return " ".join(text.split())


def bare(text):
    return re.sub(r"[^0-9a-z\u0080-\uffff]", "", text.lower())


def name_of(path):
    return path["path"].rsplit("/", 1)[-1]


def said_by(source):
    """All that a source says: what stands in it and what it is called."""
    return blanks("\n".join([source["text"], source["title"], source.get("date", ""),
                             source["locator"].get("section", "")] +
                            [path["path"] for path in source["paths"]]))


class Archive:
    def __init__(self, keybed, path):
        self.keybed, self.path = keybed, path

    def lookup(self, key):
        return json.loads(run(self.keybed, "lookup", self.path, key, "--json"))

    def ask(self, question):
        return json.loads(run(self.keybed, "ask", self.path, question, "--json",
                              "--embedder", "none"))

    def with_fact(self, key, value):
        found = json.loads(run(self.keybed, "search", self.path, value, "--json", "--embedder",
                               "none", "--limit", "1000", "--where", f"{key}={value}"))
        return {path["path"] for hit in found.get("hits", []) for path in hit["paths"]}


# Each takes the match, the cited sources and the archive, and says what is wrong.

def stands_in(match, cited, archive):
    """How many files hold an identifier, and which: looked up anew."""
    for found in archive.lookup(match["id"]):
        paths = {(hit["root"], hit["path"]) for hit in found["hits"]}
        number = int(match["number"].replace(",", ""))
        if number != found["paths"] or number != len(paths):
            return f"lookup finds {found['paths']} paths"
        names = {path.rsplit("/", 1)[-1] for _, path in paths}
        told = match["names"]
        for name in sorted(names, key=len, reverse=True):
            told = told.replace(name, "")
        if told.strip(", "):
            return f"no such file: {told}"
        written = match["written"] or match["id"]
        forms = {form["text"] for hit in found["hits"] for form in hit["forms"]} | {written}
        forms |= {hit["identifier"] for hit in found["hits"]}
        for source in cited:
            here = bare(said_by(source))
            if not any(bare(form) in here for form in forms):
                return f"source {source['id']} does not hold {written}"
        return ""
    return "lookup finds nothing"


def quotes(match, cited, _):
    """Quotations are verbatim, and what stands before them names the source."""
    for source in cited:
        text = blanks(source["text"])
        parts = [blanks(part) for part in re.findall("“(.*?)”(?= …|[.]?$| \\(and more\\))",
                                                     match["quotes"])]
        named = not match["name"] or match["name"] in said_by(source)
        if parts and named and all(part in text for part in parts):
            return ""
    return "is no quotation of a source of that name"


def attribute(match, cited, _):
    """Each value of an attribute stands in a cited source, and so does the
    identifier that it is of."""
    if not any(bare(match["id"]) in bare(said_by(source)) or
               bare(said_by(source)).find(bare(match["id"])[:10]) >= 0 for source in cited):
        return f"no source holds {match['id']}"
    texts = [said_by(source) for source in cited]
    rest = re.sub(r"; and [\d,]+ more$", "", match["values"])
    whole = any(blanks(rest) in text for text in texts)
    for value in [] if whole else rest.split("; "):
        number = re.match(r"-?\d[\d,.]*", value)
        held = any(blanks(value) in text or
                   (number and re.search(r"(?<![\d.])" + re.escape(number[0]) + r"(?![\d])", text)
                    and all(word in text for word in value.split()[1:]
                            if not re.match(r"[(\d.]", word)))
                   for text in texts)
        if not held:
            return f"no source says {value}"
    return ""


def fact(match, cited, archive):
    """The file has the fact: found by it anew."""
    paths = {path["path"] for source in cited for path in source["paths"]}
    for pair in match["facts"].split("; "):
        key, _, value = pair.partition(" ")
        if not paths & archive.with_fact(key, value.replace(",", "")):
            return f"no cited file has {pair}"
    return "" if any(path.endswith(match["name"]) for path in paths) else "another file"


KINDS = (
    ("identifier stands in files", stands_in, re.compile(
        r"(?:licence |well |block )?(?P<id>.+?)(?: \(written (?P<written>.+?)(?:; .*?)?\))? "
        r"stands in (?P<number>[\d,]+) files?(?:, among them)?: (?P<names>.+)\.$", re.S)),
    ("quotation", quotes, re.compile(
        r"(?:(?P<name>[^“”]*?)(?: \([^()]*\))?: )?(?P<quotes>“.*”\.?)(?: \(and more\))?$", re.S)),
    ("attribute of an identifier", attribute, re.compile(
        r"(?P<attribute>[A-Z][^:“]*?) of (?P<id>[^:]+?)(?:, on which sources disagree)?: "
        r"(?P<values>.+?)\.?$", re.S)),
    ("fact of a file", fact, re.compile(
        r"(?P<name>[^:]+?): (?P<facts>[a-z_]+ .+)\.$", re.S)),
)


def judge(sentence, sources, archive):
    """The kind of statement, and what is wrong with it."""
    cited = [source for source in sources if source["id"] in sentence["cites"]]
    wrong = "is of no kind of Keybed's statements"
    for kind, check, form in KINDS:
        match = form.match(sentence["text"])
        if match:
            wrong = check(match, cited, archive)
            if not wrong:
                return kind, ""
    return None, wrong


def questions_of(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if path.endswith(".tsv"):
        at = lines[0].split("\t").index("question")
        return [line.split("\t")[at] for line in lines[1:] if line]
    return [json.loads(line)["question"] for line in lines if line]


def main():
    keybed, samples, questions = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as tmp:
        path = sys.argv[4] if len(sys.argv) > 4 else f"{tmp}/archive"
        if len(sys.argv) <= 4:
            run(sys.executable, samples, f"{tmp}/files")
            for parent, _, names in os.walk(f"{tmp}/files"):
                for name in names:
                    os.utime(f"{parent}/{name}", (time.time() - 3600,) * 2)
            run(keybed, "ingest", f"{tmp}/files", "--into", path, "--embedder", "none",
                "--no-progress", "--ocr", "off")
        archive = Archive(keybed, path)
        outcomes = json.loads(run(keybed, "eval", path, questions, "--answers", "--json",
                                  "--embedder", "none"))["outcomes"]
        kinds, wrong = collections.Counter(), 0
        for one in outcomes:
            kinds["passes the checks"] += one["checked"]
            if not one["failed"]:
                continue
            answer = archive.ask(one["question"])
            told = {sentence["text"]: sentence for sentence in answer["sentences"]}
            for failed in one["failed"]:
                text = next((text for text in told if failed.endswith(": " + text)), None)
                kind, why = (judge(told[text], answer["sources"], archive) if text
                             else (None, "is not said by `ask`"))
                kinds[kind or "WRONG"] += 1
                if why:
                    wrong += 1
                    print(f"WRONG {one['question']}\n  {failed}\n  {why}")
        for kind, number in kinds.most_common():
            print(f"{number:6} {kind}")
        # A test that found nothing to judge has not judged.
        return 1 if wrong or kinds["identifier stands in files"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
