# SPDX-License-Identifier: Apache-2.0
"""Which files hold which US well numbers, found without Keybed: a small dBASE
parser, the csv module and regular expressions over raw bytes.

A number counts where a column or a LAS item is called API or UWI, and where it
is written with its dashes. Compressed files (PDF, zipped KML) and columns of
other names cannot be seen this way: `shows` says whether what a hit beyond the
truth cites shows the number.
"""

import collections
import csv
import os
import re
import sqlite3
import struct

STATES = set(range(1, 52)) | {55, 56, 60, 61}
DASHED = re.compile(rb"(?<![\d-])(\d\d)-(\d{3})-(\d{5})(?:-\d\d){0,2}(?![\d-])")
LAS_ITEM = re.compile(rb"^\s*(?:API|UWI)\s*\.[^\s:]*\s+([0-9-]+)\s*:", re.M | re.I)
LABEL = re.compile(r"^\W*(api|uwi)", re.I)
CSV_KINDS = (".csv", ".tsv", ".txt")


def well(text):
    """The ten digits that name the well, or None."""
    text = text.strip()
    text = re.sub(r"^(\d+)\.0*$", r"\1", text)
    if not re.fullmatch(r"\d+|\d\d-\d{3}-\d{5}(-\d\d){0,2}", text):
        return None
    digits = text.replace("-", "")
    if len(digits) in (9, 11, 13):
        digits = "0" + digits
    if len(digits) not in (10, 12, 14):
        return None
    ten = digits[:10]
    return ten if int(ten[:2]) in STATES and ten[2:5] != "000" else None


def dbf_columns(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 33:
        return
    rows, header, width = struct.unpack("<IHH", data[4:12])
    fields, at, begin = [], 32, 1
    while at + 32 <= header and data[at] != 0x0D:
        name = data[at:at + 11].split(b"\0")[0].decode("latin-1")
        fields.append((name, begin, data[at + 16]))
        begin += data[at + 16]
        at += 32
    for name, begin, size in fields:
        values = []
        for row in range(rows):
            start = header + row * width
            if data[start:start + 1] == b" ":
                values.append(data[start + begin:start + begin + size]
                              .decode("latin-1").strip())
        yield name, values


def csv_columns(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        text = file.read()
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)
    if first.count(delimiter) == 0:
        return
    rows = list(csv.reader(text.splitlines(), delimiter=delimiter))
    for index, name in enumerate(rows[0]):
        yield name, [row[index] for row in rows[1:] if index < len(row)]


def sqlite_columns(path):
    with sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True) as db:
        tables = [row[0] for row in db.execute(
            "select name from sqlite_master where type='table'")]
        for table in tables:
            cursor = db.execute('select * from "%s"' % table)
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            for index, name in enumerate(names):
                yield name, [str(row[index]) for row in rows
                             if isinstance(row[index], (str, int, float))]


def wells_of_columns(columns):
    for name, values in columns:
        if LABEL.match(name):
            yield from filter(None, map(well, values))


def wells_of(path):
    lower = path.lower()
    found = set()
    with open(path, "rb") as file:
        data = file.read()
    for state, county, unique in DASHED.findall(data):
        one = well((state + county + unique).decode())
        if one:
            found.add(one)
    if lower.endswith(".las"):
        for value in LAS_ITEM.findall(data):
            one = well(value.decode())
            if one:
                found.add(one)
    columns = (dbf_columns(path) if lower.endswith(".dbf") else
               csv_columns(path) if lower.endswith(CSV_KINDS) else
               sqlite_columns(path) if lower.endswith(".gpkg") else ())
    try:
        found.update(wells_of_columns(columns))
    except (sqlite3.Error, csv.Error, IndexError, struct.error):
        pass  # a damaged file is no truth
    return found


def document_of(path):
    """A table's rows are found under the layer that it belongs to."""
    if ".gdb/" in path:
        return path[:path.index(".gdb/") + 4]
    stem, extension = os.path.splitext(path)
    if extension.lower() == ".dbf":
        for other in (".shp", ".SHP"):
            if os.path.exists(stem + other):
                return stem + other
    return path


def truth_of(root):
    """{ten digits: {path, …}}"""
    files = collections.defaultdict(set)
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.getsize(path) > 64 << 20:
                continue
            shown = os.path.relpath(document_of(path), root)
            for one in wells_of(path):
                files[one].add(shown)
    return files


def shows(text, ten):
    """Does what a hit cites show the number, whole or from its county on?"""
    digits = re.sub(r"[^0-9]", "", text)
    return ten in digits or ten[2:] in digits
