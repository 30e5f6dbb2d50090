#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the measures of `keybed eval` with packages of PyPI, number by number.

    measures_against_peers.py MEASURES_OF

nDCG, MRR and recall with pytrec_eval (trec_eval itself), Wilson's interval, the
sign test and the randomisation test with scipy. Exit code 0: all agree; 1: some
differ, and the first are shown; 77: skipped, with the reason.
"""
import json
import random
import subprocess
import sys

SKIPPED = 77
RNG = random.Random(20261130)


def made_rankings(count):
    """Lists of grades by rank, and of everything that is judged right."""
    out = []
    for _ in range(count):
        judged = [RNG.choice([1, 1, 2, 3]) for _ in range(RNG.randint(1, 25))]
        shown = RNG.sample(judged, RNG.randint(0, len(judged)))
        ranks = shown + [0] * RNG.randint(0, 30)
        RNG.shuffle(ranks)
        out.append((ranks, judged))
    return out


def by_trec_eval(pytrec_eval, ranks, judged, k):
    """ndcg_cut, recip_rank and recall of the same list."""
    left = list(judged)
    for grade in ranks:
        if grade:
            left.remove(grade)
    run, qrels = {}, {}
    for i, grade in enumerate(ranks):
        run[f"d{i}"] = float(len(ranks) - i)
        if grade:
            qrels[f"d{i}"] = grade
    for i, grade in enumerate(left):
        qrels[f"missed{i}"] = grade
    names = {f"ndcg_cut.{k}", "recip_rank", f"recall.{k}"}
    # trec_eval has nothing to say of an empty list.
    if not run:
        return [0.0, 0.0, 0.0]
    got = pytrec_eval.RelevanceEvaluator({"q": qrels}, names).evaluate({"q": run})["q"]
    first = got["recip_rank"] if got["recip_rank"] >= 1 / k - 1e-9 else 0.0
    return [got[f"ndcg_cut_{k}"], first, got[f"recall_{k}"]]


def cases(pytrec_eval, stats, numpy):
    for ranks, judged in made_rankings(400):
        k = RNG.choice([5, 10, 20])
        yield {"gains": ranks, "judged": judged, "k": k}, by_trec_eval(pytrec_eval, ranks, judged, k), 1e-9
    for _ in range(200):
        n = RNG.randint(1, 500)
        right = RNG.randint(0, n)
        interval = stats.binomtest(right, n).proportion_ci(method="wilson")
        yield {"right": right, "all": n}, [interval.low, interval.high], 1e-9
        other = RNG.randint(0, 60)
        yield {"wins": right, "losses": other}, [stats.binomtest(right, right + other).pvalue], 1e-9
    for n in (3, 8, 12, 40, 200):
        values = [round(RNG.gauss(0.03, 0.2), 3) for _ in range(n)]
        exact = stats.permutation_test((numpy.array(values),), numpy.sum, permutation_type="samples",
                                       n_resamples=100000 if n > 12 else numpy.inf, rng=7)
        yield {"differences": values}, [float(exact.pvalue)], 1e-9 if n <= 12 else 0.01


def main():
    try:
        import numpy
        import pytrec_eval
        from scipy import stats
    except ImportError as missing:
        print("skipped:", missing)
        sys.exit(SKIPPED)
    asked, wanted, within = zip(*cases(pytrec_eval, stats, numpy))
    done = subprocess.run([sys.argv[1]], input="".join(json.dumps(one) + "\n" for one in asked),
                          capture_output=True, text=True, check=True)
    wrong = 0
    for row, want, line, far in zip(asked, wanted, done.stdout.splitlines(), within, strict=True):
        got = json.loads(line)
        if any(abs(a - b) > far for a, b in zip(got, want, strict=True)):
            wrong += 1
            if wrong <= 5:
                print(f"{row}: {got}, the peer {want}")
    print(f"{len(asked)} figures, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
