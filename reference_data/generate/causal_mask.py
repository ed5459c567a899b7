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
]

PUBLISHED = {}


def lower_triangle(Nq, Nk):
    return np.tri(Nq, Nk, Nk - Nq)


def unsigned_difference(Nq, Nk):
    """Compares j with i + Nk - Nq in unsigned numbers of 64 bits, which wrap around."""
    return np.array([[float(j <= (i + Nk - Nq) % 2**64) for j in range(Nk)] for i in range(Nq)])


def normalised(mask):
    """Each row divided by its sum; 0 / 0 is NaN."""
    return mask / mask.sum(axis=1, keepdims=True)


# Each a function of the numbers of queries and keys.
MISTAKES = {
    "ones_where_hidden": lambda Nq, Nk: 1 - np.tri(Nq, Nk, Nk - Nq),
    "article_triangle": lambda Nq, Nk: np.triu(np.ones((Nq, Nk)), 1),
    "diagonal_hidden": lambda Nq, Nk: np.tri(Nq, Nk, Nk - Nq - 1),
    "one_future_visible": lambda Nq, Nk: np.tri(Nq, Nk, Nk - Nq + 1),
    "past_hidden": lambda Nq, Nk: np.triu(np.ones((Nq, Nk)), Nk - Nq),
    "aligned_at_top_left": lambda Nq, Nk: np.tri(Nq, Nk),
    "offset_with_wrong_sign": lambda Nq, Nk: np.tri(Nq, Nk, Nq - Nk),
    "unsigned_difference": unsigned_difference,
    "offset_never_negative": lambda Nq, Nk: np.tri(Nq, Nk, max(Nk - Nq, 0)),
    "transposed": lambda Nq, Nk: np.tri(Nq, Nk, Nk - Nq).T,
    "keys_along_rows": lambda Nq, Nk: np.tri(Nk, Nq, Nq - Nk),
    "itself_only": lambda Nq, Nk: np.eye(Nq, Nk, Nk - Nq),
    "itself_and_previous_only": lambda Nq, Nk: (np.tri(Nq, Nk, Nk - Nq)
                                                - np.tri(Nq, Nk, Nk - Nq - 2)),
    "all_visible": lambda Nq, Nk: np.ones((Nq, Nk)),
    "nothing_visible": lambda Nq, Nk: np.zeros((Nq, Nk)),
    "to_be_added": lambda Nq, Nk: np.where(np.tri(Nq, Nk, Nk - Nq) == 1, 0, -np.inf),
    "ones_and_minus_infinity": lambda Nq, Nk: np.where(np.tri(Nq, Nk, Nk - Nq) == 1, 1, -np.inf),
    "rows_normalised": lambda Nq, Nk: normalised(np.tri(Nq, Nk, Nk - Nq)),
}


def evaluate(inputs, change):
    """The mask and its rows, with the function of a mistake or with none."""
    mask = (change or lower_triangle)(int(inputs["Nq"]), int(inputs["Nk"]))
    return mask, [("mask row", row) for row in mask]
