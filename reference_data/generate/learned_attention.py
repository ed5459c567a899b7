"""10_learned_attention: softmax(Q K^T / sqrt(d)) V of queries, keys and values made of X."""

import numpy as np

from attention import run
from course import Case
from row_attention import (HEAD, PRODUCT_MISTAKES, SCALE_MISTAKES, SOFTMAX_MISTAKES, scaled,
                           softmax_rows)

CASES = [
    # The article has 8 tokens of 32 features. Its weights are square; scaled to keep scores small.
    Case("document", dict(N=8, E=32, d=32, Dv=32), dict(tokens=1, weights=2),
         dict(Wq=0.1, Wk=0.1)),
    Case("unequal_sizes", dict(N=4, E=6, d=3, Dv=5), dict(tokens=3, weights=4), dict(X=0.5)),
    Case("long_queries", dict(N=5, E=3, d=7, Dv=2), dict(tokens=5, weights=6), dict(X=0.5)),
    # As many tokens as features: here a matrix on the wrong side raises no error.
    Case("square", dict(N=4, E=4, d=4, Dv=4), dict(tokens=7, weights=8), dict(X=0.7)),
    Case("large_scores", dict(N=6, E=4, d=3, Dv=5), dict(tokens=9, weights=10), dict(X=30)),
    Case("one_token", dict(N=1, E=5, d=3, Dv=2), dict(tokens=11, weights=12)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(N=3, E=4, d=2, Dv=5), dict(tokens=1162, weights=1163),
         dict(X=40)),
]

PUBLISHED = {}

PROJECTIONS = {
    "Q": lambda s: s.X @ s.Wq,
    "K": lambda s: s.X @ s.Wk,
    "V": lambda s: s.X @ s.Wv,
}


def all_projections(project):
    """The stages of a mistake made in each of the three projections alike."""
    return {
        "Q": lambda s: project(s.X, s.Wq),
        "K": lambda s: project(s.X, s.Wk),
        "V": lambda s: project(s.X, s.Wv),
    }


PROJECTION_MISTAKES = {
    "weights_on_the_left": all_projections(lambda X, W: W @ X),
    "projection_transposed": all_projections(lambda X, W: X @ W.T),
    "no_projections": all_projections(lambda X, W: X),
    "element_by_element": all_projections(lambda X, W: X * W),
    "tokens_as_queries": {"Q": lambda s: s.X},
    "tokens_as_keys": {"K": lambda s: s.X},
    "tokens_as_values": {"V": lambda s: s.X},
    "query_and_value_swapped": {"Q": PROJECTIONS["V"], "V": PROJECTIONS["Q"]},
    "key_and_value_swapped": {"K": PROJECTIONS["V"], "V": PROJECTIONS["K"]},
    "keys_from_queries": {"K": lambda s: s.Q @ s.Wk},
    "value_from_query": {"V": PROJECTIONS["Q"]},
}

EQUIVALENT = {
    "scaled_queries": {"Q": lambda s: s.X @ s.Wq / np.sqrt(s.Wq.shape[1]), **scaled(lambda s: 1)},
    "scaled_keys": {"K": lambda s: s.X @ s.Wk / np.sqrt(s.Wq.shape[1]), **scaled(lambda s: 1)},
    "transposed_throughout": {
        "products": lambda s: s.K @ s.Q.T,
        "weights": lambda s: softmax_rows(s.scores.T).T,
        "output": lambda s: s.weights.T @ s.V,
    },
}

MORE_MISTAKES = {
    "divided_by_root_e": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "softmax_twice": {"weights": lambda s: softmax_rows(softmax_rows(s.scores))},
    "no_softmax": {"weights": lambda s: s.scores},
    "residual_added": {"output": lambda s: s.weights @ s.V + s.X},
    "causal": {"weights": lambda s: softmax_rows(np.where(np.tri(len(s.X)) == 1, s.scores,
                                                          -np.inf))},
}

MISTAKES = (PROJECTION_MISTAKES | SOFTMAX_MISTAKES | SCALE_MISTAKES | PRODUCT_MISTAKES
            | MORE_MISTAKES | EQUIVALENT)


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(PROJECTIONS | HEAD | changes, causal=False, **inputs)
    return state.output, [("queries", state.Q), ("keys", state.K), ("values", state.V),
                          ("scaled scores", state.scores), ("attention weights", state.weights)]
