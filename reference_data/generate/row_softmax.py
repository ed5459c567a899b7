"""06_row_softmax: the stable softmax of every row of a matrix of scores."""

import numpy as np

from attention import run
from course import Case

CASES = [
    Case("document", dict(N=8, M=8), dict(scores=601), dict(scores=5)),
    Case("more_columns", dict(N=3, M=5), dict(scores=611)),
    Case("more_rows", dict(N=6, M=2), dict(scores=621), dict(scores=3)),
    Case("huge_scores", dict(N=5, M=4), dict(scores=631), dict(scores=1000)),
    Case("rows_far_below_zero", dict(N=7, M=2), dict(scores=641), dict(scores=3000)),
    Case("equal_scores", dict(N=2, M=4), dict(scores=651), dict(scores=0)),
    Case("one_token", dict(N=1, M=1), dict(scores=661)),
]

PUBLISHED = {}


def of_rows(reduce):
    """A column with one number for each row."""
    return lambda A: reduce(A, axis=1, keepdims=True)


def largest(values):
    """Stage: this is taken away from the scores."""
    return {"largest": lambda s: values(s.scores)}


def exponentials(values):
    """Stage: these are the exponentials, of the shifted scores."""
    return {"exponentials": lambda s: values(s.scores - s.largest)}


def sums(values):
    """Stage: the exponentials are divided by this."""
    return {"sums": lambda s: values(s.exponentials)}


STAGES = {
    **largest(of_rows(np.max)),
    **exponentials(np.exp),
    **sums(of_rows(np.sum)),
    "weights": lambda s: s.exponentials / s.sums,
}


def softmax(A, axis):
    values = np.exp(A - A.max(axis=axis, keepdims=True))
    return values / values.sum(axis=axis, keepdims=True)


MISTAKES = {
    "softmax_over_columns": {"weights": lambda s: softmax(s.scores, 0)},
    "softmax_over_matrix": largest(np.max) | sums(np.sum),
    "naive_exponent": largest(lambda A: 0),
    "one_maximum_for_all": largest(np.max),
    "maximum_starts_at_zero": largest(lambda A: np.maximum(of_rows(np.max)(A), 0)),
    "mean_subtracted": largest(of_rows(np.mean)),
    "minimum_subtracted": largest(of_rows(np.min)),
    "first_subtracted": largest(lambda A: A[:, :1]),
    "maximum_of_columns": largest(lambda A: A.max(axis=0, keepdims=True)),
    "maximum_along_rows": largest(lambda A: A.max(axis=1)),
    "maximum_minus_score": exponentials(lambda shifted: np.exp(-shifted)),
    "column_sums": sums(lambda A: A.sum(axis=0, keepdims=True)),
    "sums_along_rows": sums(lambda A: A.sum(axis=1)),
    "one_sum_for_all": sums(np.sum),
    "not_normalised": sums(lambda A: 1),
    "divided_by_largest": sums(of_rows(np.max)),
    "raw_exponentials": largest(lambda A: 0) | sums(lambda A: 1),
    "scores_over_their_sum": largest(lambda A: 0) | exponentials(lambda A: A),
    "mean_of_exponentials": sums(of_rows(np.mean)),
    "base_two": exponentials(np.exp2),
    "logarithm_of_softmax": {"weights": lambda s: np.log(softmax(s.scores, 1))},
    "sigmoid": {"weights": lambda s: 1 / (1 + np.exp(-s.scores))},
    "winner_takes_all": exponentials(lambda shifted: np.exp(shifted).astype(int)),
    "softmax_twice": {"weights": lambda s: softmax(softmax(s.scores, 1), 1)},
    "output_transposed": {"weights": lambda s: softmax(s.scores, 1).T},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(STAGES | changes, scores=inputs["scores"])
    return state.weights, [("largest scores", state.largest),
                           ("exponentials", state.exponentials), ("sums", state.sums)]
