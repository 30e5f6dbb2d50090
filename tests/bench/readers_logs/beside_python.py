#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time the log readers beside lasio and dlisio on the same files, warm, in one run.

    beside_python.py BENCH_READERS_LOGS FOLDER [ROUNDS]

All LAS files below FOLDER whole (lasio with ignore_data: it leaves the samples
out, Keybed counts them and finds their ranges) and cut where the data begin
(both read the header and nothing else); all DLIS files (dlisio: load, origins,
frames, channels, parameters). Both sides turn every header field into a value.
Prints processor seconds and their ratios, of the best of ROUNDS (3). Exit code 77: no peer.
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
    for path in paths:
        try:
            log = lasio.read(path, ignore_data=True, ignore_header_errors=True)
        except Exception:
            continue
        for section in (log.version, log.well, log.curves, log.params):
            for item in section:
                (item.original_mnemonic, item.unit, item.value, item.descr)


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


def ours(program, rounds, paths):
    run = subprocess.run([program, str(rounds)] + paths, check=True, stdout=subprocess.PIPE)
    seconds, facts = run.stdout.split()
    return float(seconds), int(facts)


def show(title, program, rounds, paths, peer):
    mine, facts = ours(program, rounds, paths)
    theirs = best_of(rounds, lambda: peer(paths))
    size = sum(os.path.getsize(p) for p in paths) / 1e6
    print(f"{title:22} {len(paths):4} files {size:8.1f} MB  keybed {mine:8.4f} s ({size / mine:6.0f} MB/s, "
          f"{facts} facts)  peer {theirs:8.3f} s  ratio {theirs / mine:6.1f}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
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
        show("LAS, headers alone", program, rounds, headers, read_las)
        show("LAS, whole files", program, rounds, las, read_las)
        show("DLIS, headers", program, rounds, files_below(folder, ".dlis"), read_dlis)


if __name__ == "__main__":
    main()
