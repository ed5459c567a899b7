"""09_causal_attention: softmax(Q K^T / sqrt(d), future masked) V."""

import numpy as np

from course import Case, softmax

CASES = [
    Case("document", dict(Nq=8, Nk=8, d=32, Dv=32), dict(tokens=1)),
    Case("few_features", dict(Nq=6, Nk=6, d=3, Dv=4), dict(tokens=2)),
    Case("unequal_sizes", dict(Nq=3, Nk=7, d=66, Dv=2), dict(tokens=3)),
    Case("square", dict(Nq=4, Nk=4, d=4, Dv=4), dict(tokens=4)),
    Case("large_scores", dict(Nq=5, Nk=6, d=3, Dv=2), dict(tokens=16), dict(Q=2000)),
    # All scores are below -200, -2e4 and -2e9: less than what a finite mask puts in their place.
    Case("scores_below_a_hundred", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e3)),
    Case("scores_below_ten_thousand", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e5)),
    Case("scores_below_a_billion", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e10)),
    Case("one_query", dict(Nq=1, Nk=6, d=3, Dv=4), dict(tokens=8)),
    Case("one_token", dict(Nq=1, Nk=1, d=3, Dv=2), dict(tokens=9)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    Q, K, V = inputs["Q"], inputs["K"], inputs["V"]
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    visible = np.tri(len(Q), len(K), len(K) - len(Q)) == 1
    weights = softmax(np.where(visible, scores, -np.inf), axis=1)
    return weights @ V, [("scaled scores", scores), ("attention weights", weights)]
