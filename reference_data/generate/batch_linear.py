"""14_batch_linear: x W^T + b for every token x of a batch of sequences."""

import numpy as np

from attention import run
from course import Case

CASES = [
    Case("document", dict(B=4, N=10, E=5, d=5), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(B=2, N=3, E=5, d=4), dict(tokens=161, weights=162)),
    Case("more_features_out", dict(B=3, N=2, E=2, d=6), dict(tokens=163, weights=164)),
    Case("all_equal", dict(B=3, N=3, E=3, d=3), dict(tokens=165, weights=166)),
    Case("one_sequence", dict(B=1, N=4, E=3, d=2), dict(tokens=167, weights=168)),
    Case("one_token", dict(B=3, N=1, E=4, d=1), dict(tokens=169, weights=170)),
    Case("one_feature_out", dict(B=2, N=4, E=3, d=1), dict(tokens=171, weights=172)),
    Case("large_tokens", dict(B=2, N=5, E=4, d=3), dict(tokens=173, weights=174), dict(X=1000)),
]

# The document prints no numbers for this layer.
PUBLISHED = {}

# `sequences` and `projected` have one entry for each sequence.
BATCH_LINEAR = {
    "sequences": lambda s: list(s.X),
    "projected": lambda s: [x @ s.W.T + s.b for x in s.sequences],
    "result": lambda s: np.stack(s.projected),
}


def projected(layer):
    """A layer done differently, where its result still has the shape (N, d)."""

    def stage(s):
        results = [layer(s, x) for x in s.sequences]
        shape = (s.X.shape[1], len(s.W))
        return [np.broadcast_to(result, shape) for result in results]

    return {"projected": stage}


MISTAKES = {
    "W_not_transposed": projected(lambda s, x: x @ s.W + s.b),
    "no_bias": projected(lambda s, x: x @ s.W.T),
    "bias_subtracted": projected(lambda s, x: x @ s.W.T - s.b),
    "bias_twice": projected(lambda s, x: x @ s.W.T + 2 * s.b),
    "bias_as_column": projected(lambda s, x: x @ s.W.T + s.b[:, None]),
    "first_bias_only": projected(lambda s, x: x @ s.W.T + s.b[0]),
    "bias_before_weights": projected(lambda s, x: (x + s.b) @ s.W.T),
    "W_on_the_left": projected(lambda s, x: s.W @ x + s.b),
    "reshaped_instead_of_transposed": projected(
        lambda s, x: (s.W @ x.T).reshape(len(x), -1) + s.b),
    "relu_added": projected(lambda s, x: np.maximum(x @ s.W.T + s.b, 0)),
    "first_sequence_repeated": {"sequences": lambda s: [s.X[0]] * len(s.X)},
    "sequences_reversed": {"sequences": lambda s: list(s.X[::-1])},
    "one_sequence_only": {"result": lambda s: np.stack(
        [s.projected[0]] + [0 * p for p in s.projected[1:]])},
    "sequences_summed": {"sequences": lambda s: [s.X[:i + 1].sum(axis=0)
                                                 for i in range(len(s.X))]},
    "batch_and_tokens_swapped": {"result": lambda s: np.stack(s.projected).swapaxes(0, 1)},
    "tokens_and_features_swapped": {"result": lambda s: np.stack(s.projected).swapaxes(1, 2)},
    "tokens_summed": {"result": lambda s: np.stack(
        [np.broadcast_to(p.sum(axis=0), p.shape) for p in s.projected])},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(BATCH_LINEAR | changes, **inputs)
    steps = []
    for sequence, result in zip(state.sequences, state.projected):
        steps += [("sequence", sequence), ("projected", result)]
    return state.result, steps
