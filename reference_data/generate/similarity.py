"""05_similarity: all dot products of the tokens, X X^T, in loops and as one product."""

import numpy as np

from course import Case

CASES = [
    Case("document", dict(N=8, E=32), dict(tokens=501)),
    Case("more_tokens", dict(N=7, E=3), dict(tokens=511)),
    Case("more_features", dict(N=3, E=5), dict(tokens=521)),
    Case("square", dict(N=4, E=4), dict(tokens=531)),
    Case("large_scores", dict(N=5, E=6), dict(tokens=541), dict(X=1000)),
    Case("one_token", dict(N=1, E=4), dict(tokens=551)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    by_loops = np.array([[sum(x * y) for y in X] for x in X])
    by_product = X @ X.T
    return by_product, [("by loops", by_loops), ("by matrix product", by_product)]
