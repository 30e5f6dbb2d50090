# SPDX-License-Identifier: Apache-2.0
"""Made passage vectors for the scan benchmarks.

A vector is a common direction (real models have one: any two texts score above
0), plus its topic, plus its document, plus itself; each part normal with
variances that fall with the coordinate like 1/i^0.8 in a fixed random order, as
the spectrum of real embeddings does. Ten passages a document, about 17
documents a topic, topics of unequal size. Queries are fresh passages of drawn
documents: never a row, nor a jittered one.
"""
import numpy as np

SHARES = {"common": 0.45, "topic": 0.55, "document": 0.45, "passage": 0.55}


def _parts(rng, count, spread):
    out = rng.standard_normal((count, len(spread)), dtype=np.float32) * spread
    return out / np.linalg.norm(out, axis=1, keepdims=True)


def made(rows, queries, dims, seed=1):
    """(rows × dims, queries × dims), unit length, f32."""
    rng = np.random.default_rng(seed)
    spread = (1 + np.arange(dims)) ** -0.4
    spread = rng.permutation(spread).astype(np.float32)
    documents = -(-rows // 10)
    topics = max(1, documents // 17)
    weights = 1 / (1 + np.arange(topics)) ** 0.5
    topic_of = rng.choice(topics, documents, p=weights / weights.sum())
    common = _parts(rng, 1, spread)
    topic = _parts(rng, topics, spread)
    document = _parts(rng, documents, spread)

    def passages(of):
        out = SHARES["passage"] * _parts(rng, len(of), spread)
        out += SHARES["document"] * document[of]
        out += SHARES["topic"] * topic[topic_of[of]]
        out += SHARES["common"] * common
        return out / np.linalg.norm(out, axis=1, keepdims=True)

    base = passages(np.arange(rows) // 10)
    return base, passages(rng.integers(0, documents, queries))
