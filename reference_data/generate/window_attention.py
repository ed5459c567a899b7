"""Causal attention in a window, with a mask: query i sees the keys j with i - w < j <= i."""

import numpy as np

from course import Case


def case(name, seed, w, N, d, Dv, scale={}, shift={}):
    return Case(name, dict(N=N, d=d, Dv=Dv), dict(tokens=seed), scale, shift, given=dict(w=w))


CASES = [
    # NaN alone names a mistake where this case is right, as with windows that begin below 0.
    case("own_key", 8, 1, N=5, d=3, Dv=2),
    case("ordinary", 1, 3, N=7, d=4, Dv=3),
    case("long", 2, 5, N=23, d=3, Dv=2),
    case("wide", 3, 4, N=6, d=2, Dv=9),
    case("many_features", 4, 2, N=5, d=66, Dv=2),
    case("square", 5, 4, N=4, d=4, Dv=4),
    case("large_scores", 6, 3, N=8, d=3, Dv=2, scale=dict(Q=2000)),
    case("low_scores", 7, 3, N=6, d=3, Dv=2, shift=dict(Q=-40, K=40)),
    case("all_but_one", 9, 5, N=6, d=3, Dv=2),
    case("window_of_all", 10, 9, N=6, d=3, Dv=4),
    case("one_token", 11, 3, N=1, d=2, Dv=3),
    case("one_of_all", 12, 1, N=1, d=1, Dv=1),
]


def evaluate(inputs):
    """The output; nothing is recorded."""
    Q, K, V, w = (inputs[name] for name in ("Q", "K", "V", "w"))
    distance = np.arange(len(Q))[:, None] - np.arange(len(K))
    scores = np.where((distance >= 0) & (distance < w), Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials @ V / exponentials.sum(axis=1, keepdims=True), []
