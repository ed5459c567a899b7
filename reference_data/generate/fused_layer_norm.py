"""Rows normalised to mean 0 and variance 1, with sums that are rounded once."""

from math import fsum

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=4, D=6), dict(X=1, eps=2)),
    Case("large_eps", dict(N=3, D=7), dict(X=3, eps=4), dict(eps=1e4)),
    Case("square", dict(N=5, D=5), dict(X=5, eps=6)),
    Case("many_rows", dict(N=9, D=3), dict(X=7, eps=8)),
    Case("long_rows", dict(N=2, D=61), dict(X=9, eps=10)),
    # Here the mean of the squares minus the squared mean has no digit left.
    Case("near_1e8", dict(N=3, D=8), dict(X=11, eps=12), shift=dict(X=1e8)),
    Case("near_minus_1e8", dict(N=2, D=37), dict(X=13, eps=14), shift=dict(X=-1e8)),
    Case("small_variance", dict(N=4, D=6), dict(X=15, eps=16), dict(X=0.005)),
    Case("large_variance", dict(N=3, D=5), dict(X=17, eps=18), dict(X=1000)),
    Case("constant_rows", dict(N=3, D=4), dict(eps=20),
         given=dict(X=[[3.0] * 4, [-0.75] * 4, [123456789.0] * 4])),
    # A mean that is not set back is replaced by the first element, but for what 1e8 rounds off.
    Case("near_0_after_1e8", dict(N=3, D=4), dict(eps=27),
         given=dict(X=[[1e8 + 1, 1e8 - 1, 1e8 + 2, 1e8], [0.3, 0.1, -0.4, 0.2], [1.7, -0.6, 0.9, 0.1]])),
    Case("one_row", dict(N=1, D=13), dict(X=21, eps=22)),
    Case("two_features", dict(N=3, D=2), dict(X=23, eps=24)),
    Case("one_feature", dict(N=4, D=1), dict(X=25, eps=26)),
]


def normalised(row, eps):
    """One row. Near 1e8 the distances from its first element are exact."""
    apart = row - row[0]
    centred = apart - fsum(apart) / len(row)
    return centred / np.sqrt(fsum(centred**2) / len(row) + eps)


def evaluate(inputs):
    """The normalised rows; nothing is recorded."""
    return np.array([normalised(row, inputs["eps"]) for row in inputs["X"]]), []
