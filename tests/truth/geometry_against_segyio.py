#!/usr/bin/env python3
"""Ranges of SEG-Y trace headers against segyio, over every .sgy and .segy.

    tests/truth/geometry_against_segyio.py KEYBED FOLDER

segyio reads every trace header; the ranges of inline, crossline, ensemble,
shot point and of source, group and ensemble coordinates (times the scalar of
the first trace) must be those of `keybed inspect --json`, read at the bytes
that Keybed says it used. A range that one side has and the other has not is a
disagreement. Prints each disagreement and agreed/total; exits 1 below 99.5 %,
77 if segyio or the folder is not there.
"""
import json
import pathlib
import subprocess
import sys
import warnings

try:
    import segyio
except ImportError:
    print("skipped: no segyio")
    sys.exit(77)

warnings.simplefilter("ignore")


def facts_of(keybed, path):
    out = subprocess.run([keybed, "inspect", "--json", str(path)],
                         capture_output=True, text=True)
    if not out.stdout:
        return None
    document = json.loads(out.stdout)
    if not document.get("documents"):
        return None
    facts = {}
    for fact in document["documents"][0]["facts"]:
        facts.setdefault(fact["key"], fact)
    return facts


def position(facts, key, default):
    return int(facts[key]["text"].split("-")[0]) if key in facts else default


def factor_of(scalar):
    """None where the scalar is none, as the standard has them."""
    if scalar == 0:
        return 1.0
    if abs(scalar) not in (1, 10, 100, 1000, 10000):
        return None
    return 1.0 / -scalar if scalar < 0 else float(scalar)


def theirs_of(file, facts):
    """(key, expected or None) of every range."""
    import numpy
    column = lambda at: file.attributes(at)[:].astype(numpy.int64)
    out = []
    for name, default in (("inline", 189), ("crossline", 193), ("cdp", 21),
                          ("shot_point", 17)):
        values = column(position(facts, name + "_bytes", default))
        filled = values.any()
        out += [(name + "_min", values.min() if filled else None),
                (name + "_max", values.max() if filled else None)]
    factor = factor_of(int(file.header[0][71]))
    units = int(file.header[0][89])
    for name, x_at, y_at in (("source", 73, 77), ("group", 81, 85),
                             ("cdp", position(facts, "cdp_x_bytes", 181),
                              position(facts, "cdp_y_bytes", 185))):
        x, y = column(x_at), column(y_at)
        filled = (x != 0) | (y != 0)
        for axis, values in (("x", x[filled]), ("y", y[filled])):
            usable = filled.any() and factor is not None and units != 4
            for end in ("min", "max"):
                value = getattr(values, end)() * factor if usable else None
                most = {2: 180 * 3600, 3: 180}.get(units, 1e9)
                if value is not None and abs(value) > most:
                    value = None
                out.append((f"{name}_{axis}_{end}", value))
    return out


def main():
    keybed, folder = sys.argv[1:3]
    root = pathlib.Path(folder)
    if not root.is_dir():
        print("skipped: no " + folder)
        return 77
    agreed = total = files = 0
    for path in sorted(root.rglob("*")):
        if path.suffix.lower() not in (".sgy", ".segy"):
            continue
        facts = facts_of(keybed, path)
        if facts is None or "trace_count" not in facts:
            print(f"not read by keybed: {path.relative_to(root)}")
            continue
        little = facts["byte_order"]["text"].startswith("little")
        try:
            file = segyio.open(path, ignore_geometry=True,
                               endian="little" if little else "big")
        except Exception as error:  # what it cannot open proves nothing
            print(f"not read by segyio: {path.relative_to(root)}: {error}")
            continue
        files += 1
        with file:
            for key, expected in theirs_of(file, facts):
                ours = facts.get(key, {}).get("number")
                same = (ours is None and expected is None) or (
                    ours is not None and expected is not None and
                    abs(ours - expected) <= 1e-6 * max(1, abs(expected)))
                total += 1
                agreed += same
                if not same:
                    print(f"{path.relative_to(root)}: {key}: segyio "
                          f"{expected}, keybed {ours}")
    print(f"{files} files: {agreed}/{total} agreed "
          f"({100 * agreed / max(total, 1):.2f} %)")
    return bool(total == 0 or agreed < 0.995 * total)


if __name__ == "__main__":
    sys.exit(main())
