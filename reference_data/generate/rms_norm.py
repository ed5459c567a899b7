"""44_rms_norm: each token divided by the root mean square of its features, then scaled."""

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=5, E=8), dict(tokens=441, weights=442)),
    Case("unequal_sizes", dict(N=3, E=7), dict(tokens=443, weights=444), dict(eps=1e4)),
    Case("square", dict(N=4, E=4), dict(tokens=445, weights=446)),
    # The squares are as small as eps, so its place and its value show.
    Case("small_tokens", dict(N=4, E=6), dict(tokens=447, weights=448), dict(X=0.002)),
    Case("large_tokens", dict(N=3, E=5), dict(tokens=449, weights=450), dict(X=1000)),
    Case("large_mean", dict(N=3, E=6), dict(tokens=451, weights=452), shift=dict(X=50)),
    Case("tokens_of_zeros", dict(N=3, E=5), dict(tokens=453, weights=454), dict(X=0)),
    Case("one_token", dict(N=1, E=11), dict(tokens=455, weights=456)),
    Case("one_feature", dict(N=3, E=1), dict(tokens=457, weights=458)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    squares = np.square(X).sum(axis=1)[:, None] / X.shape[1]
    normalized = X / np.sqrt(squares + inputs["eps"])
    return normalized * inputs["gamma"], [("mean squares", squares), ("normalized", normalized)]
