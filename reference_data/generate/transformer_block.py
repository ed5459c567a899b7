"""13_transformer_block: multi-head self-attention and a feed-forward network, post-norm."""

import numpy as np

from course import Case, softmax

EPS = 1e-5

# Seed 0 of the stream `heads` draws one head, seed 1 two heads.
ONE, TWO = dict(heads=0), dict(heads=1)

CASES = [
    Case("document", dict(N=5, U=2, F=16), dict(tokens=3, weights=0) | TWO),
    Case("four_heads_of_three", dict(N=7, U=3, F=10), dict(tokens=141, weights=142) | TWO,
         dict(heads=2)),
    Case("two_heads_of_six", dict(N=4, U=3, F=5), dict(tokens=143, weights=144) | TWO),
    Case("square", dict(N=4, U=1, F=4), dict(tokens=145, weights=146) | TWO),
    Case("one_head", dict(N=3, U=3, F=6), dict(tokens=147, weights=148) | ONE),
    Case("large_tokens", dict(N=6, U=2, F=7), dict(tokens=149, weights=150) | TWO,
         dict(X=30, W_expand=20)),
    Case("one_token", dict(N=1, U=2, F=3), dict(tokens=151, weights=152) | TWO),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(N=2, U=1, F=5), dict(tokens=1198, weights=1199) | TWO,
         dict(X=120)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    def linear(name, X):
        return X @ inputs[f"W_{name}"].T + inputs[f"b_{name}"]

    def norm(number, X):
        centered = X - X.mean(axis=1, keepdims=True)
        normalized = centered / np.sqrt((centered ** 2).mean(axis=1, keepdims=True) + EPS)
        return normalized * inputs[f"gamma{number}"] + inputs[f"beta{number}"]

    X, heads = inputs["X"], int(inputs["heads"])
    Q, K, V = (linear(name, X) for name in ("query", "key", "value"))
    steps, outputs = [("queries", Q), ("keys", K), ("values", V)], []
    for q, k, v in zip(*(np.split(whole, heads, axis=1) for whole in (Q, K, V))):
        scores = q @ k.T / np.sqrt(q.shape[1])
        weights = softmax(scores, axis=1)
        outputs.append(weights @ v)
        steps += [("scaled scores", scores), ("attention weights", weights),
                  ("head output", outputs[-1])]
    merged = np.hstack(outputs)
    attention = linear("output", merged)
    h = norm(1, X + attention)
    forward = linear("shrink", np.maximum(linear("expand", h), 0))
    return norm(2, h + forward), steps + [
        ("merged heads", merged), ("attention output", attention), ("after attention", h),
        ("feed-forward output", forward)]
