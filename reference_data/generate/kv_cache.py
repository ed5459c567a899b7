"""One head that decodes token by token: each token's input has the output of the one before."""

import numpy as np

from course import Case

LARGE = dict(W_Q=5, W_K=5, W_V=4)  # weights so large that attention chooses
CASES = [
    Case("ordinary", dict(N=5, E=3, d=4), dict(P=1, weights=2), LARGE),
    Case("long", dict(N=9, E=4, d=3), dict(P=3, weights=4), LARGE),
    Case("wide", dict(N=4, E=6, d=2), dict(P=5, weights=6), LARGE),
    Case("many_features", dict(N=4, E=2, d=9), dict(P=7, weights=8), LARGE),
    Case("square", dict(N=4, E=4, d=4), dict(P=9, weights=10), LARGE),
    Case("small_weights", dict(N=6, E=3, d=4), dict(P=11, weights=12)),
    Case("large_scores", dict(N=5, E=3, d=4), dict(P=13, weights=14), dict(P=40, W_Q=40, W_K=40)),
    Case("high_scores", dict(N=3, E=3, d=2), dict(P=21, weights=22), dict(P=40, W_Q=40, W_K=40)),
    Case("two_tokens", dict(N=2, E=3, d=2), dict(P=15, weights=16), LARGE),
    Case("one_token", dict(N=1, E=3, d=2), dict(P=17, weights=18), LARGE),
    Case("one_of_all", dict(N=1, E=1, d=1), dict(P=19, weights=20), LARGE),
]


def evaluate(inputs):
    """All outputs; nothing is recorded."""
    P, W_Q, W_K, W_V = (inputs[name] for name in ("P", "W_Q", "W_K", "W_V"))
    output = np.zeros_like(P)
    x = np.zeros_like(P)
    for t in range(len(P)):
        x[t] = P[t] + (output[t - 1] if t > 0 else 0)
        scores = (x[: t + 1] @ W_K) @ (x[t] @ W_Q) / np.sqrt(W_Q.shape[1])
        weights = np.exp(scores - scores.max())
        output[t] = weights @ (x[: t + 1] @ W_V) / weights.sum()
    return output, []
