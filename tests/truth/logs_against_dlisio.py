#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare what Keybed reads of DLIS, LIS and LAS 3.0 with dlisio and lasio.

    logs_against_dlisio.py KEYBED FOLDER [--show N]

All .dlis, .lis and LAS 3.0 files below FOLDER: every field of the defining
origin, every channel, frame, index range, number of rows and parameter name of
each logical file; headers, curves, constants, index range and rows of LIS.
The same files again with tape marks, with junk before them, cut at three
quarters and with zeros for their last fifth: there, that what dlisio finds
before the damage is found. Prints agreed/total of each kind; exit code 0 if
all agree, 1 if not, 77 if skipped.
"""
import datetime
import json
import logging
import os
import re
import struct
import subprocess
import sys
import tempfile
import warnings

SKIPPED = 77
warnings.simplefilter("ignore")
logging.disable(logging.ERROR)


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


try:
    from dlisio import dlis, lis
    from dlisio.common import Actions, ErrorHandler
except ImportError:
    skip("no dlisio (pip install dlisio)")

SALVAGE = ErrorHandler(critical=Actions.SWALLOW, major=Actions.SWALLOW,
                       minor=Actions.SWALLOW, info=Actions.SWALLOW)


def peer(read, default=None):
    """What the peer says, or `default` where it gives up."""
    try:
        return read()
    except (RuntimeError, ValueError, OSError, IndexError, KeyError, AttributeError):
        return default


class Score:
    def __init__(self):
        self.agreed, self.total, self.shown = {}, {}, []

    def check(self, kind, right, ours, theirs, where):
        self.total[kind] = self.total.get(kind, 0) + 1
        self.agreed[kind] = self.agreed.get(kind, 0) + bool(right)
        if not right:
            self.shown.append(f"{where}: {kind}: keybed {ours!r}, peer {theirs!r}")


def inspect(program, path):
    run = subprocess.run([program, "inspect", "--json", path], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    try:
        documents = json.loads(run.stdout)["documents"]
    except (ValueError, KeyError):
        return None
    return documents[0] if documents else None


def squeezed(value):
    if isinstance(value, bytes):
        try:
            value = value.decode("utf-8")
        except UnicodeDecodeError:
            value = value.decode("cp1252", "replace")
    return " ".join(str(value).replace("\0", " ").split())


def facts_in(document, section, key):
    """Facts of a logical file, those of its frames among them."""
    return [f for f in document["facts"] if f["key"] == key and
            (f["locator"].get("section", "") == section or
             f["locator"].get("section", "").startswith(section + ", "))]


def texts(document, section, key):
    return [f["text"] for f in facts_in(document, section, key)]


def passages_in(document, section):
    return "\n".join(p["text"] for p in document["passages"]
                     if p["locator"].get("section", "").startswith(section))


def near(ours, theirs):
    return ours is not None and abs(ours - theirs) <= 1e-6 * max(1.0, abs(theirs))


METRES = {"m": 1, "ft": 0.3048, "in": 0.0254, "f": 0.3048, "cm": 0.01, "mm": 0.001,
          "inch": 0.0254, "feet": 0.3048, "meter": 1, "meters": 1}


def split_unit(unit):
    """"0.1 in" is a tenth of an inch; ".1IN" as well."""
    unit = squeezed(unit or "")
    digits = ""
    while unit and (unit[0].isdigit() or unit[0] == "."):
        digits, unit = digits + unit[0], unit[1:]
    return (float(digits) if digits else 1.0), unit.strip()


def check_index(score, document, section, frame_section, name, value, unit, where):
    factor, base = split_unit(unit)
    metres = METRES.get(base.lower())
    key = f"depth_{name}_m" if metres else f"index_{name}"
    wanted = value * factor * metres if metres else value
    found = [f.get("number") for f in document["facts"] if f["key"] == key and
             f["locator"].get("section", "") == (frame_section or section)]
    score.check("index range", any(near(n, wanted) for n in found), found, wanted, where)


ORIGIN = {"file_id": "file_id", "file_set_name": "file_set_name",
          "file_set_number": "file_set_nr", "file_number": "file_nr", "file_type": "file_type",
          "product": "product", "product_version": "version", "service_order": "order_nr",
          "descent_number": "descent_nr", "run_number": "run_nr", "well_id": "well_id",
          "well_name": "well_name", "field": "field_name", "producer_code": "producer_code",
          "service_company": "producer_name", "company": "company",
          "name_space": "namespace_name", "programs": "programs"}


def says_nothing(text):
    return not any(c.isalnum() for c in text) or text.upper() in ("N/A", "NONE", "NULL")


def check_origin(score, document, section, origin, where):
    for key, attribute in ORIGIN.items():
        value = getattr(origin, attribute)
        if isinstance(value, list):
            value = ", ".join(squeezed(v) for v in value)
        value = "" if value is None else squeezed(value)
        if says_nothing(value):
            continue
        found = [squeezed(t) for t in texts(document, section, key)]
        score.check("origin field", value in found, found, value, f"{where} {key}")
    created = origin.creation_time
    if isinstance(created, datetime.datetime):
        found = texts(document, section, "creation_time")
        score.check("origin field", any(t[:19] == str(created)[:19] for t in found), found,
                    str(created), f"{where} creation_time")


def check_channels(score, document, section, logical, where):
    curves = texts(document, section, "curve")
    described = passages_in(document, section + ", CHANNEL")
    for channel in logical.channels:
        name = squeezed(channel.name)
        unit, long_name = squeezed(channel.units or ""), channel.long_name
        wanted = name + (f" [{unit}]" if unit else "")
        if isinstance(long_name, str) and squeezed(long_name):
            wanted += ": " + squeezed(long_name)
        score.check("channel", name in curves and wanted in described, None, wanted, where)


def frame_rows(frame):
    return peer(frame.curves)


def check_frame(score, document, section, frame, where, damaged):
    at = f"{section}, frame {squeezed(frame.name)}"
    here = [f for f in document["facts"] if f["locator"].get("section") == at]
    keys = {f["key"]: f for f in here}
    score.check("frame", "frame" in keys, None, frame.name, where)
    score.check("frame", keys.get("frame_channel_count", {}).get("number") == len(
        (frame.attic["CHANNELS"].value if "CHANNELS" in frame.attic.keys() else []) or []), None,
        "channels", where)
    for key, value in (("index_type", frame.index_type), ("index_direction", frame.direction)):
        if value:
            score.check("frame", keys.get(key, {}).get("text") == squeezed(value), None, value, where)
    rows = frame_rows(frame)
    if rows is not None:
        found = keys.get("data_rows", {}).get("number", -1)
        # Zeros within a frame that is there are none of its damage to us.
        right = found >= len(rows) if damaged else found == len(rows)
        score.check("rows", right, found, len(rows), where)
    if not frame.index_type:
        return
    limits = []
    for name in ("INDEX-MIN", "INDEX-MAX"):
        has = name in frame.attic.keys() and frame.attic[name].value
        limits.append((frame.attic[name].value[0], frame.attic[name].units) if has else None)
    if frame.direction == "DECREASING":
        limits.reverse()
    index_unit = frame.channels[0].units if frame.channels and frame.channels[0] else ""
    for i, name in enumerate(("start", "stop")):
        if limits[i] and isinstance(limits[i][0], (int, float)):
            check_index(score, document, section, at, name, float(limits[i][0]),
                        limits[i][1] or index_unit, where)
        elif rows is not None and len(rows) and not limits[i]:
            value = rows[rows.dtype.names[1]][0 if i == 0 else -1]
            check_index(score, document, section, at, name, float(value), index_unit, where)


def check_dlis(score, program, path, where, damaged):
    document = inspect(program, path)
    try:
        files = dlis.load(path, error_handler=SALVAGE) if damaged else dlis.load(path)
    except Exception as error:  # the peer cannot read it at all
        score.check("file read where the peer is not", document is not None, None, str(error)[:80],
                    where)
        return
    with files as logicals:
        if document is None:
            score.check("file", False, None, f"{len(logicals)} logical files", where)
            return
        sections = []
        for fact in document["facts"]:
            if fact["key"] == "logical_file":
                sections.append(fact["locator"]["section"])
        score.check("logical files", len(sections) >= len(logicals), len(sections), len(logicals),
                    where)
        for i, logical in enumerate(logicals[:len(sections)]):
            section = sections[i]
            if logical.fileheader:
                name = squeezed(logical.fileheader.id)
                score.check("logical files", texts(document, section, "logical_file") == [name],
                            section, name, where)
            for origin in logical.origins[:1]:
                check_origin(score, document, section, origin, where)
            check_channels(score, document, section, logical, where)
            for frame in logical.frames:
                check_frame(score, document, section, frame, where, damaged)
            parameters = passages_in(document, section + ", PARAMETER")
            for parameter in logical.parameters:
                score.check("parameter", squeezed(parameter.name) in parameters, None,
                            parameter.name, where)


def check_lis_constants(score, document, section, logical, where):
    passages = passages_in(document, section)
    for record in peer(logical.wellsite_data, []):
        for component in peer(record.components, []):
            value = squeezed(component.component) if isinstance(component.component, str) else ""
            if value and component.mnemonic.strip() in ("MNEM", "VALU", "TYPE"):
                known = value in passages or any(
                    value in p["locator"].get("section", "") for p in document["passages"])
                score.check("constant", known, None, value, where)


def check_lis(score, program, path, where, damaged):
    document = inspect(program, path)
    try:
        files = lis.load(path, error_handler=SALVAGE) if damaged else lis.load(path)
    except Exception as error:
        score.check("file read where the peer is not", document is not None, None, str(error)[:80],
                    where)
        return
    with files as logicals:
        if document is None:
            score.check("file", not len(logicals), None, f"{len(logicals)} logical files", where)
            return
        sections = [f["locator"]["section"] for f in document["facts"] if f["key"] == "logical_file"]
        for i, logical in enumerate(logicals[:max(1, len(sections))]):
            section = sections[min(i, len(sections) - 1)] if sections else ""
            check_lis_file(score, document, section, logical, where)


def check_lis_file(score, document, section, logical, where):
    header = peer(logical.header)
    if header:
        name = header.file_name.replace(" ", "")
        score.check("header", name in texts(document, section, "file_id"), section, name, where)
    reel = peer(lambda: logical.reel.header())
    if reel and reel.name.strip():
        score.check("header", any(f["key"] == "reel_name" and f["text"] == squeezed(reel.name)
                                  for f in document["facts"]), None, reel.name, where)
    check_lis_constants(score, document, section, logical, where)
    formats = peer(logical.data_format_specs, [])
    for number, spec in enumerate(formats, 1):
        at = section if len(formats) == 1 else f"{section}, format {number}"
        curves = [f["text"] for f in document["facts"]
                  if f["key"] == "curve_description" and f["locator"].get("section") == at]
        for block in spec.specs:
            wanted = squeezed(block.mnemonic) + (
                f" [{squeezed(block.units)}]" if block.units.strip() else "")
            score.check("curve", any(c == wanted or c.startswith(wanted + ":") for c in curves),
                        None, wanted, where)
        rows = peer(lambda spec=spec: lis.curves(logical, spec))
        if rows is None:
            continue
        found = [f for f in document["facts"]
                 if f["key"] == "data_rows" and f["locator"].get("section") == at]
        score.check("rows", bool(found) and found[0]["number"] == len(rows), found, len(rows), where)
        if len(rows):
            name = rows.dtype.names[0]
            unit = spec.index_units
            for limit, value in (("start", rows[name][0]), ("stop", rows[name][-1])):
                check_index(score, document, at, None, limit, float(value), unit, where)


def check_las3(score, program, path):
    import lasio
    document = inspect(program, path)
    where = os.path.basename(path)
    log = peer(lambda: lasio.read(path, ignore_header_errors=True, ignore_data=True))
    if log is None:
        print(f"lasio cannot read {where}")
        return
    with open(path, encoding="latin-1") as file:
        intervals = [line for line in file if re.match(r"[^#:]*\.[^ ]* +\d+, *\d+ +:", line)]
    for mnemonic, key in (("WELL", "well_name"), ("FLD", "field"), ("COMP", "company"),
                          ("UWI", "uwi"), ("PROV", "province"), ("SRVC", "service_company")):
        value = squeezed(log.well[mnemonic].value) if mnemonic in log.well else ""
        if value:
            found = [f["text"] for f in document["facts"] if f["key"] == key]
            score.check("LAS 3.0 item", value in found, found, value, where)
    curves = [f["text"] for f in document["facts"] if f["key"] == "curve"]
    for curve in log.curves:
        score.check("LAS 3.0 curve", curve.original_mnemonic in curves, None,
                    curve.original_mnemonic, where)
    parameters = "\n".join(p["text"] for p in document["passages"])
    for item in log.params:
        if squeezed(item.value):
            # "500,1500" is two depths; lasio takes it for one with a decimal comma.
            if any(line.upper().strip().startswith(item.original_mnemonic.upper())
                   for line in intervals):
                continue
            wanted = f"{item.original_mnemonic}: {squeezed(item.value)}"
            score.check("LAS 3.0 parameter", wanted.upper() in parameters.upper(), None, wanted,
                        where)


def with_tape_marks(data, dlis_file):
    """TIF marks before each record."""
    records, at = [], 80 if dlis_file else 0
    if dlis_file:
        records.append(data[:80])
    while at + 4 <= len(data):
        length = struct.unpack(">H", data[at:at + 2])[0]
        if length < 4:
            break
        records.append(data[at:at + length])
        at += length
    out, previous = b"", 0
    for record in records:
        here = len(out)
        out += struct.pack("<III", 0, previous, here + 12 + len(record)) + record
        previous = here
    here = len(out)
    return out + struct.pack("<III", 1, previous, here + 12) + struct.pack("<III", 1, here, here + 24)


def variants(path, is_dlis):
    with open(path, "rb") as file:
        data = file.read()
    tape = data[:8] == bytes(8)
    yield "whole", data, False
    if not tape:
        yield "tape marks", with_tape_marks(data, is_dlis), False
    if is_dlis:
        yield "junk before", b"Received by mail.\r\n" + data, False
    yield "cut", data[:len(data) * 3 // 4], True
    yield "zero tail", data[:len(data) * 4 // 5] + bytes(len(data) - len(data) * 4 // 5), True


def is_las3(path):
    with open(path, "rb") as file:
        head = file.read(4096).upper()
    return any(b"VERS" in line and b"3.0" in line for line in head.splitlines())


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], sys.argv[2]
    most = int(sys.argv[sys.argv.index("--show") + 1]) if "--show" in sys.argv else 20
    if not os.path.isdir(folder):
        skip(f"no {folder}")
    whole, damaged = Score(), Score()
    counts = {}
    with tempfile.TemporaryDirectory() as scratch:
        for at, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                extension = name.rsplit(".", 1)[-1].lower()
                path = os.path.join(at, name)
                if extension in ("dlis", "lis"):
                    check = check_dlis if extension == "dlis" else check_lis
                    for label, data, is_damaged in variants(path, extension == "dlis"):
                        copy = os.path.join(scratch, "copy." + extension)
                        with open(copy, "wb") as file:
                            file.write(data)
                        counts[extension] = counts.get(extension, 0) + 1
                        check(damaged if is_damaged else whole, program, copy,
                              f"{name} ({label})", is_damaged)
                elif extension == "las" and is_las3(path):
                    counts["las"] = counts.get("las", 0) + 1
                    try:
                        check_las3(whole, program, path)
                    except ImportError:
                        print("no lasio: LAS 3.0 left out")
    print("files:", ", ".join(f"{k} {v}" for k, v in sorted(counts.items())))
    failed = 0
    for title, score in (("whole", whole), ("damaged", damaged)):
        for kind in sorted(score.total):
            print(f"{title:8} {kind:32} {score.agreed[kind]}/{score.total[kind]}")
            failed += score.total[kind] - score.agreed[kind]
        for line in score.shown[:most]:
            print("  " + line)
    print(f"agreed {sum(whole.agreed.values()) + sum(damaged.agreed.values())}"
          f"/{sum(whole.total.values()) + sum(damaged.total.values())}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
