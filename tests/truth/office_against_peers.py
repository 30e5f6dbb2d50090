#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare what Keybed reads of office files with packages from PyPI.

    office_against_peers.py CELLS_OF KEYBED FOLDER

Every cell of every .xlsx, .xlsm and .xlsb below FOLDER against openpyxl and
pyxlsb, by value; the words of every .docx against python-docx, of every .pptx
against python-pptx, of every .odt against odfpy, of every .rtf against
striprtf: which share of the peer's words Keybed has too. Exit code 0: at least
99.5 % of the cells agree, and 99.5 % of the words are there; 1: fewer, and the
first differences are shown; 77: skipped, with the reason.
"""
import collections
import datetime
import json
import os
import re
import subprocess
import sys
import warnings

SKIPPED = 77
LEAST = 0.995


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def files(folder, *endings):
    out = []
    for root, _, names in os.walk(folder):
        out += [os.path.join(root, name) for name in names
                if name.lower().endswith(endings)]
    return sorted(out)


def number(text):
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return None


def seconds_of(text):
    found = re.fullmatch(r"(-?)(\d+):(\d\d):(\d\d)", text)
    if not found:
        return None
    sign, h, m, s = found.groups()
    return (-1 if sign else 1) * (int(h) * 3600 + int(m) * 60 + int(s))


def same(value, text):
    """Whether `text` of Keybed is the peer's `value`."""
    if isinstance(value, bool):
        return text == str(value).upper()
    if isinstance(value, (int, float)):
        ours = number(text)
        if ours is None:
            at = seconds_of(text)  # the peer knows fewer formats of time
            ours = None if at is None else at / 86400
            return ours is not None and abs(ours - value) < 1e-4
        return abs(ours - value) <= 1e-12 * max(abs(value), 1e-300)
    if isinstance(value, datetime.datetime):
        wanted = value
        if value.microsecond >= 500000:
            wanted += datetime.timedelta(seconds=1)
        wanted = wanted.replace(microsecond=0)
        return text == wanted.strftime("%Y-%m-%d %H:%M:%S").replace(
            " 00:00:00", "")
    if isinstance(value, datetime.date):
        return text == value.isoformat()
    if isinstance(value, datetime.time):
        return text == value.replace(microsecond=0).isoformat()
    if isinstance(value, datetime.timedelta):
        at = seconds_of(text)
        return at is not None and abs(at - value.total_seconds()) <= 1
    return "".join(str(value).split()) == "".join(text.split())


def peer_cells(path):
    if path.lower().endswith(".xlsb"):
        import pyxlsb
        with pyxlsb.open_workbook(path) as book:
            for name in book.sheets:
                with book.get_sheet(name) as sheet:
                    for row in sheet.rows():
                        for cell in row:
                            if cell.v is not None:
                                yield name, cell.r + 1, cell.c + 1, cell.v
        return
    import openpyxl
    book = openpyxl.load_workbook(path, data_only=True)
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    yield sheet.title, cell.row, cell.column, cell.value


def excel_date(value, text):
    """pyxlsb gives dates as numbers."""
    found = re.match(r"\d{4}-\d\d-\d\d", text)
    if not found or not isinstance(value, (int, float)):
        return False
    day = datetime.date(1899, 12, 30) + datetime.timedelta(days=int(value))
    return found.group() == day.isoformat()


def compare_cells(cells_of, folder):
    agreed = total = 0
    shown = []
    unread = []
    for path in files(folder, ".xlsx", ".xlsm", ".xlsb"):
        run = subprocess.run([cells_of, path], capture_output=True, text=True)
        ours = {}
        for line in run.stdout.split("\n"):
            if line:
                _, sheet, row, column, text = json.loads(line)
                ours[sheet, row, column] = text
        try:
            theirs = list(peer_cells(path))
        except Exception as error:  # the peer's, whatever it is
            unread.append((path, type(error).__name__, len(ours)))
            continue
        for sheet, row, column, value in theirs:
            if isinstance(value, str) and not value.strip():
                continue
            total += 1
            text = ours.pop((sheet, row, column), None)
            if text is not None and (same(value, text) or
                                     excel_date(value, text)):
                agreed += 1
            else:
                shown.append((path, sheet, row, column, value, text))
        for (sheet, row, column), text in ours.items():
            if text.strip():
                total += 1
                shown.append((path, sheet, row, column, None, text))
    for one in shown[:25]:
        print("  differs:", *[repr(x) for x in one])
    for path, error, n in unread:
        print(f"  the peer cannot read {path} ({error}); Keybed: {n} cells")
    share = agreed / max(total, 1)
    print(f"cells: {agreed} of {total} agree, {100 * share:.3f} %")
    return total == 0 or share >= LEAST


def words(text):
    return collections.Counter(re.findall(r"\w+", text.lower()))


def keybed_text(keybed, path):
    run = subprocess.run([keybed, "inspect", "--json", path],
                         capture_output=True, text=True)
    if run.returncode not in (0, 3):
        return ""
    documents = json.loads(run.stdout)["documents"]
    document = documents[0] if documents else {}
    return "\n".join([document.get("title", "")] +
                     [p["text"] for p in document.get("passages", [])])


def docx_text(path):
    import docx
    out = []

    def walk(parent):
        for p in parent.paragraphs:
            out.append(p.text)
        for table in parent.tables:
            for row in table.rows:
                for cell in row.cells:
                    walk(cell)
    walk(docx.Document(path))
    return "\n".join(out)


def pptx_text(path):
    import pptx
    out = []

    def walk(shapes):
        for shape in shapes:
            if shape.shape_type == 6:
                walk(shape.shapes)
            elif shape.has_text_frame:
                kind = shape.placeholder_format.type if shape.is_placeholder \
                    else None
                if kind is None or int(kind) not in (13, 16):  # number, date
                    out.append(shape.text_frame.text)
            elif getattr(shape, "has_table", False) and shape.has_table:
                out.extend(cell.text for row in shape.table.rows
                           for cell in row.cells)
    for slide in pptx.Presentation(path).slides:
        walk(slide.shapes)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame:
            out.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(out)


def odt_text(path):
    from odf import opendocument, text

    # Without what stands within and is found by itself: text boxes, and
    # comments, whose author and time odfpy would join to the word before.
    def own(node):
        out = ""
        for child in node.childNodes:
            if child.nodeType in (child.TEXT_NODE, child.CDATA_SECTION_NODE):
                out += str(child)
            elif child.qname[1] in ("annotation", "p", "h", "s", "tab",
                                    "line-break"):
                out += " "
            else:
                out += own(child)
        return out
    document = opendocument.load(path)
    return "\n".join(own(p)
                     for kind in (text.P, text.H)
                     for p in document.text.getElementsByType(kind))


def rtf_text(path):
    from striprtf.striprtf import rtf_to_text
    with open(path, encoding="latin-1") as file:
        return rtf_to_text(file.read(), errors="ignore")


def compare_words(keybed, folder, ending, peer):
    found = total = 0
    for path in files(folder, ending):
        try:
            # A set: merged cells come more than once.
            theirs = set(words(peer(path)))
        except Exception as error:
            print(f"  the peer cannot read {path} ({type(error).__name__})")
            continue
        ours = set(words(keybed_text(keybed, path)))
        missing = theirs - ours
        found += len(theirs) - len(missing)
        total += len(theirs)
        if missing:
            print(f"  {path}: without {len(missing)} of {len(theirs)}:",
                  *sorted(missing)[:10])
    share = found / max(total, 1)
    print(f"{ending}: {found} of {total} different words, {100 * share:.2f} %")
    return total == 0 or share >= LEAST


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    cells_of, keybed, folder = sys.argv[1:]
    if not os.path.isdir(folder):
        skip("no " + folder)
    warnings.simplefilter("ignore")
    try:
        import docx, openpyxl, pptx, odf, striprtf, pyxlsb  # noqa: F401
    except ImportError as error:
        skip(f"{error.name} is not installed")
    good = compare_cells(cells_of, folder)
    for ending, peer in ((".docx", docx_text), (".pptx", pptx_text),
                         (".odt", odt_text), (".rtf", rtf_text)):
        good = compare_words(keybed, folder, ending, peer) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
