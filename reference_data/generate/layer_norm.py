"""12_layer_norm: each token normalised over its own features, then scaled and shifted."""

import numpy as np

from course import Case

CASES = [
    Case("document", dict(N=5, E=8), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(N=3, E=7), dict(tokens=121, weights=122), dict(eps=1e4)),
    Case("square", dict(N=4, E=4), dict(tokens=123, weights=124)),
    Case("small_variance", dict(N=4, E=6), dict(tokens=125, weights=126), dict(X=0.005)),
    Case("large_tokens", dict(N=3, E=5), dict(tokens=127, weights=128), dict(X=1000)),
    # The mean is large against the spread: mean(x^2) - mean^2 has no digit left.
    Case("large_mean", dict(N=3, E=6), dict(tokens=135, weights=136), shift=dict(X=1e7)),
    Case("constant_rows", dict(N=3, E=5), dict(tokens=129, weights=130), dict(X=0)),
    Case("one_token", dict(N=1, E=11), dict(tokens=131, weights=132)),
    Case("one_feature", dict(N=3, E=1), dict(tokens=133, weights=134)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    means = X.mean(axis=1, keepdims=True)
    centered = X - means
    variances = (centered ** 2).mean(axis=1, keepdims=True)
    normalized = centered / np.sqrt(variances + inputs["eps"])
    return normalized * inputs["gamma"] + inputs["beta"], [
        ("means", means), ("centered", centered), ("variances", variances),
        ("normalized", normalized)]
