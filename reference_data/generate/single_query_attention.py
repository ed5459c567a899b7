"""15_single_query_attention: one learned query attends over each sequence of a batch."""

import numpy as np

from attention import run
from course import Case
from row_attention import softmax_rows

CASES = [
    Case("document", dict(B=4, N=10, E=5, d=5), dict(tokens=61, weights=0)),
    Case("unequal_sizes", dict(B=3, N=6, E=5, d=3), dict(tokens=181, weights=182), dict(X=0.5)),
    Case("long_query", dict(B=2, N=4, E=3, d=7), dict(tokens=183, weights=184), dict(X=0.5)),
    Case("all_equal", dict(B=4, N=4, E=4, d=4), dict(tokens=185, weights=186), dict(X=0.5)),
    Case("large_scores", dict(B=5, N=3, E=4, d=2), dict(tokens=187, weights=188), dict(X=1000)),
    Case("one_sequence", dict(B=1, N=5, E=4, d=2), dict(tokens=189, weights=190)),
    Case("one_token", dict(B=3, N=1, E=2, d=4), dict(tokens=191, weights=192)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=2, N=3, E=4, d=2), dict(tokens=7182, weights=7183),
         dict(X=1000)),
    Case("equal_tokens", dict(B=3, N=4, E=5, d=2), dict(tokens=193, weights=194), dict(X=0)),
]

# The document prints no numbers.
PUBLISHED = {}


POOLING = {
    "query": lambda s: s.q,
    "keys": lambda s: s.X @ s.W_key.T + s.b_key,
    "values": lambda s: s.X @ s.W_value.T + s.b_value,
    "products": lambda s: np.einsum("ik,bjk->bj", s.query, s.keys),
    "scores": lambda s: s.products / np.sqrt(s.q.shape[1]),
    "weights": lambda s: softmax_rows(s.scores),
    "answers": lambda s: (s.weights * s.values[:, :, 0]).sum(axis=1, keepdims=True),
}


def scaled(scale):
    return {"scores": lambda s: s.products / scale(s)}


def weights(weigh):
    return {"weights": lambda s: weigh(s.scores)}


def softmax_of_all(scores):
    return softmax_rows(scores, np.max, np.sum)


MISTAKES = {
    "softmax_over_batch": weights(lambda S: softmax_rows(S.T).T),
    "softmax_over_all": weights(softmax_of_all),
    "all_weights_one": weights(np.ones_like),
    "all_weights_equal": weights(lambda S: np.ones_like(S) / S.shape[1]),
    "not_normalised": weights(lambda S: softmax_rows(S, total=lambda E: 1)),
    "naive_exponent": weights(lambda S: softmax_rows(S, shift=lambda S: 0)),
    "one_maximum_for_all": weights(lambda S: softmax_rows(S, shift=np.max)),
    "no_softmax": weights(lambda S: S),
    "sigmoid": weights(lambda S: 1 / (1 + np.exp(-S))),
    "softmax_twice": weights(lambda S: softmax_rows(softmax_rows(S))),
    "not_scaled": scaled(lambda s: 1),
    "divided_by_root_e": scaled(lambda s: np.sqrt(s.X.shape[2])),
    "divided_by_root_n": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "divided_by_d": scaled(lambda s: s.q.shape[1]),
    "multiplied_by_root_d": scaled(lambda s: 1 / np.sqrt(s.q.shape[1])),
    "scaled_after_softmax": scaled(lambda s: 1) | {
        "weights": lambda s: softmax_rows(s.scores) / np.sqrt(s.q.shape[1])},
    "key_W_transposed": {"keys": lambda s: s.X @ s.W_key + s.b_key},
    "missing_key_bias": {"keys": lambda s: s.X @ s.W_key.T},
    "missing_value_bias": {"values": lambda s: s.X @ s.W_value.T},
    "no_biases": {"keys": lambda s: s.X @ s.W_key.T, "values": lambda s: s.X @ s.W_value.T},
    "tokens_as_keys": {"keys": lambda s: s.X},
    "query_projected": {"query": lambda s: s.q @ s.W_key.T + s.b_key},
    "value_from_key": {"values": lambda s: s.keys},
    "scores_over_tokens": {"products": lambda s: (s.keys * s.query).sum(axis=1)},
    "divided_by_tokens": {"answers": lambda s: (
        s.weights * s.values[:, :, 0]).mean(axis=1, keepdims=True)},
    "summed_over_batch": {"answers": lambda s: (
        s.weights * s.values[:, :, 0]).sum(axis=0, keepdims=True)},
    "values_not_summed": {"answers": lambda s: s.weights * s.values[:, :, 0]},
    "returns_weights": {"answers": lambda s: s.weights},
    "output_transposed": {"answers": lambda s: (
        s.weights * s.values[:, :, 0]).sum(axis=1, keepdims=True).T},
    "sigmoid_of_answers": {"answers": lambda s: 1 / (1 + np.exp(-(
        s.weights * s.values[:, :, 0]).sum(axis=1, keepdims=True)))},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(POOLING | changes, **inputs)
    steps = [("keys", state.keys), ("values", state.values), ("scaled scores", state.scores),
             ("attention weights", state.weights)]
    return state.answers, steps
