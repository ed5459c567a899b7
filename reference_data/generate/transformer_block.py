"""13_transformer_block: multi-head self-attention and a feed-forward network, post-norm."""


import numpy as np

from attention import run
from course import Case

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


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


def norm(s, number, X, axis=1):
    centered = X - X.mean(axis=axis, keepdims=True)
    normalized = centered / np.sqrt((centered ** 2).mean(axis=axis, keepdims=True) + EPS)
    return normalized * s.inputs[f"gamma{number}"] + s.inputs[f"beta{number}"]


def softmax(scores, axis):
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def relu(X):
    return np.maximum(X, 0)


def split(s, features):
    """(N, E) to (heads, N, d)."""
    return features.reshape(len(features), s.heads, -1).swapaxes(0, 1)


def merge(head_outputs):
    """(heads, N, d) to (N, E)."""
    return np.concatenate(list(head_outputs), axis=1)


def split_with(split):
    return {name: lambda s, whole=whole: split(s, getattr(s, whole))
            for name, whole in [("q", "Q"), ("k", "K"), ("v", "V")]}


BLOCK = {
    "attended": lambda s: s.X,
    "Q": lambda s: linear(s, "query", s.attended),
    "K": lambda s: linear(s, "key", s.attended),
    "V": lambda s: linear(s, "value", s.attended),
    **split_with(split),
    "products": lambda s: s.q @ s.k.swapaxes(1, 2),
    "scores": lambda s: s.products / np.sqrt(s.d),
    "weights": lambda s: softmax(s.scores, axis=2),
    "head_outputs": lambda s: s.weights @ s.v,
    "merged": lambda s: merge(s.head_outputs),
    "attention": lambda s: linear(s, "output", s.merged),
    "h": lambda s: norm(s, 1, s.X + s.attention),
    "hidden": lambda s: linear(s, "expand", s.h),
    "positive": lambda s: relu(s.hidden),
    "forward": lambda s: linear(s, "shrink", s.positive),
    "result": lambda s: norm(s, 2, s.h + s.forward),
}


def evaluate(inputs):
    """The output and the recorded steps."""
    heads = int(inputs["heads"])
    state = run(BLOCK, inputs=inputs, X=inputs["X"], heads=heads,
                d=inputs["X"].shape[1] // heads)
    steps = [("queries", state.Q), ("keys", state.K), ("values", state.V)]
    for scores, weights, output in zip(state.scores, state.weights, state.head_outputs):
        steps += [("scaled scores", scores), ("attention weights", weights),
                  ("head output", output)]
    return state.result, steps + [
        ("merged heads", state.merged), ("attention output", state.attention),
        ("after attention", state.h), ("feed-forward output", state.forward)]
