"""Attention as a chain of named stages, and the mistakes that one head can make.

A stage is a function of the state: a namespace that holds the inputs and the results of the stages
before it. A mistake is a dictionary of the stages that it does differently. Tokens are columns.
"""

from collections import namedtuple
from types import SimpleNamespace

import numpy as np

Projection = namedtuple("Projection", "omega beta")


def projection(inputs, letter, head=""):
    """The projection whose inputs are called omega_LETTER and beta_LETTER, followed by the head."""
    return Projection(inputs[f"omega_{letter}{head}"], inputs[f"beta_{letter}{head}"])


def project(parameters, X):
    return parameters.omega @ X + parameters.beta


def column_max(scores):
    return scores.max(axis=0, keepdims=True)


def softmax_columns(scores):
    exponentials = np.exp(scores - column_max(scores))
    return exponentials / exponentials.sum(axis=0, keepdims=True)


def softmax_rows(scores):
    return softmax_columns(scores.T).T


def run(stages, **state):
    """Computes the stages in order. Returns the state with all their results."""
    state = SimpleNamespace(**state)
    for name, stage in stages.items():
        setattr(state, name, stage(state))
    return state


# One head without scaling. `products` are the dot products of keys and queries, `scores` is what
# enters the softmax.
HEAD = {
    "Q": lambda s: project(s.query, s.X),
    "K": lambda s: project(s.key, s.X),
    "V": lambda s: project(s.value, s.X),
    "products": lambda s: s.K.T @ s.Q,
    "scores": lambda s: s.products,
    "weights": lambda s: softmax_columns(s.scores),
    "output": lambda s: s.V @ s.weights,
}
