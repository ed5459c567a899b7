"""17_batched_attention: multi-head self-attention for a batch, its weights and their mean."""

import numpy as np

from attention import run
from course import Case

# Seed 0 of the stream `heads` draws one head, seed 1 two heads.
ONE, TWO = dict(heads=0), dict(heads=1)

CASES = [
    # The notebook's seed; before this it has drawn its tokens twice.
    Case("document", dict(B=1, N=5, U=2), dict(torch=42) | TWO, skip=dict(torch=2 * 1200 * 20)),
    Case("four_heads_of_three", dict(B=3, N=7, U=3), dict(torch=201) | TWO,
         dict(heads=2)),
    Case("six_heads_of_two", dict(B=2, N=2, U=3), dict(torch=203) | ONE,
         dict(heads=6)),
    Case("all_equal", dict(B=2, N=2, U=1), dict(torch=207) | TWO),
    Case("one_head", dict(B=2, N=3, U=3), dict(torch=209) | ONE),
    Case("large_tokens", dict(B=2, N=4, U=1), dict(torch=211) | TWO, dict(X=300)),
    Case("one_token", dict(B=3, N=1, U=1), dict(torch=213) | TWO),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=1, N=2, U=1), dict(torch=1000) | TWO, dict(X=300)),
]

# What the notebook prints of head 0.
HEAD_0 = np.array([[0.1460, 0.1890, 0.3634, 0.1926, 0.1089], [0.0897, 0.2782, 0.3777, 0.0855, 0.1690],
                   [0.1175, 0.3344, 0.2613, 0.1146, 0.1722], [0.0894, 0.1968, 0.5028, 0.1089, 0.1022],
                   [0.1708, 0.2192, 0.2385, 0.1758, 0.1957]])
PUBLISHED = {"document": (4, HEAD_0, "weights")}


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


def split(s, features):
    """(B, N, E) to (B, heads, N, d)."""
    B, N, _ = features.shape
    return features.reshape(B, N, s.heads, s.d).transpose(0, 2, 1, 3)


def merge(split):
    """(B, heads, N, d) to (B, N, E)."""
    B, heads, N, d = split.shape
    return split.transpose(0, 2, 1, 3).reshape(B, N, heads * d)


def softmax(scores, axis):
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def split_with(split):
    """The stages of a mistake made in dividing queries, keys and values alike."""
    return {name: lambda s, whole=whole: split(s, getattr(s, whole))
            for name, whole in [("q", "Q"), ("k", "K"), ("v", "V")]}


ATTENTION = {
    "Q": lambda s: linear(s, "query", s.X),
    "K": lambda s: linear(s, "key", s.X),
    "V": lambda s: linear(s, "value", s.X),
    **split_with(split),
    "products": lambda s: s.q @ s.k.swapaxes(2, 3),
    "scores": lambda s: s.products / np.sqrt(s.d),
    "attention": lambda s: softmax(s.scores, axis=3),
    "head_outputs": lambda s: s.attention @ s.v,
    "merged": lambda s: merge(s.head_outputs),
    "output": lambda s: linear(s, "output", s.merged),
    "weights": lambda s: s.attention,
    "mean_weights": lambda s: s.weights.mean(axis=1),
    "returned_weights": lambda s: s.weights,
}


def evaluate(inputs):
    """The three results and the recorded steps."""
    heads = int(inputs["heads"])
    s = run(ATTENTION, inputs=inputs, X=inputs["X"], heads=heads,
            d=inputs["X"].shape[2] // heads)
    steps = [("split queries", s.q), ("split keys", s.k), ("split values", s.v)]
    for i, h in np.ndindex(s.scores.shape[:2]):
        steps += [("scaled scores", s.scores[i, h]), ("attention weights", s.attention[i, h]),
                  ("head output", s.head_outputs[i, h])]
    return (s.output, s.returned_weights, s.mean_weights), steps + [("merged heads", s.merged)]
