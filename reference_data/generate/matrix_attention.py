"""02_matrix_attention: V Softmax[K^T Q], unscaled (UDL 12.6 to 12.8)."""

import numpy as np

from attention import (HEAD, HEAD_MISTAKES, column_max, projection, run, softmax_mistake,
                       softmax_rows)
from course import Case
from self_attention import PUBLISHED as SAME_AS_TOKEN_BY_TOKEN

CASES = [
    Case("notebook", dict(D=4, N=3, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(D=6, N=4, Dq=3, Dv=5), dict(tokens=341, weights=342),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=21, weights=22)),
    Case("huge_scores", dict(D=4, N=6, Dq=3, Dv=5), dict(tokens=31, weights=32), dict(X=100)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=319, weights=320), dict(X=8)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=51, weights=52)),
    Case("zero_biases", dict(D=3, N=5, Dq=2, Dv=4), dict(tokens=61, weights=62),
         dict(beta_q=0, beta_k=0, beta_v=0)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=5, N=3, Dq=2, Dv=4), dict(tokens=2402, weights=2403),
         dict(X=30)),
]

# The document computes the notebook case a second time, in this form, and expects the same values.
PUBLISHED = SAME_AS_TOKEN_BY_TOKEN

# Tokens taken for the rows of X.
ROW_CONVENTION = {
    "Q": lambda s: s.X @ s.query.omega.T + s.query.beta.T,
    "K": lambda s: s.X @ s.key.omega.T + s.key.beta.T,
    "V": lambda s: s.X @ s.value.omega.T + s.value.beta.T,
    "products": lambda s: s.Q @ s.K.T,
    "weights": lambda s: softmax_rows(s.scores),
    "output": lambda s: s.weights @ s.V,
}

MISTAKES = HEAD_MISTAKES | {
    "maximum_starts_at_zero": softmax_mistake(lambda S: np.maximum(column_max(S), 0)),
    "divided_by_root_dq": {"scores": lambda s: s.products / np.sqrt(len(s.Q))},
    "divided_by_root_d": {"scores": lambda s: s.products / np.sqrt(len(s.X))},
    "divided_by_dq": {"scores": lambda s: s.products / len(s.Q)},
    "row_convention": ROW_CONVENTION,
    "output_transposed": {"output": lambda s: (s.V @ s.weights).T},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(HEAD | changes, X=inputs["X"], query=projection(inputs, "q"),
                key=projection(inputs, "k"), value=projection(inputs, "v"))
    steps = [("queries", state.Q), ("keys", state.K), ("values", state.V),
             ("scores", state.scores), ("attention weights", state.weights)]
    return state.output, steps
