#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_archive.py FOLDER: a small archive of made-up technical files.

Every well, company, part and place name pair in it is invented; API numbers
use real state and county codes with unique numbers picked to look alike, so
that lookups have something to tell apart. Standard library only, and the same
bytes on every run.
"""
import datetime
import io
import datetime
import json
import math
import os
import random
import struct
import sys
import tempfile
import zipfile
import zlib

sys.dont_write_bytecode = True  # nothing is left beside the sources
import model_files  # noqa: E402
import new_office  # noqa: E402
import old_office  # noqa: E402


RNG = random.Random(20260101)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode("utf-8"))


# ---- LAS 2.0 and 1.2 ------------------------------------------------------

def las(well, api, county, state, start, stop, curves, version="2.0",
        company="MUDSTONE PETROLEUM", field="LARK CREEK", unit="FT"):
    old = version == "1.2"

    def item(mnem, value, text, u=""):
        left, right = (text, value) if old else (value, text)
        return f" {mnem:<5}.{u:<4} {left:<28}: {right}\n"

    step = 0.5
    out = ["~VERSION INFORMATION\n",
           f" VERS.     {version:<28}: CWLS LOG ASCII STANDARD\n",
           " WRAP.     NO                          : ONE LINE PER DEPTH STEP\n",
           "~WELL INFORMATION\n"]
    for m, v, d in (("STRT", start, "START"), ("STOP", stop, "STOP"), ("STEP", step, "STEP")):
        out.append(f" {m:<5}.{unit:<4} {v:<28.4f}: {d} DEPTH\n")
    out.append(f" NULL .     {-999.25:<28.4f}: NULL VALUE\n")
    for m, v, d in (("COMP", company, "COMPANY"), ("WELL", well, "WELL"),
                    ("FLD", field, "FIELD"), ("CNTY", county, "COUNTY"),
                    ("STAT", state, "STATE"), ("API", api, "API NUMBER"),
                    ("SRVC", "PLUMB LINE LOGGING", "SERVICE COMPANY"),
                    ("DATE", "14-MAR-1984", "LOG DATE")):
        out.append(item(m, v, d))
    out.append("~CURVE INFORMATION\n")
    for mnem, u, text in curves:
        out.append(f" {mnem:<5}.{u:<6}                 : {text}\n")
    out.append("~PARAMETER INFORMATION\n BHT  .DEGF  148.0  : BOTTOM HOLE TEMPERATURE\n")
    out.append("~OTHER\n Sonic log spliced at 6200 ft after a tool stuck.\n" if len(curves) > 3 else "")
    out.append("~A  " + "  ".join(c[0] for c in curves) + "\n")
    depth = start
    while depth <= min(stop, start + 60):
        row = [f"{depth:10.4f}"]
        for i in range(1, len(curves)):
            v = -999.25 if RNG.random() < 0.05 else 60 + 30 * math.sin(depth / 7 + i)
            row.append(f"{v:10.4f}")
        out.append(" ".join(row) + "\n")
        depth += step
    return "".join(out)


GR = [("DEPT", "FT", "DEPTH"), ("GR", "GAPI", "GAMMA RAY"), ("ILD", "OHMM", "DEEP INDUCTION")]
SONIC = GR + [("DT", "US/F", "SONIC TRANSIT TIME")]


def make_logs(root):
    rows = [("LARK CREEK 1-12", "49-025-06325-00-00", "NATRONA", "WYOMING", 1450, 6890, SONIC, "2.0"),
            ("LARK CREEK 2-12", "49-025-06326-00-00", "NATRONA", "WYOMING", 1400, 6700, GR, "2.0"),
            ("TEAPOT FLATS 7", "4902520877", "NATRONA", "WYOMING", 900, 3120, SONIC, "1.2"),
            ("PRAIRIE DOG A-3", "15-131-20047", "NEMAHA", "KANSAS", 200, 2450, GR, "2.0"),
            ("CANYON RIM 44", "42-501-30112", "YOAKUM", "TEXAS", 3900, 5310, SONIC, "2.0")]
    for well, api, county, state, start, stop, curves, version in rows:
        name = well.replace(" ", "_") + ".las"
        write(f"{root}/Wells/{state.title()}/{name}",
              las(well, api, county, state, start, stop, curves, version))
    whole = las("BROKEN BOW 9", "49-025-11111", "NATRONA", "WYOMING", 100, 900, GR)
    write(f"{root}/Wells/Damaged/truncated.las", whole[:310])
    write(f"{root}/Wells/Damaged/empty.las", "")


# ---- LAS 3.0, DLIS (RP66 V1), LIS 79 ---------------------------------------

def las3():
    return ("~Version\n VERS. 3.0 : CWLS LOG ASCII STANDARD - VERSION 3.0\n WRAP. NO :\n"
            " DLM . COMMA : DELIMITER\n~Well\n STRT.M 600 : START\n STOP.M 602 : STOP\n"
            " STEP.M 1 : STEP\n NULL. -999.25 : NULL\n COMP. MUDSTONE PETROLEUM : COMPANY\n"
            " WELL. QUARTZ HILL 3 : WELL\n FLD. QUARTZ HILL : FIELD\n"
            " API. 49-009-22001 : API NUMBER\n DATE. 03/04/1998 : LOG DATE {DD/MM/YYYY}\n"
            "~Log_Definition\n DEPT.M : Depth {F}\n GR.GAPI : Gamma Ray {F}\n"
            " CDES. : Description {S}\n~Log_Data | Log_Definition\n"
            '600,45.5,"shale, grey"\n601,46,sandstone\n602,-999.25,sandstone\n'
            "~Tops_Definition\n TOPN. : Formation Name {S}\n TOPT.M : Formation Top Depth {F}\n"
            "~Tops_Data | Tops_Definition\nQuartz Hill Sandstone,545.5\nLark Shale,602\n"
            "~Inclinometry_Definition\n MD.M : Measured Depth {F}\n DEVI.DEG : Borehole Deviation {F}\n"
            "~Inclinometry_Data | Inclinometry_Definition\n0,0\n300,2.5\n602,12.25\n")


def ident(text):
    return bytes([len(text)]) + text.encode()


def dlis_set(kind, labels, objects):
    """An explicitly formatted record: objects are (name, [value, …]); text, numbers, lists of them."""
    out = b"\xf0" + ident(kind) + b"".join(b"\x30" + ident(l) for l in labels)
    for name, values in objects:
        out += b"\x70\x01\x00" + ident(name)
        for value in values:
            code, unit, items = value if isinstance(value, tuple) else (20, "", [value])
            out += b"\x2f" + bytes([len(items), code]) + ident(unit)
            for v in items:
                out += {20: lambda: ident(v), 19: lambda: ident(v), 27: lambda: ident(v),
                        15: lambda: bytes([v]), 7: lambda: struct.pack(">d", v),
                        23: lambda: b"\x01\x00" + ident(v), 21: lambda: v}[code]()
    return out


def dlis(wells):
    def segment(body, attributes, kind):
        pad = max(12 - len(body), 0) or len(body) % 2
        body += bytes([pad]) * pad
        return struct.pack(">HBB", 4 + len(body), attributes | (pad > 0), kind) + body

    out = ("   1V1.00RECORD 8192" + "Made storage set".ljust(60)).encode()
    for number, (well, api, start) in enumerate(wells, 1):
        name = f"RUN {number} MAIN LOG"
        records = [segment(body, 0x80, kind) for kind, body in (
            (0, dlis_set("FILE-HEADER", ["SEQUENCE-NUMBER", "ID"],
                         [("0", [f"{number:>10}", name.ljust(65)])])),
            (1, dlis_set("ORIGIN", ["FILE-ID", "WELL-ID", "WELL-NAME", "FIELD-NAME", "COMPANY",
                                    "PRODUCER-NAME", "RUN-NUMBER", "CREATION-TIME"],
                         [("O", [name, api, well, "LARK CREEK", "MUDSTONE PETROLEUM",
                                 "PLUMB LINE LOGGING", str(number),
                                 (21, "", [bytes([98, 0x24, 3, 10, 30, 0, 0, 0])])])])),
            (3, dlis_set("CHANNEL", ["LONG-NAME", "REPRESENTATION-CODE", "UNITS", "DIMENSION"],
                         [("TDEP", ["Measured depth", (15, "", [7]), (27, "", ["0.1 in"]), (15, "", [1])]),
                          ("DT", ["Sonic transit time", (15, "", [7]), (27, "", ["us/ft"]), (15, "", [1])])])),
            (4, dlis_set("FRAME", ["CHANNELS", "INDEX-TYPE", "DIRECTION"],
                         [("60B", [(23, "", ["TDEP", "DT"]), (19, "", ["BOREHOLE-DEPTH"]),
                                   (19, "", ["DECREASING"])])])),
            (5, dlis_set("PARAMETER", ["LONG-NAME", "VALUES"],
                         [("BHT", ["Bottom hole temperature", (7, "degF", [148.0])]),
                          ("RIG", ["Rig name", "Prairie Nine"])])),
            (5, dlis_set("TOOL", ["DESCRIPTION", "TRADEMARK-NAME"],
                         [("BHC", ["Borehole compensated sonic", "PL-BHC-2"])])))]
        for row in range(4):
            body = b"\x01\x00" + ident("60B") + bytes([row + 1])
            body += struct.pack(">dd", start - 60 * row, 80 + row)
            records.append(segment(body, 0, 0))
        for record in records:
            out += struct.pack(">HBB", len(record) + 4, 0xFF, 1) + record
    return out


def lis(well, api):
    def fixed(text, width):
        return text.encode().ljust(width)

    def physical(kind, body):
        return struct.pack(">HHBB", 6 + len(body), 0, kind, 0) + body

    def real(value):
        mantissa, exponent = math.frexp(abs(value))
        bits = (exponent + 128) << 23 | int(mantissa * 8388608)
        if value < 0:
            bits = 1 << 31 | (127 - exponent) << 23 | (8388608 - int(mantissa * 8388608)) & 0x7FFFFF
        return struct.pack(">I", bits)

    def component(kind, mnemonic, value, unit=""):
        return bytes([kind, 65, len(value), 0]) + fixed(mnemonic, 4) + fixed(unit, 4) + value.encode()

    def reel(name):
        return (fixed("PLUMB", 12) + fixed("84/03/14", 10) + fixed("WELL", 6) + fixed(name, 10) +
                fixed("01", 14) + fixed("made up", 74))

    header = (fixed("LOG  1.001", 12) + fixed("SUBLEV", 6) + fixed("V1", 8) + fixed("84/03/14", 9) +
              fixed(" 1024", 7) + fixed("LO", 14))
    constants = component(73, "TYPE", "CONS")
    for mnemonic, value in (("WN", well), ("CN", "MUDSTONE PETROLEUM"), ("FN", "TEAPOT FLATS"), ("APIN", api)):
        constants += component(0, "MNEM", mnemonic) + component(69, "VALU", value)
    blocks = b"".join(fixed(m, 4) + fixed("PLUMB", 14) + fixed(u, 4) + bytes(4) + struct.pack(">HH", 1, 4) +
                      bytes(3) + bytes([1, 68]) + bytes(5) for m, u in (("DEPT", "F"), ("GR", "GAPI")))
    entries = bytes([4, 1, 66, 1]) + bytes([12, 4, 68]) + real(-999.25) + bytes([0, 1, 66, 0])
    rows = b"".join(real(3120 - 0.5 * i) + real(50 + i) for i in range(8))
    return b"".join(physical(kind, body) for kind, body in (
        (132, reel("REEL1")), (130, reel("TAPE1")), (128, header), (34, constants),
        (64, entries + blocks), (0, rows), (232, b"Caliper did not open below 3118 ft."),
        (129, header), (131, reel("TAPE1")), (133, reel("REEL1"))))


def rms_well(name):
    rows = "".join(f"{452000 + i} 6781000 {100 * i} {100.5 * i} {i % 2}\n" for i in range(6))
    return (f"1.0\nUnknown\n{name} 452000 6781000 31.5\n2\nMDEPTH CONT linear\n"
            f"ZONE DISC 0 Quartz_Hill 1 Lark_Shale\n{rows}")


def make_other_logs(root):
    write(f"{root}/Wells/Wyoming/QUARTZ_HILL_3.las", las3())
    write(f"{root}/Wells/Digital/lark_creek_runs.dlis",
          dlis([("LARK CREEK 1-12", "49-025-06325", 82680.0), ("LARK CREEK 1-12", "49-025-06325", 80400.0)]))
    write(f"{root}/Wells/Digital/teapot_flats_7.lis", lis("TEAPOT FLATS 7", "49-025-20877-00-00"))
    write(f"{root}/Wells/Models/QUARTZ_HILL_3.rmswell", rms_well("QUARTZ_HILL_3"))


# ---- SEG-Y ----------------------------------------------------------------

def ebcdic_header(lines):
    text = "".join(f"C{i + 1:2d} {line}"[:80].ljust(80) for i, line in
                   enumerate(lines + [""] * (40 - len(lines))))
    return text.encode("cp037")


def segy(lines, interval_us, samples, traces, order=">", revision=0x0100):
    binary = bytearray(400)
    struct.pack_into(order + "iii", binary, 0, 9999, 93, 1)
    struct.pack_into(order + "hhhH", binary, 12, 1, 0, interval_us, interval_us)
    struct.pack_into(order + "HHh", binary, 20, samples, samples, 5)
    struct.pack_into(order + "h", binary, 54, 1)
    struct.pack_into(order + "Hhh", binary, 300, revision, 1, 0)
    out = [ebcdic_header(lines), bytes(binary)]
    for t in range(traces):
        head = bytearray(240)
        struct.pack_into(order + "iiii", head, 0, t + 1, t + 1, 1000 + t, 1)
        struct.pack_into(order + "i", head, 20, 5001 + t)
        struct.pack_into(order + "hh", head, 68, 1, 1)
        struct.pack_into(order + "HH", head, 114, samples, interval_us)
        struct.pack_into(order + "ii", head, 180, 452000 + 25 * t, 6781000)
        values = [math.sin(0.02 * i * (1 + t % 3)) for i in range(samples)]
        out += [bytes(head), struct.pack(f"{order}{samples}f", *values)]
    return b"".join(out)


def make_seismic(root):
    write(f"{root}/Seismic/Line_93D.sgy",
          segy(["CLIENT MUDSTONE PETROLEUM", "LINE 93D", "AREA LARK CREEK",
                "SAMPLE INTERVAL 4 MS   RECORD LENGTH 2000 MS"], 4000, 501, 24))
    write(f"{root}/Seismic/Line_17.sgy",
          segy(["CLIENT MUDSTONE PETROLEUM", "LINE 17", "AREA TEAPOT FLATS"], 2000, 1001, 12, "<"))


# ---- navigation, Seismic Unix ----------------------------------------------

def dms(value, degrees, letters, seconds):
    """"425548.00N", or "42554800N" where seconds are hundredths."""
    size = abs(value)
    whole = round(size * 360000)
    text = f"{whole // 360000:0{degrees}d}{whole // 6000 % 60:02d}"
    rest = whole % 6000
    text += f"{rest / 100:05.2f}" if seconds == "point" else f"{rest:04d}"
    return text + letters[value < 0]


def p190(cards, line, points):
    """Cards (code, description, value); points (number, longitude, latitude, x, y)."""
    out = [f"H{code}{text:<27}{value}" for code, text, value in cards]
    for number, lon, lat, x, y in points:
        out.append(f"S{line:<12}   1 1{number:>6}{dms(lat, 2, 'NS', 'point')}"
                   f"{dms(lon, 3, 'EW', 'point')}{x:9.1f}{y:9.1f}{0:6.1f}204101112 ")
    return "\n".join(out + ["EOF"]) + "\n"


def segp1(head, line, points):
    out = list(head)
    for number, lon, lat, x, y in points:
        out.append(f" {line:<16}{number:>8} {dms(lat, 2, 'NS', '')}"
                   f"{dms(lon, 3, 'EW', '')}{round(x):>8}{round(y):>8}{1560:>5}")
    return "\n".join(out) + "\n"


def su(samples, interval_us, traces):
    out = []
    for t in range(traces):
        head = bytearray(240)
        struct.pack_into(">iiii", head, 0, t + 1, t + 1, 1001, t + 1)
        struct.pack_into(">h", head, 28, 1)
        struct.pack_into(">i", head, 36, 50 * t - 300)
        struct.pack_into(">HH", head, 114, samples, interval_us)
        values = [math.sin(0.05 * i + t) for i in range(samples)]
        out += [bytes(head), struct.pack(f">{samples}f", *values)]
    return b"".join(out)


def make_navigation(root):
    def points(first, count, lon, lat, x, y):
        return [(first + i, lon + i * 0.0003, lat, x + 25 * i, y) for i in range(count)]
    write(f"{root}/Seismic/Line_93D.p190",
          p190([("0100", "SURVEY AREA", "LARK CREEK"), ("0101", "GENERAL SURVEY DETAILS", "2D LAND"),
                ("0200", "DATE OF SURVEY", "12 JUN 1993 - 19 JUN 1993"),
                ("0300", "CLIENT", "MUDSTONE PETROLEUM"), ("0400", "GEOPHYSICAL CONTRACTOR", "TEAPOT GEO"),
                ("1500", "GEODETIC DATUM AS PLOTTED",
                 "NAD27       CLARKE 1866 6378206.400 294.9786982"),
                ("1800", "PROJECTION", "001UNIVERSAL TRANSVERSE MERCATOR"), ("1900", "ZONE", "13N"),
                ("2000", "GRID UNITS", "1INTERNATIONAL METRES   1.000000000000")],
               "93D", points(5001, 24, -106.41, 42.93, 452000, 6781000)))
    write(f"{root}/Seismic/Line_17.segp1",
          segp1(["H  SEG-P1  CLIENT: MUDSTONE PETROLEUM", "H  DATUM: NAD27", "H  UNITS: METERS"],
                "17", points(201, 12, -106.2, 43.29, 470000, 4793000)))
    write(f"{root}/Seismic/shot_1001.su", su(251, 2000, 12))


# ---- shapefile, GeoJSON ---------------------------------------------------

WELLS = [("Lark Creek 1-12", "49-025-06325", "WY", "NATRONA", "OIL", 6890, -106.41, 42.93),
         ("Lark Creek 2-12", "49-025-06326", "WY", "NATRONA", "OIL", 6700, -106.40, 42.94),
         ("Teapot Flats 7", "49-025-20877", "WY", "NATRONA", "GAS", 3120, -106.20, 43.29),
         ("Quartz Hill 3", "49-009-22001", "WY", "CONVERSE", "OIL", 9950, -105.60, 42.88),
         ("Åse Draw 5", "49-009-22077", "WY", "CONVERSE", "DRY", 8800, -105.44, 43.01)]


def dbf(fields, rows):
    size = 1 + sum(f[2] for f in fields)
    out = bytearray(struct.pack("<4BIHH20x", 3, 126, 1, 1, len(rows), 33 + 32 * len(fields), size))
    for name, kind, width in fields:
        out += struct.pack("<11sc4xBB14x", name.encode(), kind.encode(), width, 0)
    out += b"\r"
    for row in rows:
        out += b" "
        for (name, kind, width), value in zip(fields, row):
            raw = str(value).encode("utf-8")[:width]
            out += raw.rjust(width) if kind == "N" else raw.ljust(width)
    return bytes(out + b"\x1a")


def point_shapefile(base, points):
    def header(length):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return struct.pack(">i20xi", 9994, length // 2) + struct.pack(
            "<ii8d", 1000, 1, min(xs), min(ys), max(xs), max(ys), 0, 0, 0, 0)
    shp, shx, offset = b"", b"", 50
    for i, (x, y) in enumerate(points):
        shp += struct.pack(">ii", i + 1, 10) + struct.pack("<idd", 1, x, y)
        shx += struct.pack(">ii", offset, 10)
        offset += 14
    write(base + ".shp", header(100 + len(shp)) + shp)
    write(base + ".shx", header(100 + len(shx)) + shx)


NAD83 = ('GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",'
         'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],'
         'UNIT["Degree",0.0174532925199433]]')


def make_maps(root):
    base = f"{root}/GIS/lark_creek_wells"
    point_shapefile(base, [(w[6], w[7]) for w in WELLS])
    write(base + ".dbf", dbf([("WELL_NAME", "C", 24), ("API_NO", "C", 14), ("STATE", "C", 2),
                              ("COUNTY", "C", 16), ("STATUS", "C", 6), ("TD_FT", "N", 8)],
                             [w[:6] for w in WELLS]))
    write(base + ".prj", NAD83)
    write(base + ".cpg", "UTF-8")
    features = [{"type": "Feature",
                 "properties": {"LINE": f"GL-{i}", "OPERATOR": "Sedge Gas Transmission",
                                "DIAM_IN": 12 + 4 * i},
                 "geometry": {"type": "LineString",
                              "coordinates": [[-106.5 + i / 10, 42.8], [-106.1, 43.2]]}}
                for i in range(3)]
    write(f"{root}/GIS/gas_lines.geojson",
          json.dumps({"type": "FeatureCollection", "features": features}, indent=1))


def geotiff(cells, corner, size, epsg, software):
    """Rows of cells as 32-bit floats, in one strip; corner: upper left."""
    height, width = len(cells), len(cells[0])
    data = b"".join(struct.pack(f"<{width}f", *row) for row in cells)
    keys = struct.pack("<16H", 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg)
    texts = [software.encode() + b"\0", b"-9999\0"]
    scale = struct.pack("<3d", size, size, 0)
    tie = struct.pack("<6d", 0, 0, 0, corner[0], corner[1], 0)
    tags = [(256, 3, 1, width), (257, 3, 1, height), (258, 3, 1, 32), (259, 3, 1, 1),
            (262, 3, 1, 1), (273, 4, 1, data), (277, 3, 1, 1), (278, 3, 1, height),
            (279, 4, 1, len(data)), (305, 2, len(texts[0]), texts[0]), (339, 3, 1, 3),
            (33550, 12, 3, scale), (33922, 12, 6, tie), (34735, 3, 16, keys),
            (42113, 2, len(texts[1]), texts[1])]
    directory, rest = b"", b""
    behind = 8 + 2 + 12 * len(tags) + 4
    for tag, kind, count, value in tags:
        if isinstance(value, bytes):
            rest += b"\0" * (len(rest) % 2)
            where = behind + len(rest)
            rest += value
            value = where
        directory += struct.pack("<HHII", tag, kind, count, value)
    return (b"II*\0" + struct.pack("<IH", 8, len(tags)) + directory + struct.pack("<I", 0) + rest)


def make_rasters(root):
    cells = [[5200 + 10 * x - 7 * y for x in range(6)] for y in range(4)]
    write(f"{root}/GIS/muddy_structure.tif",
          geotiff(cells, (385000, 4760000), 250, 26913, "Gridmaker 7"))
    rows = "\n".join(" ".join(str(z - 5000) for z in row) for row in cells)
    write(f"{root}/GIS/muddy_isochore.asc",
          "ncols 6\nnrows 4\nxllcorner 385000\nyllcorner 4759000\ncellsize 250\n"
          f"NODATA_value -9999\n{rows}\n")
    texts = [("TEXT", "WELLS", "Lark Creek 1-12"), ("TEXT", "PIPES", "12 in gas line GL-0"),
             ("MTEXT", "NOTES", "{\\fArial|b0;Elevations in feet\\Pabove sea level}"),
             ("TEXT", "TITLE", "DRAWING NO. LC-1042-C")]
    entities = "".join(f"0\n{kind}\n8\n{layer}\n10\n{i}\n20\n{i}\n40\n2.5\n1\n{text}\n"
                       for i, (kind, layer, text) in enumerate(texts))
    write(f"{root}/GIS/battery_plan.dxf",
          "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1015\n9\n$INSUNITS\n70\n2\n0\nENDSEC\n"
          f"0\nSECTION\n2\nENTITIES\n{entities}0\nENDSEC\n0\nEOF\n")


# ---- surfaces, decks, point clouds -----------------------------------------

def make_models(root):
    write(f"{root}/Models/top_quartz_hill.gri", model_files.IRAP)
    write(f"{root}/Models/base_quartz_hill.cps3", model_files.CPS3)
    write(f"{root}/Models/LARK_CREEK.DATA", model_files.DECK)
    write(f"{root}/Models/lark_creek_tile.las", model_files.lidar())


# ---- text, tables, pages --------------------------------------------------

def pdf(pages, outline=(), attached=()):
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"",
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        body = "BT /F1 11 Tf 60 760 Td 14 TL " + " ".join(
            "(" + l.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ") '"
            for l in lines) + " ET"
        objects.append(f"<< /Length {len(body)} >>\nstream\n{body}\nendstream".encode())
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
                       "/Resources << /Font << /F1 3 0 R >> >> >>".encode())
        kids.append(f"{len(objects)} 0 R")
    more = b""
    if outline:  # (title, page from 0), all of one level
        first = len(objects) + 2
        objects.append(f"<< /Type /Outlines /First {first} 0 R /Last {first + len(outline) - 1} 0 R "
                       f"/Count {len(outline)} >>".encode())
        more += f" /Outlines {len(objects)} 0 R".encode()
        for i, (title, page) in enumerate(outline):
            after = f" /Next {first + i + 1} 0 R" if i + 1 < len(outline) else ""
            objects.append(f"<< /Title ({title}) /Parent {first - 1} 0 R /Dest [{kids[page]} /Fit]{after} >>".encode())
    names = b""
    for name, data in attached:
        objects.append(b"<< /Type /EmbeddedFile /Length %d >>\nstream\n%s\nendstream" % (len(data), data))
        objects.append(f"<< /Type /Filespec /F ({name}) /EF << /F {len(objects)} 0 R >> >>".encode())
        names += f"({name}) {len(objects)} 0 R ".encode()
    if names:
        more += b" /Names << /EmbeddedFiles << /Names [" + names + b"] >> >>"
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R" + more + b" >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out, offsets = b"%PDF-1.4\n", []
    for i, o in enumerate(objects):
        offsets.append(len(out))
        out += f"{i + 1} 0 obj\n".encode() + o + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{o:010d} 00000 n \n".encode() for o in offsets)
    out += (f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").encode()
    return out


# Five by seven dots, a row a number.
DOTS = {"A": (14, 17, 17, 31, 17, 17, 17), "C": (14, 17, 16, 16, 16, 17, 14), "E": (31, 16, 16, 30, 16, 16, 31),
        "G": (14, 17, 16, 23, 17, 17, 15), "I": (14, 4, 4, 4, 4, 4, 14), "K": (17, 18, 20, 24, 20, 18, 17),
        "L": (16, 16, 16, 16, 16, 16, 31), "N": (17, 25, 21, 19, 17, 17, 17), "O": (14, 17, 17, 17, 17, 17, 14),
        "P": (30, 17, 17, 30, 16, 16, 16), "R": (30, 17, 17, 30, 20, 18, 17), "S": (15, 16, 16, 14, 1, 1, 30),
        "T": (31, 4, 4, 4, 4, 4, 4), "U": (17, 17, 17, 17, 17, 17, 14), "W": (17, 17, 17, 21, 21, 27, 17),
        " ": (0, 0, 0, 0, 0, 0, 0)}


def scan(lines):
    """A page of black letters as a gray PNG of 150 dots an inch."""
    dot, margin = 5, 80
    wide = 2 * margin + dot * 6 * max(map(len, lines))
    rows = [[255] * wide for _ in range(2 * margin + dot * 12 * len(lines))]
    for n, line in enumerate(lines):
        for k, letter in enumerate(line):
            for y, bits in enumerate(DOTS[letter]):
                for x in range(5):
                    if bits >> (4 - x) & 1:
                        for j in range(dot):
                            at = margin + dot * (6 * k + x)
                            rows[margin + dot * (12 * n + y) + j][at:at + dot] = [0] * dot

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", wide, len(rows), 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"pHYs", struct.pack(">IIB", 5906, 5906, 1)) +
            chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


SERVICES = [
    ("Services", ["Scope. The Contractor shall service the pumps of the Owner at Lark Creek.",
                  "Hours. Each party shall name one person who answers by day and by night."]),
    ("Fees", ["Rates. The Owner shall pay 900 dollars a day for each fitter on site.",
              "Late payment. A fee that is paid late bears interest of two percent a month."]),
    ("Term", ["Start. This Agreement begins on the day on which both parties have signed it.",
              "End. Either party may terminate this Agreement on ninety days' notice."])]
NESTED = ("1. {}\n", "    1. {}\n")  # numbers that only the nesting implies
PLAIN = ("{n}. {}\n\n", "{n}.{m} {}\n\n")


def services_agreement(form):
    text = ("# Tindal pump services agreement\n\n" if form is NESTED else "TINDAL PUMP SERVICES AGREEMENT\n\n")
    text += ('This Agreement is made between "Lark Creek Oil" (the "Owner") and "Tindal Pumps" (the '
             '"Contractor"), contract no. TP-2027-11.\n\n')
    for n, (title, clauses) in enumerate(SERVICES, 1):
        text += form[0].format(title, n=n)
        for m, clause in enumerate(clauses, 1):
            text += form[1].format(clause, n=n, m=m)
        text += "\n"
    return text


def lease(rent):
    return ('QUARTZ HILL LEASE AGREEMENT\n\nThis Lease is made between "Ada Moss" (the Lessor) and '
            f'"Lark Creek Oil" (the Lessee).\n\n1. Grant\n\nThe Lessor hereby grants the land to the Lessee.\n\n'
            f'2. Rent\n\n2.1 Amount. The Lessee shall pay {rent} each year.\n\n'
            '2.2 Delay. The Lessee shall pay within\n\n(a) thirty days by wire, or\n\n'
            '(b) forty days by cheque.\n\n3. Signatures\n\nBy: ____________ for [Company name]\n')


def make_papers(root):
    write(f"{root}/Reports/completion_lark_creek_1-12.pdf", pdf([
        ["Completion report", "Well: Lark Creek 1-12   API 49-025-06325-00-00",
         "The well was completed in the Quartz Hill sandstone in thirteen stages.",
         "A sonic log was run from 1,450 ft to 6,890 ft near Casper, Wyoming."],
        ["Cement", "The production casing was cemented with 240 sacks of class G cement."]]))
    write(f"{root}/Reports/lark_creek_summary.pdf", pdf(
        [["Summary", "The well Lark Creek 1-12 was tested for nine days."],
         ["Tests", "Well        Days    Rate", "1-12        9       410", "1-13        4       120",
          "2-01        7       95"]],
        outline=[("Summary", 0), ("Tests", 1)],
        attached=[("rates.csv", b"WELL,DAY,RATE_BBL\n1-12,1,400\n1-12,2,420\n")]))
    write(f"{root}/Reports/scanned_letter.png",
          scan(["LARK CREEK WELL REPORT", "PRESSURE TEST IN SONIC CASING"]))
    write(f"{root}/Manuals/pump_ABC-4471-B.md",
          "# Triplex pump ABC-4471-B\n\n## Warranty\n\nThe maker repairs part ABC-4471-B free of charge "
          "for 24 months after delivery. Wear of seals is not covered.\n\n## Service\n\n"
          "Change the oil every 500 hours. Only a trained fitter repairs the pump.\n")
    write(f"{root}/Manuals/parts.csv",
          "PART,NAME,PRICE_USD\nABC-4471-A,Valve seat,41.50\nABC-4471-B,Triplex pump,18900.00\n"
          "ABC-4480-B,Seal kit,112.00\nCF14JT10K0,Resistor 10k,0.10\n")
    write(f"{root}/Contracts/farmout_sooner.html",
          "<html><head><title>Sooner farm-out agreement</title></head><body><h1>Sooner farm-out</h1>"
          "<h2>12 Operations</h2><h3>12.4 Test well</h3><p>The farmee drills a test well to 9,000 ft "
          "before 1 May 2027, or returns licence PEDL902.</p></body></html>")
    write(f"{root}/Contracts/tindal_services.md", services_agreement(NESTED))
    write(f"{root}/Contracts/tindal_services.txt", services_agreement(PLAIN))
    write(f"{root}/Contracts/quartz_hill_lease.txt", lease("500 dollars"))
    write(f"{root}/Contracts/quartz_hill_lease_amended.txt", lease("700 dollars"))
    write(f"{root}/Notes/feltnotat.txt",
          "Notat om brønn 15/9-F-1 A på Åsgard.\nPrøvene ble tatt på 3210 m.\n".encode("latin-1"))
    write(f"{root}/Notes/readme.bin", bytes(range(256)) * 4)


# ---- files with others inside ---------------------------------------------

def delivery_zip():
    """A log and a shapefile as a contractor would send them."""
    with tempfile.TemporaryDirectory() as folder:
        base = f"{folder}/halden_wells"
        point_shapefile(base, [(-106.31, 42.97), (-106.30, 42.98)])
        write(base + ".dbf", dbf([("WELL_NAME", "C", 24), ("API_NO", "C", 14)],
                                 [("Halden 7", "49-025-06399"), ("Halden 8", "49-025-06398")]))
        write(base + ".prj", NAD83)
        write(f"{folder}/halden_7.las", las("HALDEN 7", "49-025-06399-00-00", "NATRONA", "WYOMING",
                                            900, 2950, GR, field="HALDEN"))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            for name in sorted(os.listdir(folder)):
                with open(f"{folder}/{name}", "rb") as member:
                    info = zipfile.ZipInfo(f"halden/{name}", (1998, 5, 4, 12, 0, 0))
                    info.compress_type = zipfile.ZIP_DEFLATED
                    file.writestr(info, member.read())
        return out.getvalue()


def message(number, subject, body, more=""):
    return (f"From: Ada Moss <ada.moss@mudstone.example>\nTo: Ben Tindal <ben@tindal.example>\n"
            f"Subject: {subject}\nDate: Mon, {3 + number:02d} May 1999 09:12:00 -0600\n"
            f"Message-ID: <{number}@mudstone.example>\nMIME-Version: 1.0\n{more}\n{body}")


ATTACHED = """--part
Content-Type: text/plain; charset=utf-8

The invoice for pump ABC-4471-B is attached.
--part
Content-Type: text/plain; name="invoice_2291.txt"
Content-Disposition: attachment; filename="invoice_2291.txt"
Content-Transfer-Encoding: base64

SW52b2ljZSAyMjkxCgpPbmUgc2VhbCBraXQgQUJDLTQ0ODAtQiBmb3IgdGhlIHB1bXAgYXQgTGFy
ayBDcmVlazogMTEyIGRvbGxhcnMuCg==
--part--
"""


def make_containers(root):
    write(f"{root}/Deliveries/halden_1998.zip", delivery_zip())
    write(f"{root}/Mail/invoice.eml",
          message(1, "Invoice 2291", ATTACHED, 'Content-Type: multipart/mixed; boundary="part"\n'))
    letters = [(2, "Rig move", "The rig moves to Quartz Hill on Friday.\n"),
               (3, "Re: Rig move", "From here on the road is closed. Take the north gate.\n")]
    write(f"{root}/Mail/field_office.mbox", "".join(
        f"From ada.moss@mudstone.example Mon May {3 + n:2d} 09:12:00 1999\n"
        + message(n, subject, body.replace("From here", ">From here")) + "\n"
        for n, subject, body in letters))


def make_old_office(root):
    about = {"author": "Ada Moss", "when": datetime.datetime(2003, 5, 12, 9, 30)}
    rows = [["Well name", "API number", "Spud date", "TD ft", "Operator"]]
    for i, (name, api, _, _, _, depth, _, _) in enumerate(WELLS):
        spud = datetime.date(2001, 3, 9 + i)
        rows.append([name, api + "-00-00", spud, depth + 0.5 * i, "MUDSTONE PETROLEUM"])
    write(f"{root}/Wells/lark_creek_spuds.xls",
          old_office.xls([("Spuds", rows)], title="Wells by spud date", **about))
    write(f"{root}/Reports/quartz_hill_program.doc", old_office.doc([
        ("Quartz Hill 3 well program", "heading"),
        ("The well Quartz Hill 3 (API 49-009-22001) is drilled to 9,950 ft.", "text"),
        ("Move the rig to the pad.", "item"), ("Drill the surface hole.", "item"),
        ("Casing", "cell"), ("Depth", "cell"), ("Cement", "cell"), ("", "row"),
        ("Surface", "cell"), ("1,200 ft", "cell"), ("class G", "cell"), ("", "row"),
        ("The cores go to Casper.", "text")], title="Quartz Hill 3 well program", **about))
    write(f"{root}/Reports/teapot_flats_review.ppt", old_office.ppt(
        [("Teapot Flats review", ["Well 7 makes gas", "Water cut rises"]),
         ("Next steps", ["Test the Åse Draw sand"])], title="Teapot Flats review", **about))


def make_new_office(root):
    about = {"author": "Ada Moss", "when": datetime.datetime(2019, 5, 13, 9, 30)}
    write(f"{root}/Contracts/ase_draw_drilling.docx", new_office.docx([
        ("title", "Drilling Contract"), (None, "This Agreement is made by MUDSTONE PETROLEUM "
                                         "and PLUMB LINE LOGGING. The parties agree:"),
        (0, "Rig"), (1, "Mobilization. Contractor shall move the rig to Åse Draw 2 by May 1."),
        (1, "Rates. Company shall pay:"), (2, "the day rate of 21,500 dollars;"),
        (2, "the standby rate of 12,000 dollars."),
        (0, "Insurance"), (1, "Cover. Contractor shall hold insurance of five million dollars."),
        (1, "Proof. Contractor shall send certificates before it moves the rig."),
        (0, "General"), (1, "Assignment. Neither of the parties shall assign this Agreement."),
        [["Casing", "Depth", "Cement"], ["Surface", "1,150 ft", "class G"],
         ["Production", "9,800 ft", "class H"]]], title="Drilling Contract", **about))
    rows = [["Wells by completion"], [],
            ["Well name", "API number", "Completed", "Net pay ft", "Operator"]]
    for i, (name, api, _, _, _, _, _, _) in enumerate(WELLS):
        rows.append([name, float(api.replace("-", "") + "0000"),
                     datetime.date(2002, 4, 2 + i), 12.5 + i, "MUDSTONE PETROLEUM"])
    write(f"{root}/Wells/lark_creek_completions.xlsx", new_office.xlsx(
        "Completions", rows, title="Wells by completion", **about))
    write(f"{root}/Reports/ase_draw_review.pptx", new_office.pptx(
        [("Åse Draw review", ["Porosity is 14 percent in the lower sand"]),
         ("Plans", ["Core the upper sand", "Log to total depth"])],
        title="Åse Draw review", **about))
    write(f"{root}/Manuals/mud_pump_checks.odt", new_office.odt(
        [("h", "Mud pump checks"), ("item", "Close the suction valve."),
         ("item", "Bleed the pulsation dampener."), ("p", "Parts: see ABC-4471-B.")],
        "Mud pump checks"))
    write(f"{root}/Notes/tindal_visit.rtf", new_office.rtf(
        ["Visit to Tindal", "The {old} separator leaks; Åge will order a seal."],
        "Visit to Tindal", "Ada Moss"))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_archive.py FOLDER")
    root = sys.argv[1]
    make_logs(root)
    make_other_logs(root)
    make_seismic(root)
    make_navigation(root)
    make_maps(root)
    make_rasters(root)
    make_models(root)
    make_papers(root)
    make_containers(root)
    make_new_office(root)
    make_old_office(root)
    files = sum(len(f) for _, _, f in os.walk(root))
    print(f"{files} files in {root}")


if __name__ == "__main__":
    main()
