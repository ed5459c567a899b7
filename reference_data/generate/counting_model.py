"""18_counting_model: embeddings, attention with one query and a small network, to a probability."""

from types import SimpleNamespace

import numpy as np

from course import Case, softmax

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


def sigmoid(z):
    return np.exp(-np.logaddexp(0, -z))


def model(ids, table, query, W_key, b_key, W_value, b_value, W_hidden, b_hidden, W_output, b_output):
    """All that the model computes, by its names."""
    X = table[ids]
    keys, values = X @ W_key.T + b_key, (X @ W_value.T + b_value)[:, :, 0]
    weights = softmax(np.einsum("ik,bnk->bn", query, keys) / np.sqrt(query.shape[1]), axis=1)
    answers = np.einsum("bn,bn->b", weights, values)[:, None]
    hidden = answers @ W_hidden.T + b_hidden
    positive = np.maximum(hidden, 0)
    logits = positive @ W_output.T + b_output
    return SimpleNamespace(**locals())


def evaluate(inputs):
    """The output and the recorded steps."""
    s = model(**inputs)
    return sigmoid(s.logits), [("embeddings", s.X), ("answers", s.answers), ("hidden", s.hidden),
                               ("logits", s.logits)]
