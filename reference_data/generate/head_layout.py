"""Multi-head attention of tokens whose heads lie beside each other, in columns."""

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=5, M=6, d=3), dict(heads=1, tokens=1)),
    Case("two_heads", dict(N=4, M=7, d=2), dict(tokens=2), given=dict(heads=2)),
    Case("one_head", dict(N=3, M=5, d=1), dict(tokens=3), given=dict(heads=1)),
    Case("more_queries", dict(N=8, M=3, d=2), dict(heads=1, tokens=4)),
    Case("narrow", dict(N=4, M=6, d=1), dict(heads=1, tokens=5)),
    Case("wide", dict(N=2, M=4, d=9), dict(heads=1, tokens=6)),
    Case("square", dict(N=8, M=8, d=2), dict(heads=1, tokens=7)),
    Case("large_scores", dict(N=4, M=5, d=3), dict(heads=1, tokens=8), dict(Q=2000)),
    Case("low_scores", dict(N=4, M=5, d=2), dict(heads=1, tokens=9), shift=dict(Q=-40, K=40)),
    Case("one_token", dict(N=1, M=1, d=2), dict(heads=1, tokens=10)),
    Case("one_query", dict(N=1, M=6, d=2), dict(tokens=11), given=dict(heads=2)),
]


def evaluate(inputs):
    """The outputs of all heads, beside each other; nothing is recorded."""
    heads = int(inputs["heads"])
    Q, K, V = (np.split(inputs[name], heads, axis=1) for name in "QKV")
    outputs = []
    for q, k, v in zip(Q, K, V):
        scores = q @ k.T / np.sqrt(q.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        outputs.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.concatenate(outputs, axis=1), []
