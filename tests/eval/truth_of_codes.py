# SPDX-License-Identifier: Apache-2.0
"""Which files hold which codes, wellbores and Canadian UWIs, found without
Keybed: columns of dBASE and delimited files whose values nearly all have the
shape of one. `written` are all the words of all raw files, to make sure that
what is asked for as absent stands nowhere.
"""

import collections
import csv
import os
import re
import sqlite3
import struct

import truth_of_wells as wells

SHAPES = {
    "uwi": re.compile(r"\w\w/\d\d-\d\d-\d{3}-\d\dW\d/\d"),
    "wellbore": re.compile(r"\d{1,4}/\d{1,2}[a-z]?-[A-Z0-9][A-Z0-9 -]{0,12}"),
    "code": re.compile(r"(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9./+#_-]{3,24}"),
}
# "Aug-16" is a date that a spreadsheet wrote.
DATE = re.compile(r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*-\d+", re.I)


def columns_of(path):
    lower = path.lower()
    try:
        if lower.endswith(".dbf"):
            yield from wells.dbf_columns(path)
        elif lower.endswith(wells.CSV_KINDS):
            yield from wells.csv_columns(path)
    except (sqlite3.Error, csv.Error, IndexError, struct.error):
        return  # a damaged file is no truth


def shape_of(values):
    filled = [value.strip() for value in values if value.strip()]
    for name, shape in SHAPES.items():
        good = [value for value in filled if shape.fullmatch(value) and not DATE.fullmatch(value)]
        if len(filled) >= 3 and len(good) * 10 >= len(filled) * 8 and len(set(good)) >= 3:
            return name, good
    return None, []


def truth_of(root):
    """{shape: {value in capitals: {path, …}}}, {shape: {path: [value, …]}}"""
    files = {name: collections.defaultdict(set) for name in SHAPES}
    lists = {name: collections.defaultdict(list) for name in SHAPES}
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.getsize(path) > 64 << 20:
                continue
            shown = os.path.relpath(wells.document_of(path), root)
            for _, values in columns_of(path):
                shape, good = shape_of(values)
                if shape:
                    for value in good:
                        files[shape][value.upper()].add(shown)
                    lists[shape][shown] += sorted(set(good))
    return files, lists


def loose(text):
    """Letters and digits alone, zeros in front of a run of digits dropped."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"[^0-9A-Z]", "", text.upper()))


def written(root):
    """The loose forms of all words of all files and names."""
    words = set()
    word = re.compile(rb"[A-Za-z0-9][A-Za-z0-9./+#_-]{2,40}")
    for folder, _, names in os.walk(root):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            for one in set(word.findall(data)) | set(word.findall(os.fsencode(name))):
                words.add(loose(one.decode()))
                words.update(loose(part.decode()) for part in one.split(b"/"))
    return words
