"""06_row_softmax: the stable softmax of every row of a matrix of scores."""

import numpy as np

from course import Case

CASES = [
    Case("document", dict(N=8, M=8), dict(scores=601), dict(scores=5)),
    Case("more_columns", dict(N=3, M=9), dict(scores=611)),
    Case("more_rows", dict(N=6, M=2), dict(scores=621), dict(scores=3)),
    Case("huge_scores", dict(N=5, M=6), dict(scores=631), dict(scores=1000)),
    Case("rows_far_below_zero", dict(N=7, M=2), dict(scores=641), dict(scores=3000)),
    Case("equal_scores", dict(N=2, M=4), dict(scores=651), dict(scores=0)),
    Case("one_token", dict(N=1, M=1), dict(scores=661)),
    # Weights just below 1, and others just above 0.
    Case("nearly_one", dict(N=3, M=3), given=dict(scores=[[0, 12, -3], [13, 3, 0.5], [-15, -2, 0]])),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    scores = inputs["scores"]
    largest = scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores - largest)
    sums = exponentials.sum(axis=1, keepdims=True)
    return exponentials / sums, [("largest scores", largest), ("exponentials", exponentials),
                                 ("sums", sums)]
