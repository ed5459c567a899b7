"""03_tridiagonal_solver: a tridiagonal system, solved as a full one."""

import numpy as np

from course import Case

CASES = [
    Case("four_rows", dict(N=4), dict(lower=1, diagonal=2, upper=3, right=4)),
    Case("nine_rows", dict(N=9), dict(lower=11, diagonal=12, upper=13, right=14)),
    Case("large_right_side", dict(N=5), dict(lower=21, diagonal=22, upper=23, right=24), dict(right=1e6)),
    Case("one_row", dict(N=1), dict(lower=31, diagonal=32, upper=33, right=34)),
]


def evaluate(inputs):
    lower, diagonal, upper, right = (inputs[name] for name in ("lower", "diagonal", "upper", "right"))
    matrix = np.diag(diagonal) + np.diag(lower[1:], -1) + np.diag(upper[:-1], 1)
    # The pivots are quotients of leading minors; the right side follows from the part of the system above each row.
    minors = [1.0] + [np.linalg.det(matrix[:i, :i]) for i in range(1, len(diagonal) + 1)]
    pivots = np.array(minors[1:]) / np.array(minors[:-1])
    eliminated = np.array([np.linalg.solve(matrix[:i, :i], right[:i])[-1] for i in range(1, len(diagonal) + 1)])
    return np.linalg.solve(matrix, right), [("pivots", pivots), ("eliminated right side", eliminated)]
