#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the facts of rasters with readers that share nothing with GDAL.

    rasters_against_tifffile.py KEYBED FOLDER

TIFF files below FOLDER by tifffile and, for their place, by the rules of OGC
GeoTIFF 1.1 from the tags that it gives; HDF5 files by h5py. A fact that is
missing counts as differing. Prints agreed/total for each field; exit code 0:
all agree; 1: some differ, and they are shown; 77: skipped, with the reason.
"""
import collections
import json
import math
import os
import subprocess
import sys

SKIPPED = 77
CITATION = 32767  # a value that only the citation explains

try:
    import tifffile
except ImportError:
    print("skipped: no tifffile (PyPI)")
    sys.exit(SKIPPED)
try:
    import h5py
except ImportError:
    h5py = None


def facts_of(keybed, path):
    """Facts of the file itself (no section) as name → values."""
    run = subprocess.run([keybed, "inspect", "--json", path],
                         capture_output=True, timeout=120, check=False)
    # Values of full precision stand in the text.
    if run.returncode not in (0, 3):
        return None
    document = json.loads(run.stdout)["documents"][0]
    out = collections.defaultdict(list)
    for fact in document.get("facts", []):
        section = (fact.get("locator") or {}).get("section", "")
        if not section or section.startswith("band "):
            value = fact.get("number")
            try:
                value = value if value is None else float(fact["text"])
            except ValueError:
                pass
            out[fact["key"]].append(fact["text"] if value is None else value)
    out["format"] = [document.get("format", "")]
    return out


def type_name(page):
    kind = {1: "UInt", 2: "Int", 3: "Float", 5: "CInt", 6: "CFloat"}
    form = int(page.sampleformat or 1)
    bits = int(page.bitspersample)
    # GDAL's names for cells of an odd number of bits are those of the next.
    width = next(w for w in (8, 16, 32, 64, 128) if bits <= w)
    if form == 3 and width == 16:
        width = 32
    name = kind.get(form, "UInt") + str(width)
    return "Byte" if name == "UInt8" else name


def shape_of(page):
    return page.imagewidth, page.imagelength, int(page.samplesperpixel)


def cell_and_corner(page):
    """Width and height of a cell, least x and greatest y of what it covers."""
    tags = page.tags
    geo = page.geotiff_tags or {}
    raster = geo.get("GTRasterTypeGeoKey")
    half = 0.5 if raster is not None and int(raster) == 2 else 0.0
    if 34264 in tags:
        m = tags[34264].value
        if m[1] or m[4]:
            return None
        x = m[3] - half * m[0]
        y = m[7] - half * m[5]
        return (abs(m[0]), abs(m[5]), min(x, x + m[0] * page.imagewidth),
                max(y, y + m[5] * page.imagelength))
    if 33550 not in tags or 33922 not in tags:
        return None
    sx, sy = tags[33550].value[:2]
    i, j, _, x, y = tags[33922].value[:5]
    if len(tags[33922].value) > 6:
        return None  # control points
    return (sx, abs(sy), x - (i + half) * sx, y + (j + half) * sy)


def epsg_of(page):
    geo = page.geotiff_tags or {}
    for key in ("ProjectedCSTypeGeoKey", "ProjectedCRSGeoKey",
                "GeographicTypeGeoKey", "GeodeticCRSGeoKey"):
        if key in geo:
            code = int(geo[key])
            return code if code < CITATION else None
    return None


def near(a, b, scale):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-6 * max(scale, 1e-9))


class Tally:
    def __init__(self):
        self.agreed = collections.Counter()
        self.total = collections.Counter()
        self.shown = []

    def check(self, path, field, ours, theirs, same=None):
        self.total[field] += 1
        if same if same is not None else ours == theirs:
            self.agreed[field] += 1
        else:
            self.shown.append(f"{path}\t{field}\tours {ours}\ttheirs {theirs}")


def first(facts, key):
    values = facts.get(key)
    return values[0] if values else None


def compare_tiff(tally, keybed, path, name):
    try:
        tiff = tifffile.TiffFile(path)
        page = tiff.pages[0]
    except Exception as error:  # tifffile raises many kinds
        print(f"{name}: tifffile: {error}")
        return
    with tiff:
        facts = facts_of(keybed, path)
        tally.check(name, "read", facts is not None, True)
        if facts is None:
            return
        width, height, bands = shape_of(page)
        tally.check(name, "width", first(facts, "width"), width)
        tally.check(name, "height", first(facts, "height"), height)
        tally.check(name, "band_count", first(facts, "band_count"), bands)
        tally.check(name, "data_type", first(facts, "data_type"),
                    type_name(page))
        software = (page.software or "").strip()
        if software:
            tally.check(name, "software", first(facts, "software"), software)
        nodata = page.tags.get(42113)
        if nodata is not None:
            text = str(nodata.value).strip("\0 ")
            ours = first(facts, "nodata")
            same = ours is not None and (
                text.lower() == str(ours).lower() or
                (not math.isnan(float(text)) and
                 near(float(ours), float(text), 1)))
            tally.check(name, "nodata", ours, text, same)
        place = cell_and_corner(page)
        if place:
            sx, sy, x, y = place
            for key, value in (("cell_size_x", sx), ("cell_size_y", sy),
                               ("min_x", x), ("max_y", y)):
                ours = first(facts, key)
                tally.check(name, key, ours, value,
                            ours is not None and near(ours, value, sx))
        code = epsg_of(page)
        if code:
            # The code of a file is a claim: what is not sure is a candidate.
            ours = first(facts, "epsg")
            candidate = str(first(facts, "crs_candidate") or "")
            same = ours == code or candidate.startswith(f"EPSG:{code} ")
            tally.check(name, "epsg", ours or candidate, code, same)


def compare_hdf5(tally, keybed, path, name):
    if h5py is None:
        return
    grids = []
    with h5py.File(path, "r") as file:
        def visit(where, item):
            # GDAL shows what has two or three dimensions.
            if isinstance(item, h5py.Dataset) and len(item.shape) in (2, 3):
                grids.append(where)
        file.visititems(visit)
    facts = facts_of(keybed, path)
    tally.check(name, "read", facts is not None, True)
    if facts is not None and len(grids) > 1:
        tally.check(name, "subdatasets", sorted(facts["subdataset"]),
                    sorted(grids))


def main():
    keybed, folder = sys.argv[1:3]
    if not os.path.isdir(folder):
        print("skipped: no", folder)
        sys.exit(SKIPPED)
    tally = Tally()
    files = 0
    for root, _, names in sorted(os.walk(folder)):
        for base in sorted(names):
            path = os.path.join(root, base)
            name = os.path.relpath(path, folder)
            if base.lower().endswith((".tif", ".tiff")):
                compare_tiff(tally, keybed, path, name)
                files += 1
            elif base.lower().endswith((".h5", ".hdf5")):
                compare_hdf5(tally, keybed, path, name)
                files += 1
    for line in tally.shown:
        print(line)
    for field in sorted(tally.total):
        print(f"{field:12} {tally.agreed[field]}/{tally.total[field]}")
    agreed = sum(tally.agreed.values())
    total = sum(tally.total.values())
    share = 100 * agreed / total if total else 0
    print(f"rasters: {files} files, {agreed}/{total} agreed: {share:.2f} %")
    sys.exit(0 if agreed == total else 1)


if __name__ == "__main__":
    main()
