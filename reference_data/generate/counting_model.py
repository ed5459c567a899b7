"""18_counting_model: embeddings, attention with one query and a small network, to a probability."""

import numpy as np

from attention import run
from course import Case
from row_attention import softmax_rows

CASES = [
    Case("document", dict(B=5, N=10, V=10, E=5, d=5, H=200), dict(tokens=61, weights=0)),
    Case("unequal_sizes", dict(B=3, N=6, V=11, E=4, d=3, H=7), dict(tokens=221, weights=222)),
    Case("long_query", dict(B=4, N=5, V=10, E=3, d=6, H=8), dict(tokens=223, weights=224)),
    Case("all_equal", dict(B=4, N=4, V=10, E=4, d=4, H=4), dict(tokens=225, weights=226)),
    Case("large_scores", dict(B=3, N=5, V=10, E=3, d=2, H=6), dict(tokens=227, weights=228),
         dict(query=1000)),
    Case("large_logits", dict(B=6, N=4, V=10, E=4, d=2, H=5), dict(tokens=239, weights=239),
         dict(W_output=3000)),
    Case("one_sequence", dict(B=1, N=5, V=12, E=2, d=3, H=4), dict(tokens=231, weights=232)),
    Case("one_token", dict(B=3, N=1, V=10, E=3, d=2, H=5), dict(tokens=233, weights=234)),
]

# The document prints no numbers.
PUBLISHED = {}


def linear(X, W, b):
    return X @ W.T + b


def sigmoid(z):
    return np.exp(-np.logaddexp(0, -z))


def relu(X):
    return np.maximum(X, 0)


MODEL = {
    "X": lambda s: s.table[s.ids],
    "keys": lambda s: linear(s.X, s.W_key, s.b_key),
    "values": lambda s: linear(s.X, s.W_value, s.b_value)[:, :, 0],
    "scores": lambda s: np.einsum("ik,bnk->bn", s.query, s.keys) / np.sqrt(s.query.shape[1]),
    "weights": lambda s: softmax_rows(s.scores),
    "answers": lambda s: np.einsum("bn,bn->b", s.weights, s.values)[:, None],
    "hidden": lambda s: linear(s.answers, s.W_hidden, s.b_hidden),
    "positive": lambda s: relu(s.hidden),
    "logits": lambda s: linear(s.positive, s.W_output, s.b_output),
    "probabilities": lambda s: sigmoid(s.logits),
}


def scores_times(factor):
    return {"scores": lambda s: MODEL["scores"](s) * factor(s)}


def weights(weigh):
    return {"weights": lambda s: weigh(s.scores)}


def probabilities(function):
    return {"probabilities": lambda s: function(s.logits)}


def naive_sigmoid(z):
    return np.exp(z) / (1 + np.exp(z))


MISTAKES = {
    "embedding_scaled": {"X": lambda s: s.table[s.ids] * np.sqrt(s.table.shape[1])},
    "first_sequence_repeated": {"X": lambda s: s.table[s.ids[[0] * len(s.ids)]]},
    "sequences_reversed": {"X": lambda s: s.table[s.ids[::-1]]},
    "columns_as_sequences": {"X": lambda s: s.table[s.ids.T]},
    "not_scaled": scores_times(lambda s: np.sqrt(s.query.shape[1])),
    "scaled_twice": scores_times(lambda s: 1 / np.sqrt(s.query.shape[1])),
    "divided_by_root_e": scores_times(lambda s: np.sqrt(s.query.shape[1] / s.table.shape[1])),
    "all_weights_equal": weights(lambda S: np.ones_like(S) / S.shape[1]),
    "all_weights_one": weights(np.ones_like),
    "missing_value_bias": {"values": lambda s: (s.X @ s.W_value.T)[:, :, 0]},
    "missing_hidden_bias": {"hidden": lambda s: s.answers @ s.W_hidden.T},
    "missing_output_bias": {"logits": lambda s: s.positive @ s.W_output.T},
    "no_biases": {
        "hidden": lambda s: s.answers @ s.W_hidden.T,
        "logits": lambda s: s.positive @ s.W_output.T,
    },
    "no_relu": {"positive": lambda s: s.hidden},
    "relu_of_answers": {"answers": lambda s: relu(MODEL["answers"](s))},
    "relu_before_hidden": {
        "answers": lambda s: relu(MODEL["answers"](s)), "positive": lambda s: s.hidden},
    "relu_after_output": {
        "positive": lambda s: s.hidden,
        "logits": lambda s: relu(linear(s.positive, s.W_output, s.b_output)),
    },
    "relu_twice": {"logits": lambda s: relu(linear(s.positive, s.W_output, s.b_output))},
    "leaky_relu": {"positive": lambda s: np.maximum(s.hidden, 0.01 * s.hidden)},
    "sigmoid_for_relu": {"positive": lambda s: sigmoid(s.hidden)},
    "absolute_value": {"positive": lambda s: np.abs(s.hidden)},
    "no_sigmoid": probabilities(lambda z: z),
    "sigmoid_twice": probabilities(lambda z: sigmoid(sigmoid(z))),
    "sigmoid_inverted": probabilities(lambda z: sigmoid(-z)),
    "naive_sigmoid": probabilities(naive_sigmoid),
    "tanh": probabilities(np.tanh),
    "softmax_of_one": probabilities(np.ones_like),
    "softmax_over_batch": probabilities(lambda z: softmax_rows(z.T).T),
    "log_sigmoid": probabilities(lambda z: -np.logaddexp(0, -z)),
    "yes_or_no": probabilities(lambda z: (z > 0).astype(float)),
    "network_skipped": {"logits": lambda s: s.answers},
    "returns_answers": {"probabilities": lambda s: s.answers},
    "output_transposed": probabilities(lambda z: sigmoid(z).T),
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    s = run(MODEL | changes, **inputs)
    return s.probabilities, [("embeddings", s.X), ("answers", s.answers), ("hidden", s.hidden),
                             ("logits", s.logits)]
