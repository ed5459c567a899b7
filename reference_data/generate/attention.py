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


def softmax_mistake(shift=column_max, exp=np.exp, total=lambda E: E.sum(axis=0, keepdims=True)):
    """A softmax of which a part is done differently: exp(scores - shift) / total."""

    def weights(s):
        exponentials = exp(s.scores - shift(s.scores))
        return exponentials / total(exponentials)

    return {"weights": weights}


def all_projections(project):
    """The stages of a mistake made in each of the three projections alike."""
    return {
        "Q": lambda s: project(s.query, s.X),
        "K": lambda s: project(s.key, s.X),
        "V": lambda s: project(s.value, s.X),
    }


SOFTMAX_MISTAKES = {
    "softmax_over_rows": {"weights": lambda s: softmax_rows(s.scores)},
    "softmax_over_matrix": softmax_mistake(np.max, total=np.sum),
    "naive_exponent": softmax_mistake(lambda S: 0),
    "one_maximum_for_all": softmax_mistake(np.max),
    "mean_subtracted": softmax_mistake(lambda S: S.mean(axis=0, keepdims=True)),
    "minimum_subtracted": softmax_mistake(lambda S: S.min(axis=0, keepdims=True)),
    "maximum_of_rows": softmax_mistake(lambda S: S.max(axis=1, keepdims=True)),
    "maximum_minus_score": softmax_mistake(column_max, lambda shifted: np.exp(-shifted)),
    "row_sums": softmax_mistake(total=lambda E: E.sum(axis=1, keepdims=True)),
    "row_sums_along_columns": softmax_mistake(total=lambda E: E.sum(axis=1)),
    "column_sums_along_rows": softmax_mistake(total=lambda E: E.sum(axis=0, keepdims=True).T),
    "not_normalised": softmax_mistake(total=lambda E: 1),
    "divided_by_largest": softmax_mistake(total=column_max),
    "raw_exponentials": softmax_mistake(lambda S: 0, total=lambda E: 1),
    "scores_over_their_sum": softmax_mistake(lambda S: 0, lambda shifted: shifted),
    "base_two": softmax_mistake(exp=np.exp2),
    "logarithm_of_softmax": {"weights": lambda s: np.log(softmax_columns(s.scores))},
    "sigmoid": {"weights": lambda s: 1 / (1 + np.exp(-s.scores))},
    "winner_takes_all": softmax_mistake(exp=lambda shifted: np.exp(shifted).astype(int)),
    "truncated_weights": {"weights": lambda s: softmax_columns(s.scores).astype(int).astype(float)},
    "softmax_twice": {"weights": lambda s: softmax_columns(softmax_columns(s.scores))},
    "no_softmax": {"weights": lambda s: s.scores},
}

BIAS_MISTAKES = {
    "missing_query_bias": {"Q": lambda s: s.query.omega @ s.X},
    "missing_key_bias": {"K": lambda s: s.key.omega @ s.X},
    "missing_value_bias": {"V": lambda s: s.value.omega @ s.X},
    "missing_query_and_key_bias": {
        "Q": lambda s: s.query.omega @ s.X,
        "K": lambda s: s.key.omega @ s.X,
    },
    "no_biases": all_projections(lambda p, X: p.omega @ X),
    "biases_subtracted": all_projections(lambda p, X: p.omega @ X - p.beta),
    "biases_as_rows": all_projections(lambda p, X: p.omega @ X + p.beta.T),
    "first_bias_only": all_projections(lambda p, X: p.omega @ X + p.beta[0, 0]),
    "query_bias_of_key": {"Q": lambda s: s.query.omega @ s.X + s.key.beta},
    "key_bias_of_query": {"K": lambda s: s.key.omega @ s.X + s.query.beta},
    "value_bias_of_key": {"V": lambda s: s.value.omega @ s.X + s.key.beta},
}

# Named after what stands in the wrong place.
PROJECTION_MISTAKES = {
    "roles_swapped": {"Q": HEAD["K"], "K": HEAD["Q"]},
    "query_and_value_swapped": {"Q": HEAD["V"], "V": HEAD["Q"]},
    "key_and_value_swapped": {"K": HEAD["V"], "V": HEAD["K"]},
    "key_from_query": {"K": HEAD["Q"]},
    "query_from_key": {"Q": HEAD["K"]},
    "value_from_key": {"V": HEAD["K"]},
    "value_from_query": {"V": HEAD["Q"]},
    "query_from_value": {"Q": HEAD["V"]},
    "key_from_value": {"K": HEAD["V"]},
    "query_omega_of_key": {"Q": lambda s: s.key.omega @ s.X + s.query.beta},
    "tokens_as_queries": {"Q": lambda s: s.X},
    "tokens_as_keys": {"K": lambda s: s.X},
    "tokens_as_values": {"V": lambda s: s.X},
    "no_projections": {"Q": lambda s: s.X, "K": lambda s: s.X, "V": lambda s: s.X},
    "omega_transposed": all_projections(lambda p, X: p.omega.T @ X + p.beta),
    "omega_on_the_right": all_projections(lambda p, X: X @ p.omega + p.beta),
}

PRODUCT_MISTAKES = {
    "scores_transposed": {"products": lambda s: s.Q.T @ s.K},
    "scores_over_features": {"products": lambda s: s.K @ s.Q.T},
    "scores_element_by_element": {"products": lambda s: s.K.T * s.Q},
    "weights_transposed": {"output": lambda s: s.V @ s.weights.T},
    "weights_on_the_left": {"output": lambda s: s.weights @ s.V},
    "values_element_by_element": {"output": lambda s: s.V * s.weights},
    "rows_and_weights_transposed": {
        "weights": lambda s: softmax_rows(s.scores),
        "output": lambda s: s.V @ s.weights.T,
    },
    "transposed_throughout": {
        "products": lambda s: s.Q.T @ s.K,
        "weights": lambda s: softmax_rows(s.scores),
        "output": lambda s: s.V @ s.weights.T,
    },
    "residual_added": {"output": lambda s: s.V @ s.weights + s.X},
    "returns_weights": {"output": lambda s: s.weights},
    "returns_values": {"output": lambda s: s.V},
}

HEAD_MISTAKES = SOFTMAX_MISTAKES | BIAS_MISTAKES | PROJECTION_MISTAKES | PRODUCT_MISTAKES
