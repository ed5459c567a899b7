"""Attention with tokens in rows, on sizes below and above those of usual tiles."""

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=5, M=6, d=4, Dv=3), dict(tokens=1)),
    Case("beyond_tiles", dict(N=37, M=41, d=3, Dv=2), dict(tokens=2), dict(Q=3)),
    Case("many_keys", dict(N=2, M=83, d=5, Dv=3), dict(tokens=3), dict(Q=3)),
    Case("many_queries", dict(N=71, M=3, d=2, Dv=1), dict(tokens=4)),
    Case("many_features", dict(N=3, M=4, d=66, Dv=2), dict(tokens=5)),
    Case("square", dict(N=4, M=4, d=4, Dv=4), dict(tokens=6)),
    Case("whole_tiles", dict(N=32, M=32, d=2, Dv=2), dict(tokens=7)),
    Case("large_scores", dict(N=5, M=40, d=3, Dv=2), dict(tokens=8), dict(Q=2000)),
    Case("low_scores", dict(N=3, M=18, d=3, Dv=2), dict(tokens=12), shift=dict(Q=-40, K=40)),
    Case("one_query", dict(N=1, M=18, d=3, Dv=4), dict(tokens=9)),
    Case("one_key", dict(N=3, M=1, d=3, Dv=2), dict(tokens=10)),
    Case("one_of_all", dict(N=1, M=1, d=1, Dv=1), dict(tokens=11)),
]


def evaluate(inputs):
    """The output; nothing is recorded."""
    Q, K, V = inputs["Q"], inputs["K"], inputs["V"]
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials @ V / exponentials.sum(axis=1, keepdims=True), []
