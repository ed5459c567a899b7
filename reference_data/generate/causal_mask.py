"""08_causal_mask: which keys a query may look at, aligned at the bottom right."""

import numpy as np

from course import Case

CASES = [
    Case("document", given=dict(Nq=8, Nk=8)),
    Case("small_square", given=dict(Nq=4, Nk=4)),
    Case("more_keys", given=dict(Nq=3, Nk=7)),
    Case("one_more_key", given=dict(Nq=5, Nk=6)),
    Case("more_queries", given=dict(Nq=7, Nk=3)),
    Case("one_token", given=dict(Nq=1, Nk=1)),
    Case("one_query", given=dict(Nq=1, Nk=6)),
    Case("one_key", given=dict(Nq=6, Nk=1)),
    Case("many_keys", given=dict(Nq=3, Nk=70)),  # more than an integer has bits
]


def evaluate(inputs):
    """The mask and its rows."""
    Nq, Nk = int(inputs["Nq"]), int(inputs["Nk"])
    mask = np.tri(Nq, Nk, Nk - Nq)
    return mask, [("mask row", row) for row in mask]
