"""07_context_vectors: Softmax[X X^T] X, the simplest self-attention; tokens are rows."""

import numpy as np

from attention import run, softmax_columns, softmax_rows
from course import Case

CASES = [
    # With independent features of size one, 32 of them give each token nearly all weight on
    # itself, and the output is X. A fourth of their size leaves something to mix.
    Case("document", dict(N=8, E=32), dict(tokens=701), dict(X=0.5)),
    Case("more_tokens", dict(N=6, E=3), dict(tokens=711)),
    Case("more_features", dict(N=4, E=7), dict(tokens=721)),
    Case("square", dict(N=4, E=4), dict(tokens=731)),
    Case("large_scores", dict(N=7, E=3), dict(tokens=741), dict(X=8)),
    Case("huge_scores", dict(N=5, E=4), dict(tokens=751), dict(X=100)),
    Case("one_token", dict(N=1, E=3), dict(tokens=761)),
]

PUBLISHED = {}

STAGES = {
    "scores": lambda s: s.X @ s.X.T,
    "weights": lambda s: softmax_rows(s.scores),
    "output": lambda s: s.weights @ s.X,
}


def softmax(shift=lambda S: S.max(axis=1, keepdims=True), exp=np.exp,
            total=lambda E: E.sum(axis=1, keepdims=True)):
    """A softmax of which a part is done differently: exp(scores - shift) / total."""

    def weights(s):
        values = exp(s.scores - shift(s.scores))
        return values / total(values)

    return {"weights": weights}


def scores(values):
    """Stage: these are the scores of the tokens X."""
    return {"scores": lambda s: values(s.X)}


def unit(X):
    return X / np.sqrt(np.sum(X**2, axis=1, keepdims=True))


def without_diagonal(S):
    return S - np.diag(np.diag(S))


def squared_distances(X):
    return np.sum((X[:, None, :] - X[None, :, :])**2, axis=2)


MISTAKES = {
    "scores_over_features": scores(lambda X: X.T @ X),
    "scores_not_transposed": scores(lambda X: X @ X),
    "scores_element_by_element": scores(lambda X: X * X.T),
    "divided_by_root_e": scores(lambda X: X @ X.T / np.sqrt(X.shape[1])),
    "divided_by_e": scores(lambda X: X @ X.T / X.shape[1]),
    "divided_by_root_n": scores(lambda X: X @ X.T / np.sqrt(X.shape[0])),
    "cosine": scores(lambda X: unit(X) @ unit(X).T),
    "distances": scores(lambda X: np.sqrt(squared_distances(X))),
    "squared_distances": scores(squared_distances),
    "own_score_zero": scores(lambda X: without_diagonal(X @ X.T)),
    "future_scores_zero": scores(lambda X: np.tril(X @ X.T)),
    "softmax_over_columns": {"weights": lambda s: softmax_columns(s.scores)},
    "softmax_over_matrix": softmax(np.max, total=np.sum),
    "naive_exponent": softmax(lambda S: 0),
    "one_maximum_for_all": softmax(np.max),
    "not_normalised": softmax(total=lambda E: 1),
    "sums_along_rows": softmax(total=lambda E: E.sum(axis=1)),
    "softmax_twice": {"weights": lambda s: softmax_rows(softmax_rows(s.scores))},
    "softmax_of_the_tokens": {"output": lambda s: s.weights @ softmax_rows(s.X)},
    "no_softmax": {"weights": lambda s: s.scores},
    "weights_transposed": {"output": lambda s: s.weights.T @ s.X},
    "transposed_throughout": {
        "weights": lambda s: softmax_columns(s.scores),
        "output": lambda s: s.weights.T @ s.X,
    },
    "weights_on_the_right": {"output": lambda s: s.X @ s.weights},
    "weights_element_by_element": {"output": lambda s: s.weights * s.X},
    "own_token_only": {"output": lambda s: np.diag(s.weights)[:, None] * s.X},
    "softmax_after_mixing": {
        "weights": lambda s: s.scores,
        "output": lambda s: softmax_rows(s.scores @ s.X),
    },
    "residual_added": {"output": lambda s: s.weights @ s.X + s.X},
    "mean_of_weighted_tokens": {"output": lambda s: s.weights @ s.X / len(s.X)},
    "mean_of_tokens": {"weights": lambda s: np.full_like(s.scores, 1 / len(s.X))},
    "returns_weights": {"output": lambda s: s.weights},
    "returns_tokens": {"output": lambda s: s.X},
    "output_transposed": {"output": lambda s: (s.weights @ s.X).T},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(STAGES | changes, X=inputs["X"])
    return state.output, [("scores", state.scores), ("attention weights", state.weights)]
