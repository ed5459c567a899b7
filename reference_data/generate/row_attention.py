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


def softmax_mistake(**parts):
    return {"weights": lambda s: softmax_rows(s.masked, **parts)}


SOFTMAX_MISTAKES = {
    "softmax_over_columns": {"weights": lambda s: softmax_rows(s.masked.T).T},
    "softmax_over_matrix": softmax_mistake(shift=np.max, total=np.sum),
    "naive_exponent": softmax_mistake(shift=lambda S: 0),
    "one_maximum_for_all": softmax_mistake(shift=np.max),
    "column_sums": softmax_mistake(total=lambda E: E.sum(axis=0, keepdims=True)),
    "not_normalised": softmax_mistake(total=lambda E: 1),
}

SCALE_MISTAKES = {
    "not_scaled": scaled(lambda s: 1),
    "divided_by_d": scaled(lambda s: s.Q.shape[1]),
    "multiplied_by_root_d": scaled(lambda s: 1 / root_d(s)),
    "divided_by_root_of_keys": scaled(lambda s: np.sqrt(len(s.K))),
    "divided_by_root_dv": scaled(lambda s: np.sqrt(s.V.shape[1])),
    "integer_root": scaled(lambda s: int(root_d(s))),
    "scaled_after_softmax": {
        **scaled(lambda s: 1),
        "output": lambda s: s.weights @ s.V / root_d(s),
    },
}

PRODUCT_MISTAKES = {
    "scores_transposed": {"products": lambda s: s.K @ s.Q.T},
    "scores_over_features": {"products": lambda s: s.Q.T @ s.K},
    "queries_with_queries": {"products": lambda s: s.Q @ s.Q.T},
    "keys_with_keys": {"products": lambda s: s.K @ s.K.T},
    "weights_transposed": {"output": lambda s: s.weights.T @ s.V},
    "keys_weighted": {"output": lambda s: s.weights @ s.K},
    "returns_weights": {"output": lambda s: s.weights},
    "returns_values": {"output": lambda s: s.V},
}
