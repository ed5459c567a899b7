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
    # Below 1420 the exponential of half a logit is finite, that of a logit is not.
    Case("large_logits", dict(B=6, N=4, V=10, E=4, d=2, H=5), dict(tokens=250, weights=250),
         dict(W_output=3000)),
    Case("one_sequence", dict(B=1, N=5, V=12, E=2, d=3, H=4), dict(tokens=231, weights=232)),
    Case("one_token", dict(B=3, N=1, V=10, E=3, d=2, H=5), dict(tokens=233, weights=234)),
    # A table that can be transposed without an error.
    Case("square_table", dict(B=2, N=3, V=10, E=10, d=3, H=4), dict(tokens=235, weights=236)),
]


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


def evaluate(inputs):
    """The output and the recorded steps."""
    s = run(MODEL, **inputs)
    return s.probabilities, [("embeddings", s.X), ("answers", s.answers), ("hidden", s.hidden),
                             ("logits", s.logits)]
