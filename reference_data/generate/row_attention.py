"""Attention with tokens in rows, as a chain of named stages, and the mistakes that it allows.

Stages and mistakes are those of attention.py, transposed. The state has Q, K and V, and `causal`:
whether later keys are hidden.
"""

import numpy as np


def visible(s):
    """True where a query may look at a key, in the shape of the scores, be it right or wrong."""
    rows, columns = s.scores.shape
    return np.tri(rows, columns, len(s.K) - len(s.Q) if s.causal else columns) == 1


def row_max(scores):
    return scores.max(axis=1, keepdims=True)


def row_sum(exponentials):
    return exponentials.sum(axis=1, keepdims=True)


def softmax_rows(scores, shift=row_max, total=row_sum):
    exponentials = np.exp(scores - shift(scores))
    return exponentials / total(exponentials)


def hidden_as(score):
    """The scores of hidden keys replaced by a number."""
    return {"masked": lambda s: np.where(visible(s), s.scores, score)}


def scaled(scale):
    """Scores that are the products divided by scale(s)."""
    return {"scores": lambda s: s.products / scale(s)}


def root_d(s):
    return np.sqrt(s.Q.shape[1])


# From queries, keys and values to the output. `scores` are scaled, `masked` enters the softmax.
HEAD = {
    "products": lambda s: s.Q @ s.K.T,
    **scaled(root_d),
    **hidden_as(-np.inf),
    "weights": lambda s: softmax_rows(s.masked),
    "output": lambda s: s.weights @ s.V,
}
