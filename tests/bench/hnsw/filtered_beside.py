#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""filtered_beside.py [--build FOLDER] [--folder FOLDER] [--rows N] [--dims D]
[--links M] [--ef-construction E] [--least RECALL]

Searches under filters of 100, 50, 10, 1 and 0.1 % of the rows (whole
documents): Keybed's exact scan and its graph beside hnswlib (C++, its filter
functor), FAISS (flat and HNSW, a bitmap of rows), USearch and LanceDB (flat and
IVF_HNSW_SQ, a column with an index as prefilter). The same made vectors and
200 held-out questions, one at a time on one thread, top 10; one run, one way
after the other. Prints for every way its fastest setting that reaches RECALL
(0.98), else the one with the best recall.

Needs numpy, faiss-cpu, usearch, lancedb and pyarrow. USearch's Python index has
no filter: it is asked for more, and what is not allowed is dropped.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "LANCE_CPU_THREADS"):
    os.environ[name] = "1"  # before the libraries are loaded

import faiss  # noqa: E402
import lancedb  # noqa: E402
import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import usearch  # noqa: E402
import usearch.index  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARES = ("100", "50", "10", "1", "0.1")
WIDTHS = (10, 20, 40, 80, 160, 320, 640, 1280)


def arguments():
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release/tests/bench")
    parse.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/bench-filtered")
    parse.add_argument("--rows", type=int, default=200_000)
    parse.add_argument("--dims", type=int, default=384)
    parse.add_argument("--links", type=int, default=16)
    parse.add_argument("--ef-construction", type=int, default=200)
    parse.add_argument("--least", type=float, default=0.98)
    return parse.parse_args()


class Data:
    def __init__(self, folder, dims):
        self.rows = np.fromfile(folder / "rows.f32", np.float32).reshape(-1, dims)
        self.queries = np.fromfile(folder / "queries.f32", np.float32).reshape(-1, dims)
        self.allowed = {share: np.fromfile(folder / f"allowed-{share}.u32", np.uint32) for share in SHARES}
        self.least = {share: self.tenth(rows) for share, rows in self.allowed.items()}

    def tenth(self, allowed):
        """The tenth score of each question among the allowed rows, in f32."""
        scores = self.queries @ self.rows[allowed].T
        return np.partition(scores, -10, axis=1)[:, -10]

    def recall(self, share, answers):
        allowed = np.zeros(len(self.rows), bool)
        allowed[self.allowed[share]] = True
        found = 0
        for query, least, answer in zip(self.queries, self.least[share], answers):
            answer = np.unique(np.asarray(answer, np.int64))
            answer = answer[(answer >= 0) & (answer < len(self.rows))]
            answer = answer[allowed[answer]]
            found += min(10, int((self.rows[answer] @ query >= least - 1e-6).sum()))
        return found / (10 * len(self.queries))


def timed(search, queries):
    """(milliseconds, answers) of each question, one after the other."""
    took, answers = [], []
    for query in queries:
        start = time.perf_counter()
        answers.append(search(query))
        took.append((time.perf_counter() - start) * 1e3)
    return took, answers


def point(setting, recall, took):
    took = sorted(took)
    return {"setting": setting, "recall": recall, "p50": statistics.median(took),
            "p99": took[int(0.99 * len(took))]}


class Table:
    def __init__(self, data):
        self.data = data
        self.ways = {}

    def add(self, way, share, setting, took, answers):
        recall = self.data.recall(share, answers)
        self.ways.setdefault((share, way), []).append(point(setting, recall, took))

    def search(self, way, share, setting, search):
        self.add(way, share, setting, *timed(search, self.data.queries))

    def print(self, least):
        for share in SHARES:
            chosen = {way: choice(points, least) for (at, way), points in self.ways.items() if at == share}
            best = min(one["p50"] for way, one in chosen.items() if way.startswith("Keybed") and one["recall"] >= least)
            for way, one in chosen.items():
                print(f"| {share} % | {len(self.data.allowed[share]):,} | {way} | {one['setting']} | "
                      f"{100 * one['recall']:.1f} | {one['p50']:.3f} | {one['p99']:.3f} | {one['p50'] / best:.2f} |")


def choice(points, least):
    enough = [one for one in points if one["recall"] >= least]
    return min(enough, key=lambda one: one["p50"]) if enough else max(points, key=lambda one: one["recall"])


def keybed(options, table):
    bench, folder = options.build / "bench_hnsw", options.folder
    segment, graph = folder / "made.seg", folder / f"made.{options.links}-{options.ef_construction}.graph"
    queries = folder / "queries.f32"

    def run(threads):
        out = subprocess.run([bench, "run", segment, queries, threads, str(options.links),
                              str(options.ef_construction), graph], check=True, stdout=subprocess.PIPE)
        return json.loads(out.stdout)

    if not graph.exists():
        run("2")
    for filtered in run("1")["filters"]:
        share = f"{100 * filtered['share']:g}"
        exact = {"setting": "", "recall": 1.0, **filtered["exact_ms"]}
        table.ways[share, "Keybed, exact"] = [exact]
        table.ways[share, "Keybed, graph"] = [
            {"setting": f"ef {one['ef']}", "recall": one["recall"], **one["ms"]}
            for one in filtered["graph"] if one["gave_up"] == 0] or [
            {"setting": "gave up", "recall": 0.0, **filtered["graph"][-1]["ms"]}]


def hnswlib(options, table):
    out = subprocess.run([options.build / "bench_hnsw_peer", options.folder, str(options.dims), str(options.links),
                          str(options.ef_construction)], check=True, stdout=subprocess.PIPE, text=True)
    runs = {}
    for line in out.stdout.splitlines():
        share, ef, ms, *rows = line.split()
        took, answers = runs.setdefault((share, ef), ([], []))
        took.append(float(ms))
        answers.append([int(row) for row in rows])
    for (share, ef), (took, answers) in runs.items():
        table.add("hnswlib 0.8, f32", share, f"ef {ef}", took, answers)


def bitmap(rows, allowed):
    bits = np.zeros(rows, bool)
    bits[allowed] = True
    return faiss.IDSelectorBitmap(np.packbits(bits, bitorder="little"))


def faiss_ways(options, table):
    data = table.data
    flat = faiss.IndexFlatIP(options.dims)
    flat.add(data.rows)
    graph_path = options.folder / f"faiss.{options.links}-{options.ef_construction}"
    if not graph_path.exists():
        faiss.omp_set_num_threads(2)
        made = faiss.IndexHNSWFlat(options.dims, options.links, faiss.METRIC_INNER_PRODUCT)
        made.hnsw.efConstruction = options.ef_construction
        made.add(data.rows)
        faiss.write_index(made, str(graph_path))
    faiss.omp_set_num_threads(1)
    graph = faiss.read_index(str(graph_path))
    for share in SHARES:
        selector = None if share == "100" else bitmap(len(data.rows), data.allowed[share])
        params = faiss.SearchParameters(sel=selector)
        table.search(f"FAISS {faiss.__version__} flat", share, "",
                     lambda query: flat.search(query[None], 10, params=params)[1][0])
        for width in WIDTHS:
            params = faiss.SearchParametersHNSW(sel=selector, efSearch=width)
            table.search(f"FAISS {faiss.__version__} HNSW", share, f"ef {width}",
                         lambda query: graph.search(query[None], 10, params=params)[1][0])


def usearch_ways(options, table):
    data = table.data
    path = options.folder / f"usearch.{options.links}-{options.ef_construction}"
    index = usearch.index.Index(ndim=options.dims, metric="ip", dtype="f16", connectivity=options.links,
                                expansion_add=options.ef_construction)
    if path.exists():
        index.load(str(path))
    else:
        index.add(np.arange(len(data.rows)), data.rows, threads=2)
        index.save(str(path))
    for share in SHARES:
        allowed = np.zeros(len(data.rows), bool)
        allowed[data.allowed[share]] = True
        for factor in (1, 2, 4):
            count = min(len(data.rows), int(10 * factor * 100 / float(share)))

            def search(query):
                keys = index.search(query, count, threads=1).keys
                return keys[allowed[keys]][:10]

            for width in (w for w in WIDTHS if w >= count):
                index.expansion_search = width
                table.search(f"USearch {usearch.__version__} f16, asked for more", share,
                             f"{count} of {width}", search)


def lance_ways(options, table):
    data = table.data
    path = options.folder / "lance"
    shutil.rmtree(path, ignore_errors=True)
    columns = {"id": np.arange(len(data.rows), dtype=np.int32)}
    for share in SHARES:
        columns[f"in_{share.replace('.', '_')}"] = np.isin(columns["id"], data.allowed[share]).astype(np.int8)
    columns["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(data.rows.reshape(-1)), options.dims)
    rows = lancedb.connect(path).create_table("rows", pa.table(columns))
    for share in SHARES[1:]:
        rows.create_scalar_index(f"in_{share.replace('.', '_')}", index_type="BITMAP")

    def ask(share, settings):
        def search(query):
            asked = rows.search(query).distance_type("dot").select(["id"]).limit(10)
            if share != "100":
                asked = asked.where(f"in_{share.replace('.', '_')} = 1", prefilter=True)
            return settings(asked).to_arrow()["id"].to_numpy()
        return search

    name = f"LanceDB {lancedb.__version__}"
    for share in SHARES:
        table.search(f"{name} flat", share, "", ask(share, lambda asked: asked.bypass_vector_index()))
    rows.create_index(metric="dot", index_type="IVF_HNSW_SQ", num_partitions=1, m=options.links,
                      ef_construction=options.ef_construction)
    for share in SHARES:
        for width in WIDTHS[1:-2]:  # LanceDB wants ef of k at least, refined
            table.search(f"{name} IVF_HNSW_SQ", share, f"ef {width}",
                         ask(share, lambda asked: asked.nprobes(1).ef(width).refine_factor(2)))


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    segment = options.folder / "made.seg"
    if not segment.exists():
        subprocess.run([options.build / "bench_hnsw", "make", str(options.rows), str(options.dims), "1", segment, "200",
                        options.folder / "queries.f32"], check=True)
    subprocess.run([options.build / "bench_hnsw", "export", segment, options.folder], check=True)
    table = Table(Data(options.folder, options.dims))
    print("| filter | allowed | way | setting | recall@10 | p50 ms | p99 ms | as times the best of Keybed |\n" + "|---" * 8 + "|")
    for ways in (keybed, hnswlib, faiss_ways, usearch_ways, lance_ways):
        ways(options, table)
    table.print(options.least)


if __name__ == "__main__":
    main()
