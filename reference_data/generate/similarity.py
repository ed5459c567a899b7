"""05_similarity: all dot products of the tokens, X X^T, in loops and as one product."""

import numpy as np

from attention import run
from course import Case

CASES = [
    Case("document", dict(N=8, E=32), dict(tokens=501)),
    Case("more_tokens", dict(N=7, E=3), dict(tokens=511)),
    Case("more_features", dict(N=3, E=5), dict(tokens=521)),
    Case("square", dict(N=4, E=4), dict(tokens=531)),
    Case("large_scores", dict(N=5, E=6), dict(tokens=541), dict(X=1000)),
    Case("one_token", dict(N=1, E=4), dict(tokens=551)),
]


def all_pairs(entry):
    """The matrix of entry(X, i, j) over all pairs of tokens."""
    return lambda s: np.array([[entry(s.X, i, j) for j in range(len(s.X))]
                               for i in range(len(s.X))])


def dot(X, i, j):
    return sum(X[i] * X[j])


STAGES = {
    "by_loops": all_pairs(dot),
    "by_product": lambda s: s.X @ s.X.T,
    "output": lambda s: s.by_product,
}


def evaluate(inputs):
    """The output and the recorded steps."""
    state = run(STAGES, X=inputs["X"])
    return state.output, [("by loops", state.by_loops), ("by matrix product", state.by_product)]
