"""09_causal_attention: softmax(Q K^T / sqrt(d), future masked) V."""

import numpy as np

from attention import run
from course import Case
from row_attention import (HEAD, PRODUCT_MISTAKES, SCALE_MISTAKES, SOFTMAX_MISTAKES, hidden_as,
                           row_max, row_sum, softmax_rows, visible)

CASES = [
    Case("document", dict(Nq=8, Nk=8, d=32, Dv=32), dict(tokens=1)),
    Case("few_features", dict(Nq=6, Nk=6, d=3, Dv=4), dict(tokens=2)),
    Case("unequal_sizes", dict(Nq=3, Nk=7, d=5, Dv=2), dict(tokens=3)),
    Case("square", dict(Nq=4, Nk=4, d=4, Dv=4), dict(tokens=4)),
    Case("large_scores", dict(Nq=5, Nk=6, d=3, Dv=2), dict(tokens=5), dict(Q=2000)),
    # All scores are below -200, -2e4 and -2e9: less than what a finite mask puts in their place.
    Case("scores_below_a_hundred", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e3)),
    Case("scores_below_ten_thousand", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e5)),
    Case("scores_below_a_billion", dict(Nq=4, Nk=4, d=3, Dv=2), dict(tokens=38634),
         dict(Q=1e10)),
    Case("one_query", dict(Nq=1, Nk=6, d=3, Dv=4), dict(tokens=8)),
    Case("one_token", dict(Nq=1, Nk=1, d=3, Dv=2), dict(tokens=9)),
]

PUBLISHED = {}


def seen_if(rule):
    """Another rule than the right one, of i, j and Nk - Nq, says which keys a query sees."""

    def masked(s):
        i, j = np.indices(s.scores.shape)
        return np.where(rule(i, j, len(s.K) - len(s.Q)), s.scores, -np.inf)

    return {"masked": masked}


def exponentials_masked(s):
    exponentials = visible(s) * np.exp(s.scores - row_max(s.scores))
    return exponentials / row_sum(exponentials)


MASK_MISTAKES = {
    "no_mask": {"masked": lambda s: s.scores},
    "masked_with_zero": hidden_as(0),
    "masked_with_a_tiny_number": hidden_as(1e-9),
    "scores_times_mask": {"masked": lambda s: s.scores * visible(s)},
    "mask_added": {"masked": lambda s: s.scores + visible(s)},
    "masked_with_minus_one": hidden_as(-1),
    "masked_with_minus_hundred": hidden_as(-100),
    "masked_with_minus_ten_thousand": hidden_as(-1e4),
    "masked_with_minus_billion": hidden_as(-1e9),
    "ten_thousand_subtracted": {"masked": lambda s: s.scores - 1e4 * ~visible(s)},
    "masked_after_softmax": {"weights": lambda s: visible(s) * softmax_rows(s.scores)},
    "exponentials_masked": {"weights": exponentials_masked},
    "diagonal_hidden": seen_if(lambda i, j, offset: j < i + offset),
    "one_future_visible": seen_if(lambda i, j, offset: j <= i + offset + 1),
    "past_hidden": seen_if(lambda i, j, offset: j >= i + offset),
    "mask_inverted": seen_if(lambda i, j, offset: j > i + offset),
    "aligned_at_top_left": seen_if(lambda i, j, offset: j <= i),
}

MISTAKES = MASK_MISTAKES | SOFTMAX_MISTAKES | SCALE_MISTAKES | PRODUCT_MISTAKES


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    Q, K, V = inputs["Q"], inputs["K"], inputs["V"]
    state = run(HEAD | changes, Q=Q, K=K, V=V, causal=True)
    return state.output, [("scaled scores", state.scores), ("attention weights", state.weights)]
