#!/usr/bin/env python3
"""Header reads of SEG-Y beside segyio, both warm, in one run.

    tests/bench/readers_segy.py BENCH_PROGRAM FOLDER [ROUNDS [AT_LEAST]]

BENCH_PROGRAM is build/release/tests/bench/bench_read_headers. Both sides open
each file anew, again and again, decode the textual header and every field of
the binary header and of the first and the last trace header; segyio with
ignore_geometry=True. Beside it stands the time of Keybed's whole reader, with
the choice of a reader, all facts and passages, which segyio has nothing like.
Times are of the processor, both sides having one thread. The order of the sides
alternates, and each side's best round counts, for other work of the machine
only ever slows. Prints the ratio of each file and the least
and median of all. Exits 77 if segyio is not installed, 1 if a ratio is below
AT_LEAST (0 by default).
"""
import pathlib
import statistics
import subprocess
import sys
import time
import warnings

try:
    import segyio
except ImportError:
    print("skipped: no segyio")
    sys.exit(77)


def with_segyio(path, times):
    """Microseconds of one read, the mean of `times`; None if it cannot."""
    fields = 0
    try:
        start = time.thread_time()
        for _ in range(times):
            with segyio.open(path, ignore_geometry=True) as file:
                fields += len(file.text[0])
                fields += len(dict(file.bin))
                fields += len(dict(file.header[0]))
                fields += len(dict(file.header[-1]))
        return (time.thread_time() - start) / times * 1e6
    except Exception:  # what it cannot open is not compared
        return None


def with_keybed(program, path, times):
    """Microseconds of one read of the headers, and of the whole reader."""
    out = subprocess.run([program, str(times), path], capture_output=True,
                         text=True, check=True).stdout.split()
    return float(out[0]), float(out[1])


def compare(program, path, rounds):
    """Best of the rounds (headers, whole, segyio); None if one side cannot."""
    ours, theirs = [], []
    for turn in range(rounds):
        sides = [lambda: theirs.append(with_segyio(path, 100)),
                 lambda: ours.append(with_keybed(program, path, 2000))]
        for side in sides if turn % 2 else reversed(sides):
            side()
    if None in theirs or any(headers < 0 for headers, _ in ours):
        return None
    return (min(headers for headers, _ in ours),
            min(whole for _, whole in ours), min(theirs))


def main():
    program, folder = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    at_least = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    warnings.simplefilter("ignore")
    rows, failed = [], 0
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix.lower() not in (".sgy", ".segy"):
            continue
        row = compare(program, str(path), rounds)
        if row is None:
            failed += 1
            continue
        headers, whole, theirs = row
        rows.append(row)
        print(f"{theirs / headers:6.1f} x  headers {headers:6.2f} us, whole "
              f"reader {whole:8.1f} us, segyio {theirs:7.1f} us  {path.name}")
    ratios = [theirs / headers for headers, _, theirs in rows]
    medians = [statistics.median(column) for column in zip(*rows)]
    print(f"{len(rows)} files, {failed} that one side cannot open; ratio of "
          f"header reads: least {min(ratios):.1f}, median "
          f"{statistics.median(ratios):.1f}; median times: headers "
          f"{medians[0]:.2f} us, whole reader {medians[1]:.1f} us, segyio "
          f"{medians[2]:.1f} us")
    return min(ratios) < at_least


if __name__ == "__main__":
    sys.exit(main())
