"""14_batch_linear: x W^T + b for every token x of a batch of sequences."""

import numpy as np

from course import Case

CASES = [
    Case("document", dict(B=4, N=10, E=5, d=5), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(B=2, N=3, E=5, d=4), dict(tokens=161, weights=162)),
    Case("more_features_out", dict(B=3, N=2, E=2, d=6), dict(tokens=163, weights=164)),
    Case("all_equal", dict(B=3, N=3, E=3, d=3), dict(tokens=165, weights=166)),
    Case("one_sequence", dict(B=1, N=4, E=3, d=2), dict(tokens=167, weights=168)),
    Case("one_token", dict(B=6, N=1, E=4, d=1), dict(tokens=169, weights=170)),
    Case("one_feature_out", dict(B=2, N=4, E=3, d=1), dict(tokens=171, weights=172)),
    Case("large_tokens", dict(B=2, N=5, E=4, d=3), dict(tokens=173, weights=174), dict(X=1000)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    projected = [x @ inputs["W"].T + inputs["b"] for x in inputs["X"]]
    steps = []
    for sequence, result in zip(inputs["X"], projected):
        steps += [("sequence", sequence), ("projected", result)]
    return np.stack(projected), steps
