"""12_layer_norm: each token normalised over its own features, then scaled and shifted."""

import numpy as np

from attention import run
from course import Case

CASES = [
    Case("document", dict(N=5, E=8), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(N=3, E=7), dict(tokens=121, weights=122)),
    Case("square", dict(N=4, E=4), dict(tokens=123, weights=124)),
    Case("small_variance", dict(N=4, E=6), dict(tokens=125, weights=126), dict(X=0.005)),
    Case("large_tokens", dict(N=3, E=5), dict(tokens=127, weights=128), dict(X=1000)),
    # The mean is large against the spread: mean(x^2) - mean^2 has no digit left.
    Case("large_mean", dict(N=3, E=6), dict(tokens=135, weights=136), shift=dict(X=1e7)),
    Case("constant_rows", dict(N=3, E=5), dict(tokens=129, weights=130), dict(X=0)),
    Case("one_token", dict(N=1, E=6), dict(tokens=131, weights=132)),
    Case("one_feature", dict(N=3, E=1), dict(tokens=133, weights=134)),
]

# The document's numbers come from PyTorch's generator and cannot be drawn here.
PUBLISHED = {}

LAYER_NORM = {
    "means": lambda s: s.X.mean(axis=1, keepdims=True),
    "centered": lambda s: s.X - s.means,
    "variances": lambda s: (s.centered ** 2).mean(axis=1, keepdims=True),
    "normalized": lambda s: s.centered / np.sqrt(s.variances + s.eps),
    "output": lambda s: s.normalized * s.gamma + s.beta,
}


def means(axis):
    return {"means": lambda s: s.X.mean(axis=axis, keepdims=True)}


def variances(axis):
    return {"variances": lambda s: (s.centered ** 2).mean(axis=axis, keepdims=True)}


def with_eps(eps):
    return {"normalized": lambda s: s.centered / np.sqrt(s.variances + eps)}


MISTAKES = {
    "whole_matrix": means(None) | variances(None),
    "over_tokens": means(0) | variances(0),
    "mean_over_tokens": means(0),
    "variance_over_tokens": variances(0),
    "mean_of_matrix": means(None),
    "variance_of_matrix": variances(None),
    "axis_lost": {
        "means": lambda s: s.X.mean(axis=1),
        "variances": lambda s: (s.centered ** 2).mean(axis=1),
    },
    "unbiased_variance": {"variances": lambda s: (
        (s.centered ** 2).sum(axis=1, keepdims=True) / (s.X.shape[1] - 1.0))},
    "sum_of_squares": {"variances": lambda s: (s.centered ** 2).sum(axis=1, keepdims=True)},
    "sum_for_mean": {"means": lambda s: s.X.sum(axis=1, keepdims=True)},
    "mean_of_squares": {"variances": lambda s: (s.X ** 2).mean(axis=1, keepdims=True)},
    "root_mean_square": {"centered": lambda s: s.X},
    "numerator_not_centered": {"normalized": lambda s: s.X / np.sqrt(s.variances + s.eps)},
    "absolute_deviation": {
        "normalized": lambda s: s.centered / (
            np.abs(s.centered).mean(axis=1, keepdims=True) + s.eps)},
    "eps_outside": {"normalized": lambda s: s.centered / (np.sqrt(s.variances) + s.eps)},
    "eps_missing": with_eps(0),
    "eps_fixed": with_eps(1e-5),
    "eps_tiny": with_eps(1e-12),
    "unbiased_and_eps_outside": {
        "variances": lambda s: (
            (s.centered ** 2).sum(axis=1, keepdims=True) / (s.X.shape[1] - 1.0)),
        "normalized": lambda s: s.centered / (np.sqrt(s.variances) + s.eps),
    },
    "divided_by_variance": {"normalized": lambda s: s.centered / (s.variances + s.eps)},
    "multiplied_by_deviation": {"normalized": lambda s: s.centered * np.sqrt(s.variances + s.eps)},
    "only_centered": {"normalized": lambda s: s.centered},
    "no_gamma": {"output": lambda s: s.normalized + s.beta},
    "no_beta": {"output": lambda s: s.normalized * s.gamma},
    "no_gamma_and_beta": {"output": lambda s: s.normalized},
    "beta_before_gamma": {"output": lambda s: (s.normalized + s.beta) * s.gamma},
    "gamma_and_beta_swapped": {"output": lambda s: s.normalized * s.beta + s.gamma},
    "one_plus_gamma": {"output": lambda s: s.normalized * (1 + s.gamma) + s.beta},
    "gamma_and_beta_as_columns": {
        "output": lambda s: s.normalized * s.gamma[:, None] + s.beta[:, None]},
    "output_transposed": {"output": lambda s: (s.normalized * s.gamma + s.beta).T},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(LAYER_NORM | changes, **inputs)
    steps = [(name, getattr(state, name)) for name in LAYER_NORM if name != "output"]
    return state.output, steps
