"""45_swiglu: a feed-forward network whose hidden features pass a gate."""

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=4, E=3, F=5), dict(tokens=451, weights=452)),
    Case("unequal_sizes", dict(N=3, E=6, F=8), dict(tokens=453, weights=454)),
    Case("narrow", dict(N=5, E=7, F=2), dict(tokens=455, weights=456)),
    Case("square", dict(N=4, E=4, F=4), dict(tokens=457, weights=458)),
    Case("large_gates", dict(N=3, E=4, F=6), dict(tokens=459, weights=460), dict(W_gate=1000)),
    Case("small_gates", dict(N=3, E=4, F=5), dict(tokens=461, weights=462), dict(W_gate=0.01)),
    Case("one_token", dict(N=1, E=5, F=3), dict(tokens=463, weights=464)),
    Case("one_feature", dict(N=3, E=1, F=1), dict(tokens=465, weights=466)),
]


def sigmoid(z):
    """The logistic function, without exponentials of positive numbers."""
    small = np.exp(-np.abs(z))
    return np.where(z >= 0, 1, small) / (1 + small)


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    gates = X @ inputs["W_gate"]
    opened = gates * sigmoid(gates)
    up = X @ inputs["W_up"]
    return (opened * up) @ inputs["W_down"], [
        ("gates", gates), ("opened gates", opened), ("up", up), ("hidden", opened * up)]
