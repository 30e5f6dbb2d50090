#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare every cell of every .xls below FOLDER with what xlrd reads.

    legacy_against_peers.py XLS_CELLS FOLDER [--least 99.5]

XLS_CELLS is the program tests/truth/xls_cells. A cell that one side has and
the other has not counts as a difference. Exit code 0: the share that agrees is
at least that asked for; 1: it is not, and the first differences are shown;
77: skipped, with the reason.
"""
import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import unicodedata

SKIPPED = 77
SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def workbooks(folder):
    for root, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(root, name)
            if not name.lower().endswith((".xls", ".xlt")):
                continue
            with open(path, "rb") as file:
                if file.read(8) == SIGNATURE:
                    yield path


def our_cells(program, path):
    run = subprocess.run([program, path], capture_output=True, text=True)
    if run.returncode != 0:
        return None
    out = {}
    for line in run.stdout.split("\n"):
        if line:
            sheet, row, column, text = line.split("\t", 3)
            out[int(sheet), int(row), int(column)] = json.loads(text)
    return out


def clean(text):
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")
    return "".join(kept)


def their_cells(xlrd, path):
    # Its reports of files that break rules are no part of the comparison.
    with open(os.devnull, "w") as nowhere:
        book = xlrd.open_workbook(path, formatting_info=False, logfile=nowhere,
                                  ragged_rows=True)
    out = {}
    for index, sheet in enumerate(book.sheets()):
        for row in range(sheet.nrows):
            for column in range(sheet.row_len(row)):
                cell = sheet.cell(row, column)
                if cell.ctype not in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
                    out[index, row, column] = (cell.ctype, cell.value)
    return out, book.datemode


def number_in(text):
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return None


def serial_of(text, datemode):
    """An ISO date, a date with a time, or a time, as days; None if none."""
    for form in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d"):
        try:
            moment = datetime.datetime.strptime(text, form)
        except ValueError:
            continue
        zero = datetime.datetime(1904, 1, 1) if datemode else datetime.datetime(1899, 12, 30)
        days = (moment - zero).total_seconds() / 86400
        return days if datemode or days > 60 else days - 1
    sign = -1 if text.startswith("-") else 1
    parts = text.lstrip("-").split(":")
    if len(parts) == 3 and all(p.isdigit() for p in parts):
        return sign * (int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])) / 86400
    return None


def agrees(xlrd, kind, value, text, datemode):
    if kind == xlrd.XL_CELL_TEXT:
        return clean(value)[:30000] == text[:30000]
    if kind == xlrd.XL_CELL_BOOLEAN:
        return text == ("TRUE" if value else "FALSE")
    if kind == xlrd.XL_CELL_ERROR:
        return text == xlrd.error_text_from_code.get(value)
    ours = number_in(text)
    if ours is None:
        days = serial_of(text, datemode)
        return days is not None and abs(days - value) <= 0.6 / 86400
    if kind == xlrd.XL_CELL_DATE:
        # Outside what a calendar has, a number stays a number.
        outside = not 0 <= value < 2958466
        return outside and math.isclose(ours, value, rel_tol=1e-12)
    return math.isclose(ours, value, rel_tol=1e-13, abs_tol=1e-300)


def compare(xlrd, program, path):
    ours = our_cells(program, path)
    try:
        theirs, datemode = their_cells(xlrd, path)
    except Exception as error:  # any damage that xlrd does not bear
        return None, None, f"xlrd fails: {error}"
    if ours is None:
        return None, None, "xls_cells fails"
    theirs = {k: v for k, v in theirs.items() if clean(str(v[1])) != ""}
    bad = []
    for place in sorted(set(ours) | set(theirs)):
        if place not in theirs or place not in ours or not agrees(
                xlrd, *theirs[place], ours[place], datemode):
            bad.append((place, theirs.get(place), ours.get(place)))
    return len(set(ours) | set(theirs)), bad, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--least", type=float, default=99.5)
    options = parser.parse_args()
    try:
        import xlrd
    except ImportError:
        skip("the package xlrd is not installed")
    if not os.path.isdir(options.folder):
        skip("no folder " + options.folder)
    cells = wrong = files = 0
    for path in workbooks(options.folder):
        count, bad, problem = compare(xlrd, options.program, path)
        name = os.path.relpath(path, options.folder)
        if problem:
            print(f"{name}: {problem}")
            wrong += problem == "xls_cells fails"
            cells += problem == "xls_cells fails"
            continue
        files += 1
        cells += count
        wrong += len(bad)
        for place, theirs, ours in bad[:5]:
            print(f"{name} sheet {place[0]} row {place[1]} column {place[2]}: "
                  f"xlrd {theirs!r}, ours {ours!r}")
    if files == 0:
        skip("no .xls in " + options.folder)
    share = 100 * (cells - wrong) / cells
    print(f"{files} workbooks, {cells} cells, {wrong} differ: {share:.4f} % agree")
    sys.exit(0 if share >= options.least else 1)


if __name__ == "__main__":
    main()
