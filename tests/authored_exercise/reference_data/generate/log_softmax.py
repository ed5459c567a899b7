"""97_log_softmax: the logarithm of the softmax of every row."""

import numpy as np

from course import Case

CASES = [
    Case("more_columns", dict(N=3, M=5), dict(scores=2)),
    Case("huge_scores", dict(N=5, M=4), dict(scores=3), dict(scores=1000)),
    Case("one_token", dict(N=1, M=1), given=dict(scores=[[3.5]])),
]


def evaluate(inputs):
    shifted = inputs["scores"] - inputs["scores"].max(axis=1, keepdims=True)
    sums = np.exp(shifted).sum(axis=1, keepdims=True)
    return shifted - np.log(sums), [("shifted scores", shifted), ("sums", sums)]
