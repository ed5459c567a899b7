"""Attention with tokens in rows, as a chain of named stages, and the mistakes that it allows.

Stages and mistakes are those of attention.py, transposed. The state has Q, K and V, and `causal`:
whether later keys are hidden.
"""

import numpy as np

from attention import run
from course import Case


def visible(s):
    """True where a query may look at a key, in the shape of the scores, be it right or wrong."""
    rows, columns = s.scores.shape
    return np.tri(rows, columns, len(s.K) - len(s.Q) if s.causal else columns) == 1


def row_max(scores):
    return scores.max(axis=1, keepdims=True)


def row_sum(exponentials):
    return exponentials.sum(axis=1, keepdims=True)


def softmax_rows(scores, shift=row_max, total=row_sum):
    exponentials = np.exp(scores - shift(scores))
    return exponentials / total(exponentials)


def hidden_as(score):
    """The scores of hidden keys replaced by a number."""
    return {"masked": lambda s: np.where(visible(s), s.scores, score)}


def scaled(scale):
    """Scores that are the products divided by scale(s)."""
    return {"scores": lambda s: s.products / scale(s)}


def root_d(s):
    return np.sqrt(s.Q.shape[1])


# From queries, keys and values to the output. `scores` are scaled, `masked` enters the softmax.
HEAD = {
    "products": lambda s: s.Q @ s.K.T,
    **scaled(root_d),
    **hidden_as(-np.inf),
    "weights": lambda s: softmax_rows(s.masked),
    "output": lambda s: s.weights @ s.V,
}

# 31_row_attention: softmax(Q K^T / sqrt(d)) V.
CASES = [
    Case("ordinary", dict(N=5, M=6, d=4, Dv=3), dict(tokens=1)),
    Case("more_queries", dict(N=7, M=3, d=2, Dv=5), dict(tokens=2)),
    Case("many_features", dict(N=3, M=4, d=66, Dv=2), dict(tokens=3)),
    Case("square", dict(N=4, M=4, d=4, Dv=4), dict(tokens=4)),
    Case("large_scores", dict(N=5, M=6, d=3, Dv=2), dict(tokens=16), dict(Q=2000)),
    Case("low_scores", dict(N=4, M=5, d=3, Dv=2), dict(tokens=5), shift=dict(Q=-40, K=40)),
    Case("one_query", dict(N=1, M=6, d=3, Dv=4), dict(tokens=8)),
    Case("one_key", dict(N=3, M=1, d=3, Dv=2), dict(tokens=9)),
    Case("one_of_all", dict(N=1, M=1, d=1, Dv=1), dict(tokens=10)),
]


def evaluate(inputs):
    """The output; nothing is recorded."""
    return run(HEAD, Q=inputs["Q"], K=inputs["K"], V=inputs["V"], causal=False).output, []
