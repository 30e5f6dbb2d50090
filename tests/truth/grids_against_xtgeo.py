#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""grids_against_xtgeo.py KEYBED FOLDER…: facts of surfaces, grids, decks and
point clouds beside what independent parsers read of the same files: xtgeo
(surfaces, points, 3D grids), resfo (keyword records), opm (decks), laspy (point
clouds). Prints what differs and agreed/total; exits 1 below all of them, 77
where a parser is not installed."""
import json
import math
import os
import subprocess
import sys
import warnings
import zipfile
from xml.etree import ElementTree

try:
    import laspy
    import numpy as np
    import opm.io
    import resfo
    import xtgeo
    from opm.io.parser import ParseContext, Parser
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

warnings.simplefilter("ignore")

AGREED, TOTAL, FILES, FAILED = 0, 0, 0, 0


def keybed(program, path):
    out = subprocess.run([program, "inspect", "--json", path], capture_output=True,
                         text=True, check=False)
    try:
        document = json.loads(out.stdout)["documents"][0]
    except (ValueError, IndexError):
        return None
    facts = {}
    for fact in document["facts"]:
        facts.setdefault(fact["key"], []).append(fact)
    facts["format"] = [{"text": document["format"]}]
    facts["title"] = [{"text": document["title"]}]
    return facts


def compare(path, facts, key, want):
    """Numbers to six digits of single precision, texts exactly."""
    global AGREED, TOTAL
    TOTAL += 1
    found = [f.get("number", f["text"]) if isinstance(want, (int, float)) else f["text"]
             for f in facts.get(key, [])]
    if isinstance(want, (set, frozenset)):
        good = set(found) == want
    elif isinstance(want, (int, float)):
        good = any(isinstance(f, (int, float)) and
                   math.isclose(f, want, rel_tol=2e-6, abs_tol=1e-4) for f in found)
    else:
        good = want in found
    AGREED += good
    if not good:
        print(f"{path}: {key}: {str(found)[:300]}, the other says {str(want)[:300]}")


def box(path, facts, x, y, z):
    for key, values, pick in (("min_x", x, np.nanmin), ("max_x", x, np.nanmax),
                              ("min_y", y, np.nanmin), ("max_y", y, np.nanmax),
                              ("min_z", z, np.nanmin), ("max_z", z, np.nanmax)):
        compare(path, facts, key, float(pick(values)))


def surface(path, facts, fformat):
    surf = xtgeo.surface_from_file(path, fformat=fformat)
    for key, want in (("grid_columns", surf.ncol), ("grid_rows", surf.nrow),
                      ("x_spacing", surf.xinc), ("y_spacing", surf.yinc)):
        compare(path, facts, key, float(want))
    angle = (surf.rotation + 180) % 360 - 180
    if angle:
        ours = facts["rotation_deg"][0]["number"]
        facts["rotation_deg"][0]["number"] = (ours + 180) % 360 - 180
        compare(path, facts, "rotation_deg", float(angle))
    compare(path, facts, "min_z", float(surf.values.min()))
    compare(path, facts, "max_z", float(surf.values.max()))
    x, y = surf.get_xy_values(asmasked=False)
    for key, want in (("min_x", x.min()), ("max_x", x.max()),
                      ("min_y", y.min()), ("max_y", y.max())):
        compare(path, facts, key, float(want))


def points(path, facts, fformat):
    poly = xtgeo.polygons_from_file(path, fformat=fformat)
    frame = poly.get_dataframe()
    compare(path, facts, "point_count", float(len(frame)))
    compare(path, facts, "polyline_count", float(frame["POLY_ID"].nunique()))
    box(path, facts, frame.iloc[:, 0], frame.iloc[:, 1], frame.iloc[:, 2])


def cells(path, facts, fformat):
    grid = xtgeo.grid_from_file(path, fformat=fformat)
    for key, want in (("grid_columns", grid.ncol), ("grid_rows", grid.nrow),
                      ("grid_layers", grid.nlay)):
        compare(path, facts, key, float(want))
    if "active_cells" in facts:
        dual = getattr(grid, "_dualactnum", None)
        active = (dual if dual is not None else grid.get_actnum()).values
        compare(path, facts, "active_cells", float((active != 0).sum()))
    pillars = np.asarray(grid._coordsv)
    z = np.asarray(grid._zcornsv)
    box(path, facts, pillars[:, :, [0, 3]], pillars[:, :, [1, 4]], z)


def records(path, facts):
    """Names and number of records, dates, wells: of any simulator output."""
    arrays = resfo.read(path)
    names = [str(name).strip() for name, _ in arrays]
    compare(path, facts, "keyword", set(names))
    compare(path, facts, "record_count", float(len(names)))
    heads = [a for n, a in arrays if str(n).strip() == "INTEHEAD" and len(a) > 66]
    days = [f"{h[66]:04d}-{h[65]:02d}-{h[64]:02d}" for h in heads]
    if days and "start_date" in facts:
        compare(path, facts, "start_date", days[0])
    elif days:
        compare(path, facts, "first_report_date", days[0])
        compare(path, facts, "last_report_date", days[-1])
        compare(path, facts, "report_steps", float(names.count("SEQNUM")))
    for head in heads[:1]:
        for key, at in (("grid_columns", 8), ("grid_rows", 9), ("grid_layers", 10)):
            compare(path, facts, key, float(head[at]))
    wells = {a[i].decode().strip() for n, a in arrays if str(n).strip() == "ZWEL"
             for i in range(0, len(a), 3)} - {""}
    if wells:
        compare(path, facts, "well_count", float(len(wells)))
    for name, array in arrays:
        if str(name).strip() == "KEYWORDS":
            compare(path, facts, "vector_count", float(len(array)))
        if str(name).strip() == "DIMENS" and len(array) == 3:
            for key, want in zip(("grid_columns", "grid_rows", "grid_layers"), array):
                compare(path, facts, key, float(want))
    corners = [a for n, a in arrays if str(n).strip() == "CORNERS"]
    if corners:
        flat = np.concatenate(corners).reshape(-1, 3)
        compare(path, facts, "min_z", float(flat[:, 2].min()))
        compare(path, facts, "max_z", float(flat[:, 2].max()))


MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()


def day(record):
    month = record[1].get_str(0).upper().replace("JLY", "JUL")[:3]
    return (f"{record[2].get_int(0):04d}-{MONTHS.index(month) + 1:02d}-"
            f"{record[0].get_int(0):02d}")


def deck(path, facts):
    ignore = opm.io.action.ignore
    context = ParseContext([(name, ignore) for name in (
        "PARSE_MISSING_INCLUDE", "PARSE_RANDOM_SLASH", "PARSE_UNKNOWN_KEYWORD")])
    try:
        parsed = Parser().parse(path, context)
    except RuntimeError as problem:
        print(f"{path}: the other parser fails: {str(problem)[:100]}")
        return
    keywords = {}
    for keyword in parsed:
        keywords.setdefault(keyword.name, []).append(keyword)
    if "DIMENS" in keywords:
        record = keywords["DIMENS"][0][0]
        for i, key in enumerate(("grid_columns", "grid_rows", "grid_layers")):
            compare(path, facts, key, float(record[i].get_int(0)))
    if "START" in keywords:
        compare(path, facts, "start_date", day(keywords["START"][0][0]))
    dates = [day(r) for k in keywords.get("DATES", []) for r in k]
    if dates:
        compare(path, facts, "report_steps", float(len(dates)))
        compare(path, facts, "last_report_date", dates[-1])
    wells = {r[0].get_str(0) for k in keywords.get("WELSPECS", []) for r in k}
    if wells:
        compare(path, facts, "well_count", float(len(wells)))
        groups = {r[1].get_str(0) for k in keywords["WELSPECS"] for r in k}
        compare(path, facts, "group", groups)
    for phase in ("OIL", "WATER", "GAS", "DISGAS", "VAPOIL"):
        if phase in keywords:
            compare(path, facts, "phase", phase)
    # Those that stand in the file itself, includes left out.
    with open(path, encoding="latin-1") as text:
        own = {line.split()[0] for line in text if line.split()}
    missing = {k for k in keywords if k in own} - {f["text"] for f in facts.get("keyword", [])}
    missing -= {"RUNSPEC", "GRID", "EDIT", "PROPS", "REGIONS", "SOLUTION", "SUMMARY", "SCHEDULE"}
    facts["missing_keyword"] = [{"text": k} for k in missing]
    compare(path, facts, "missing_keyword", set())


def package(path, facts):
    """The standard library's zip and XML: types, titles of wells and faults."""
    types, wells, faults, grids = set(), set(), set(), set()
    with zipfile.ZipFile(path) as parts:
        for name in parts.namelist():
            if not name.startswith("obj_"):
                continue
            root = ElementTree.fromstring(parts.read(name))
            kind = root.tag.split("}")[-1]
            title = root.find("{*}Citation/{*}Title").text
            types.add(kind)
            if kind == "WellboreFeature":
                wells.add(title)
            if kind == "TectonicBoundaryFeature":
                faults.add(title)
            if kind == "IjkGridRepresentation":
                grids.add(root.find("{*}Nk").text)
    compare(path, facts, "object_type", types)
    compare(path, facts, "well_count", float(len(wells)))
    compare(path, facts, "grid_layers", grids)
    if faults:
        compare(path, facts, "fault", faults)


def cloud(path, facts):
    with laspy.open(path) as source:
        head = source.header
    for key, want in (("point_count", head.point_count), ("point_format", head.point_format.id),
                      ("min_x", head.mins[0]), ("max_x", head.maxs[0]),
                      ("min_y", head.mins[1]), ("max_y", head.maxs[1]),
                      ("min_z", head.mins[2]), ("max_z", head.maxs[2]),
                      ("x_scale", head.scales[0])):
        compare(path, facts, key, float(want))
    compare(path, facts, "software", head.generating_software)
    compare(path, facts, "format_version", str(head.version))
    if head.creation_date:
        compare(path, facts, "created_date", head.creation_date.isoformat())


def one(program, path):
    extension = os.path.splitext(path)[1].lower()
    with open(path, "rb") as start:
        head = start.read(100)
    irap = head.startswith(b"\0\0\0\x20\xff\xff\xfc\x1c")
    known = {".poi", ".pol", ".zmap", ".roff", ".roffasc", ".roffbin", ".egrid", ".grid",
             ".epc", ".init", ".unrst", ".smspec", ".unsmry", ".data", ".grdecl"}
    if not irap and extension not in known and not head.startswith((b"LASF", b"-996")):
        return
    facts = keybed(program, path)
    global FILES
    FILES += 1
    if facts is None:
        compare(path, {}, "format", "any")
    elif extension == ".epc":
        package(path, facts)
    elif head.startswith(b"LASF"):
        cloud(path, facts)
    elif irap or head.startswith(b"-996"):
        surface(path, facts, "irap_binary" if irap else "irap_ascii")
    elif extension == ".zmap" and b"POINT" not in open(path, "rb").read(2000):
        surface(path, facts, "zmap_ascii")
    elif extension in (".poi", ".pol", ".zmap"):
        points(path, facts, "zmap" if extension == ".zmap" else "xyz")
    elif extension.startswith(".roff"):
        cells(path, facts, "roff_ascii" if head.startswith(b"roff-asc") else "roff_binary")
    elif extension == ".grdecl":
        cells(path, facts, "grdecl")
    elif extension == ".data":
        if "SPECGRID" in open(path, encoding="latin-1").read() or "RUNSPEC" in open(
                path, encoding="latin-1").read():
            deck(path, facts)
    else:
        records(path, facts)
        if extension == ".egrid":
            cells(path, facts, "egrid")


def main():
    global FAILED
    if len(sys.argv) < 3:
        sys.exit("usage: grids_against_xtgeo.py KEYBED FOLDER…")
    for folder in sys.argv[2:]:
        for parent, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(parent, name)
                try:
                    one(sys.argv[1], path)
                except Exception as problem:  # any of the peers may fail
                    FAILED += 1
                    print(f"{path}: the other parser fails: {str(problem)[:100]}")
    print(f"{AGREED}/{TOTAL} facts of {FILES} files agree, "
          f"the other parser fails on {FAILED}")
    return 0 if TOTAL and AGREED == TOTAL else 1


if __name__ == "__main__":
    sys.exit(main())
