"""01_convolution: the full convolution of two sequences."""

import numpy as np

from course import Case

CASES = [
    Case("longer_signal", dict(N=6, K=3), dict(signal=1, filter=2)),
    Case("longer_filter", dict(N=2, K=5), dict(signal=3, filter=4)),
    Case("one_number", dict(N=1, K=1), dict(signal=5, filter=6)),
    Case("by_hand", dict(N=2, K=3), given=dict(signal=[1, 2], filter=[3, 4, 5])),
]
PUBLISHED = {"by_hand": (0, [3, 10, 13, 10])}


def evaluate(inputs):
    return np.convolve(inputs["signal"], inputs["filter"]), []
