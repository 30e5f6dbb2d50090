#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time the log readers beside lasio and dlisio on the same files, warm, in one run.

    beside_python.py BENCH_READERS_LOGS FOLDER [ROUNDS [AT_LEAST]]

All LAS files below FOLDER, whole and cut where the data begin; lasio with
ignore_data. "same work": both sides open the file, read the header's sections and
make of each item mnemonic, unit, value (a number where it is one) and description.
"whole reader": Keybed's reader with all facts, keys, passages and, of whole
files, counts and ranges of the samples, beside the same of lasio. All DLIS files
(dlisio: load, origins, frames, channels, parameters) by the whole reader. Prints
processor seconds and their ratios, of the best of ROUNDS (3). Exit code 77: no
peer. Exit code 1: a ratio of the same work is below AT_LEAST (0).
"""
import logging
import os
import subprocess
import sys
import tempfile
import time
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


def files_below(folder, extension):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                  if name.lower().endswith(extension))


def best_of(rounds, work):
    work()
    best = 1e300
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def read_las(paths):
    import lasio
    items = 0
    for path in paths:
        try:
            log = lasio.read(path, ignore_data=True, ignore_header_errors=True)
        except Exception:
            continue
        for section in (log.version, log.well, log.curves, log.params):
            for item in section:
                (item.original_mnemonic, item.unit, item.value, item.descr)
                items += 1
    return items


def read_dlis(paths):
    from dlisio import dlis
    for path in paths:
        with dlis.load(path) as files:
            for logical in files:
                for origin in logical.origins:
                    (origin.well_name, origin.well_id, origin.field_name, origin.company,
                     origin.producer_name, origin.run_nr, origin.creation_time, origin.file_id,
                     origin.file_nr, origin.file_type, origin.order_nr, origin.descent_nr)
                for frame in logical.frames:
                    (frame.name, frame.index_type, frame.index_min, frame.index_max, frame.spacing,
                     frame.direction, len(frame.attic["CHANNELS"].value or []) if "CHANNELS" in
                     frame.attic.keys() else 0)
                for channel in logical.channels:
                    (channel.name, channel.long_name, channel.units, channel.dimension, channel.reprc)
                for parameter in logical.parameters:
                    try:
                        (parameter.name, parameter.long_name, parameter.values)
                    except (RuntimeError, ValueError):
                        pass


def cut_headers(paths, scratch):
    out = []
    for i, path in enumerate(paths):
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        header = []
        for line in lines:
            header.append(line)
            if line.strip()[:2].upper() in (b"~A",):
                break
        out.append(os.path.join(scratch, f"{i}.las"))
        with open(out[-1], "wb") as file:
            file.write(b"".join(header))
    return out


def ours(program, what, rounds, paths):
    run = subprocess.run([program, what, str(rounds)] + paths, check=True, stdout=subprocess.PIPE)
    seconds, found = run.stdout.split()
    return float(seconds), int(found)


def show(title, program, rounds, paths, peer, whats=("headers", "whole")):
    """Prints the ratios; gives that of the same work, if it is asked for."""
    peer_found = peer(paths)
    theirs = best_of(rounds, lambda: peer(paths))
    size = sum(os.path.getsize(p) for p in paths) / 1e6
    print(f"{title:16} {len(paths):4} files {size:6.1f} MB, peer {theirs:7.4f} s"
          + (f", {peer_found} items" if peer_found else ""))
    ratios = {}
    for what in whats:
        mine, found = ours(program, what, 5 * rounds, paths)
        ratios[what] = theirs / mine
        name = {"headers": "same work, items", "whole": "whole reader, facts"}[what]
        print(f"    {name:20} {found:6}  keybed {mine:7.4f} s ({size / mine:6.0f} MB/s)  "
              f"ratio {theirs / mine:6.1f}")
    return ratios.get("headers")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    at_least = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    try:
        import dlisio  # noqa: F401
        import lasio  # noqa: F401
    except ImportError as error:
        print("skipped:", error)
        sys.exit(77)
    las = []
    for path in files_below(folder, ".las"):
        with open(path, "rb") as file:
            if file.read(4) != b"LASF":
                las.append(path)
    with tempfile.TemporaryDirectory() as scratch:
        headers = cut_headers(las, scratch)
        ratios = [show("LAS, cut", program, rounds, headers, read_las),
                  show("LAS, whole files", program, rounds, las, read_las)]
        show("DLIS", program, rounds, files_below(folder, ".dlis"), read_dlis, ["whole"])
    return min(ratios) < at_least


if __name__ == "__main__":
    sys.exit(main())
