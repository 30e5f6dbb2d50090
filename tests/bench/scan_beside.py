#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The certified scan beside memory bandwidth, FAISS, NumPy and DuckDB.

    scan_beside.py BENCH_SCAN [--rows 67919] [--dims 1536] [--threads 2]
                   [--rounds 5] [--queries 20] [--folder FOLDER] [--realtime]

Needs numpy, faiss-cpu, duckdb and pyarrow. Makes vectors (scan_made.py), runs every way
once a round, one after the other, and prints tables of medians and of the best
times with their ratios. One query at a time, top 10, the same number of threads
each; --rounds more make a busy machine matter less, and --realtime (root) runs
before its other programs. DuckDB gets a quarter of the queries. Exit 1 if an answer differs
from that of float64.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench_scan")
    parser.add_argument("--rows", type=int, default=67919)
    parser.add_argument("--dims", type=int, default=1536)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--folder")
    parser.add_argument("--realtime", action="store_true")
    return parser.parse_args()


ARGS = arguments()
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(ARGS.threads)  # before the libraries are loaded

import duckdb  # noqa: E402
import faiss  # noqa: E402
import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402

from scan_made import made  # noqa: E402


def milliseconds(work):
    start = time.perf_counter()
    out = work()
    return (time.perf_counter() - start) * 1e3, out


class Faiss:
    share = ARGS.queries
    name = f"FAISS {faiss.__version__} IndexFlatIP"

    def __init__(self, rows):
        faiss.omp_set_num_threads(ARGS.threads)
        self.index = faiss.IndexFlatIP(rows.shape[1])
        self.index.add(rows)

    def top(self, query):
        return self.index.search(query[None, :], 10)[1][0]


class Numpy:
    share = ARGS.queries
    name = f"NumPy {np.__version__} f32"

    def __init__(self, rows):
        self.rows = rows

    def top(self, query):
        scores = self.rows @ query
        best = np.argpartition(-scores, 10)[:10]
        return best[np.argsort(-scores[best])]


class DuckDb:
    share = -(-ARGS.queries // 4)
    name = f"DuckDB {duckdb.__version__} array scan"

    def __init__(self, rows):
        dims = rows.shape[1]
        self.db = duckdb.connect()
        self.db.execute(f"SET threads = {ARGS.threads}")
        self.db.execute(f"CREATE TABLE v (id INTEGER, v FLOAT[{dims}])")
        for at in range(0, len(rows), 4096):
            part = rows[at:at + 4096]
            ids = np.arange(at, at + len(part), dtype=np.int32)
            flat = np.ascontiguousarray(part).reshape(-1)
            part_table = pa.table({  # noqa: F841  (read by name below)
                "id": ids,
                "v": pa.FixedSizeListArray.from_arrays(pa.array(flat), dims)})
            self.db.execute("INSERT INTO v SELECT * FROM part_table")
        self.sql = (f"SELECT id FROM v ORDER BY array_inner_product(v, "
                    f"?::FLOAT[{dims}]) DESC LIMIT 10")

    def top(self, query):
        return [r[0] for r in self.db.execute(self.sql, [query]).fetchall()]


def run_bench(folder):
    out = subprocess.run(
        [ARGS.bench_scan, folder / "rows.f32", folder / "queries.f32",
         str(ARGS.dims), str(ARGS.threads), "1", folder],
        check=True, stdout=subprocess.PIPE)
    return json.loads(out.stdout)


def wrong(rows, queries, answers, tops):
    """Answers whose rows are not the ten best in float64 (ties to 1e-6)."""
    count = 0
    for query, answer in zip(queries, answers):
        scores = rows @ query.astype(np.float64)
        least = np.sort(scores)[-10] - 1e-6
        for top in [[row for row, _ in answer]] + tops.pop(0):
            count += len(set(top)) != 10 or scores[list(top)].min() < least
    return count


class Times:
    def __init__(self):
        self.medians, self.bests = [], []

    def add(self, median, best):
        self.medians.append(median)
        self.bests.append(best)

    def row(self, name, over=None):
        mine = (statistics.median(self.medians), min(self.bests))
        text = f"| {name} | {mine[0]:.2f} | {mine[1]:.2f} |"
        if over is not None:
            text += f" {mine[0] / statistics.median(over.medians):.2f} |"
            text += f" {mine[1] / min(over.bests):.2f} |"
        return text


def measure(folder, rows, queries):
    others = [Faiss(rows), Numpy(rows), DuckDb(rows)]
    benches, times = [], {other.name: Times() for other in others}
    tops = [[] for _ in queries]
    for number in range(ARGS.rounds):
        benches.append(run_bench(folder))
        for other in others:
            took = []
            for at, query in enumerate(queries[:other.share]):
                ms, top = milliseconds(lambda: other.top(query))
                took.append(ms)
                if number == 0:
                    tops[at].append(list(top))
            times[other.name].add(statistics.median(took), min(took))
    together = Times()
    for _ in range(ARGS.rounds * 4):
        ms, _ = milliseconds(lambda: others[0].index.search(queries, 10))
        together.add(ms / len(queries), ms / len(queries))
    return benches, times, tops, together


def collected(parts):
    out = Times()
    for part in parts:
        out.add(part["median"], part["best"])
    return out


def print_whole(benches, times):
    ways = [k for k, v in benches[0]["whole"].items() if isinstance(v, dict)]
    all_times = {way: collected([b["whole"][way] for b in benches])
                 for way in ways}
    mine = all_times[benches[0]["kernel"]]
    print("| one query, ms | median | best | as times the certified scan: "
          "median | best |\n|---|---|---|---|---|")
    for way in ways:
        label = {"read": "reading the int8 bytes", "f32": "f32 scan (the oracle)"}
        print(all_times[way].row(label.get(way, f"certified, {way}"), mine))
    for name, taken in times.items():
        print(taken.row(name, mine))
    print(f"\nRescored in f32: {benches[0]['whole']['rescored']:.1f} rows a "
          f"query of {ARGS.rows}; answers unlike the f32 scan's: "
          f"{sum(b['whole']['answers_unlike_f32'] for b in benches)}; first "
          f"scan of a process: "
          f"{min(b['first_scan_of_process'] for b in benches):.1f} ms.\n")


def print_batches(benches, together):
    print("| queries in one pass | ms a query: median | best |\n|---|---|---|")
    for at, part in enumerate(benches[0]["batches"]):
        print(collected([b["batches"][at]["each"] for b in benches])
              .row(part["queries"]))
    print(together.row(f"FAISS, {ARGS.queries} together"))


def print_filtered(benches):
    print("\n| allowed | rows that stand together | rows | ms: median | best | "
          "ns a row (best) |\n|---|---|---|---|---|---|")
    for at, part in enumerate(benches[0]["filtered"]):
        taken = collected([b["filtered"][at]["time"] for b in benches])
        print(f"| {part['share']:.1%} | {part['rows_together']} | "
              f"{part['rows']} {taken.row('')[3:]} "
              f"{min(taken.bests) * 1e6 / part['rows']:.0f} |")


def main():
    folder = pathlib.Path(ARGS.folder or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench_scan.seg").unlink(missing_ok=True)
    rows, queries = made(ARGS.rows, ARGS.queries, ARGS.dims)
    rows.tofile(folder / "rows.f32")
    queries.tofile(folder / "queries.f32")
    run_bench(folder)  # makes the segment
    if ARGS.realtime:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    benches, times, tops, together = measure(folder, rows, queries)
    bad = wrong(rows, queries, benches[0]["answers"], tops)
    scores = np.sort(queries @ rows.T, axis=1)
    print(f"{ARGS.rows} × {ARGS.dims}, {ARGS.threads} threads, "
          f"{ARGS.queries} queries, {ARGS.rounds} rounds, kernel "
          f"{benches[0]['kernel']}; scores of the 1st, 10th, 100th and median "
          f"row: {scores[:, -1].mean():.2f}, {scores[:, -10].mean():.2f}, "
          f"{scores[:, -100].mean():.2f}, {np.median(scores):.2f}; answers not "
          f"those of float64: {bad}\n")
    print_whole(benches, times)
    print_batches(benches, together)
    print_filtered(benches)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
