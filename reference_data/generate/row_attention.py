"""31_row_attention: softmax(Q K^T / sqrt(d)) V, with tokens in rows."""

import numpy as np

from course import Case, softmax

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
    Q, K, V = inputs["Q"], inputs["K"], inputs["V"]
    return softmax(Q @ K.T / np.sqrt(Q.shape[1]), axis=1) @ V, []
