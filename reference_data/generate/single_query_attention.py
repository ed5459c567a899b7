"""15_single_query_attention: one learned query attends over each sequence of a batch."""

import numpy as np

from course import Case, softmax

CASES = [
    Case("document", dict(B=4, N=10, E=5, d=5), dict(tokens=61, weights=0)),
    Case("unequal_sizes", dict(B=3, N=6, E=5, d=3), dict(tokens=181, weights=182), dict(X=0.5)),
    Case("long_query", dict(B=2, N=4, E=3, d=66), dict(tokens=183, weights=184), dict(X=0.5)),
    Case("all_equal", dict(B=4, N=4, E=4, d=4), dict(tokens=185, weights=186), dict(X=0.5)),
    Case("large_scores", dict(B=5, N=3, E=4, d=2), dict(tokens=187, weights=188), dict(X=1000)),
    Case("one_sequence", dict(B=1, N=5, E=4, d=2), dict(tokens=189, weights=190)),
    Case("one_token", dict(B=3, N=1, E=2, d=4), dict(tokens=191, weights=192)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=2, N=3, E=4, d=2), dict(tokens=7182, weights=7183),
         dict(X=1000)),
    Case("equal_tokens", dict(B=3, N=4, E=5, d=2), dict(tokens=193, weights=194), dict(X=0)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X, q = inputs["X"], inputs["q"]
    keys = X @ inputs["W_key"].T + inputs["b_key"]
    values = X @ inputs["W_value"].T + inputs["b_value"]
    scores = np.einsum("ik,bjk->bj", q, keys) / np.sqrt(q.shape[1])
    weights = softmax(scores, axis=1)
    return (weights * values[:, :, 0]).sum(axis=1, keepdims=True), [
        ("keys", keys), ("values", values), ("scaled scores", scores),
        ("attention weights", weights)]
