"""05_similarity: all dot products of the tokens, X X^T, in loops and as one product."""

import numpy as np

from attention import run, softmax_rows
from course import Case

CASES = [
    Case("document", dict(N=8, E=32), dict(tokens=501)),
    Case("more_tokens", dict(N=7, E=3), dict(tokens=511)),
    Case("more_features", dict(N=3, E=5), dict(tokens=521)),
    Case("square", dict(N=4, E=4), dict(tokens=531)),
    Case("large_scores", dict(N=5, E=6), dict(tokens=541), dict(X=1000)),
    Case("one_token", dict(N=1, E=4), dict(tokens=551)),
]

PUBLISHED = {}


def all_pairs(entry):
    """The matrix of entry(X, i, j) over all pairs of tokens."""
    return lambda s: np.array([[entry(s.X, i, j) for j in range(len(s.X))]
                               for i in range(len(s.X))])


def dot(X, i, j):
    return sum(X[i] * X[j])


def integer_sum(X, i, j):
    total = 0
    for product in X[i] * X[j]:
        total = int(total + product)  # what an int variable keeps
    return float(total)


def running_total(s):
    """The sum is set to zero once, before all loops."""
    return np.cumsum(all_pairs(dot)(s)).reshape(len(s.X), len(s.X))


def unit(x):
    return x / np.sqrt(np.sum(x**2))


def upper(X, i, j):
    return dot(X, i, j) if j >= i else 0.0


def loops(values):
    """Stage: the loops give this, and the product is right all the same."""
    return {"by_loops": values}


def returned(values):
    """Stage: the output is this."""
    return {"output": values}


STAGES = {
    "by_loops": all_pairs(dot),
    "by_product": lambda s: s.X @ s.X.T,
    "output": lambda s: s.by_product,
}

MISTAKES = {
    "features_with_features": {"by_product": lambda s: s.X.T @ s.X},
    "not_transposed": {"by_product": lambda s: s.X @ s.X},
    "element_by_element": {"by_product": lambda s: s.X * s.X.T},
    "squares": {"by_product": lambda s: s.X * s.X},
    "first_feature_only": returned(all_pairs(lambda X, i, j: X[i, 0] * X[j, 0])),
    "last_feature_missing": returned(all_pairs(lambda X, i, j: sum(X[i, :-1] * X[j, :-1]))),
    "last_feature_only": returned(all_pairs(lambda X, i, j: X[i, -1] * X[j, -1])),
    "last_token_missing": returned(all_pairs(
        lambda X, i, j: dot(X, i, j) if max(i, j) + 1 < len(X) else 0.0)),
    "running_total": returned(running_total),
    "integer_sum": returned(all_pairs(integer_sum)),
    "upper_half_only": returned(all_pairs(upper)),
    "diagonal_missing": returned(all_pairs(
        lambda X, i, j: dot(X, i, j) if i != j else 0.0)),
    "each_with_itself": returned(all_pairs(lambda X, i, j: dot(X, i, i))),
    "mean_of_products": {"output": lambda s: s.by_product / s.X.shape[1]},
    "divided_by_root_e": {"output": lambda s: s.by_product / np.sqrt(s.X.shape[1])},
    "cosine": returned(all_pairs(lambda X, i, j: dot([unit(x) for x in X], i, j))),
    "distances": returned(all_pairs(lambda X, i, j: np.sqrt(sum((X[i] - X[j])**2)))),
    "squared_distances": returned(all_pairs(lambda X, i, j: sum((X[i] - X[j])**2))),
    "centred": {"output": lambda s: (s.X - s.X.mean(axis=1, keepdims=True))
                @ (s.X - s.X.mean(axis=1, keepdims=True)).T},
    "absolute_values": {"output": lambda s: np.abs(s.by_product)},
    "softmax_already": {"output": lambda s: softmax_rows(s.by_product)},
    "loops_running_total": loops(running_total),
    "loops_integer_sum": loops(all_pairs(integer_sum)),
    "loops_upper_half_only": loops(all_pairs(upper)),
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(STAGES | changes, X=inputs["X"])
    return state.output, [("by loops", state.by_loops), ("by matrix product", state.by_product)]
