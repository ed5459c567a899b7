"""17_batched_attention: multi-head self-attention for a batch, its weights and their mean."""

import numpy as np

from course import Case, softmax

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


def evaluate(inputs):
    """The three results and the recorded steps."""
    def linear(name, X):
        return X @ inputs[f"W_{name}"].T + inputs[f"b_{name}"]

    X, heads = inputs["X"], int(inputs["heads"])
    B, N, E = X.shape
    q, k, v = (linear(name, X).reshape(B, N, heads, E // heads).transpose(0, 2, 1, 3)
               for name in ("query", "key", "value"))
    scores = q @ k.swapaxes(2, 3) / np.sqrt(E // heads)
    weights = softmax(scores, axis=3)
    outputs = weights @ v
    merged = outputs.transpose(0, 2, 1, 3).reshape(B, N, E)
    steps = [("split queries", q), ("split keys", k), ("split values", v)]
    for one in np.ndindex(B, heads):
        steps += [("scaled scores", scores[one]), ("attention weights", weights[one]),
                  ("head output", outputs[one])]
    return ((linear("output", merged), weights, weights.mean(axis=1)),
            steps + [("merged heads", merged)])
