"""10_learned_attention: softmax(Q K^T / sqrt(d)) V of queries, keys and values made of X."""

import numpy as np

from course import Case, softmax

CASES = [
    # The article has 8 tokens of 32 features. Its weights are square; scaled to keep scores small.
    Case("document", dict(N=8, E=32, d=32, Dv=32), dict(tokens=1, weights=2),
         dict(Wq=0.1, Wk=0.1)),
    Case("unequal_sizes", dict(N=4, E=6, d=3, Dv=5), dict(tokens=3, weights=4), dict(X=0.5)),
    Case("long_queries", dict(N=5, E=3, d=66, Dv=2), dict(tokens=5, weights=6), dict(X=0.5)),
    # As many tokens as features: here a matrix on the wrong side raises no error.
    Case("square", dict(N=4, E=4, d=4, Dv=4), dict(tokens=7, weights=8), dict(X=0.7)),
    Case("large_scores", dict(N=6, E=4, d=3, Dv=5), dict(tokens=16, weights=17), dict(X=30)),
    # The result has the shape of X.
    Case("one_token", dict(N=1, E=2, d=3, Dv=2), dict(tokens=11, weights=12)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(N=3, E=4, d=2, Dv=5), dict(tokens=1162, weights=1163),
         dict(X=40)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    Q, K, V = (inputs["X"] @ inputs[name] for name in ("Wq", "Wk", "Wv"))
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    weights = softmax(scores, axis=1)
    return weights @ V, [("queries", Q), ("keys", K), ("values", V), ("scaled scores", scores),
                         ("attention weights", weights)]
