"""46_grouped_queries: causal attention whose heads share keys and values in groups."""

import numpy as np

from course import Case, softmax

CASES = [
    Case("ordinary", dict(h=6, g=2, Nq=4, Nk=4, d=3, Dv=2), dict(tokens=461)),
    Case("three_groups", dict(h=6, g=3, Nq=2, Nk=5, d=4, Dv=3), dict(tokens=462)),
    Case("square", dict(h=4, g=2, Nq=4, Nk=4, d=4, Dv=4), dict(tokens=463)),
    Case("one_group", dict(h=3, g=1, Nq=3, Nk=6, d=2, Dv=5), dict(tokens=464)),
    Case("group_of_one", dict(h=3, g=3, Nq=3, Nk=4, d=5, Dv=2), dict(tokens=465)),
    Case("large_scores", dict(h=4, g=2, Nq=5, Nk=6, d=3, Dv=2), dict(tokens=466), dict(Q=2000)),
    # All scores are far below 0: less than what a finite mask puts in their place.
    Case("low_scores", dict(h=2, g=1, Nq=3, Nk=3, d=2, Dv=2), dict(tokens=467),
         given=dict(Q=[[[1e6, 2e6], [3e6, 1e6], [2e6, 2e6]], [[4e6, 1e6], [1e6, 1e6], [2e6, 3e6]]],
                    K=[[[-3e4, -2e4], [-1e4, -4e4], [-2e4, -1e4]]])),
    Case("one_query", dict(h=4, g=2, Nq=1, Nk=6, d=3, Dv=4), dict(tokens=468)),
    Case("one_token", dict(h=4, g=2, Nq=1, Nk=1, d=3, Dv=2), dict(tokens=469)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    Q, V = inputs["Q"], inputs["V"]
    repeats = len(Q) // len(V)
    K, V = np.repeat(inputs["K"], repeats, axis=0), np.repeat(V, repeats, axis=0)
    Nq, Nk = Q.shape[1], K.shape[1]
    scores = np.einsum("hnd,hjd->hnj", Q, K) / np.sqrt(Q.shape[2])
    weights = softmax(np.where(np.tri(Nq, Nk, Nk - Nq) == 1, scores, -np.inf), axis=2)
    heads = weights @ V
    steps = [step for i in range(len(Q)) for step in [
        ("scaled scores", scores[i]), ("attention weights", weights[i]),
        ("head output", heads[i])]]
    return np.concatenate(list(heads), axis=1), steps
