"""35_float_attention: attention in float, whose errors are measured, not its numbers.

What is subtracted shows where scores lie far from 0, and each of the three sums has a case in which it
alone is long.
"""

import numpy as np

from course import Case


def eighths(seed, shape, middle, spread):
    """Whole eighths, at most `spread` of them away from `middle`: products and sums of a few are floats."""
    return middle + np.random.RandomState(seed).randint(-spread, spread + 1, size=shape) / 8


def four_of(rows):
    """Values of which four are not 0, far apart."""
    values = np.zeros((rows, 1))
    values[[3, rows // 4, rows // 2, rows - 1], 0] = [1.375, -0.625, 0.875, -1.75]
    return values


FAR = eighths(3, (6, 4), 19.25, 1)
CASES = [
    Case("ordinary", dict(N=5, M=6, d=5, Dv=3), dict(Q=1, K=2, V=3)),
    Case("one_key", dict(N=3, M=1, d=3, Dv=2), dict(Q=4, K=5, V=6)),
    # Scores near -95, then -740: exp is below what float, then double, has in full precision.
    Case("low", dict(N=5, M=6, d=4, Dv=3), dict(V=7),
         given=dict(Q=-eighths(1, (5, 4), 7, 1), K=eighths(2, (6, 4), 7, 4))),
    Case("very_low", dict(N=1, M=6, d=4, Dv=6), dict(V=8), given=dict(Q=np.full((1, 4), -19.25), K=FAR)),
    Case("very_high", dict(N=1, M=6, d=4, Dv=6), dict(V=9), given=dict(Q=np.full((1, 4), 19.25), K=FAR)),
    # Scores some thousands apart: one key has all the weight, and exp of the others is 0.
    Case("far_apart", dict(N=4, M=5, d=3, Dv=2), dict(Q=21, K=22, V=23), dict(Q=2000)),
    Case("long_products", dict(N=6, M=6, d=1024, Dv=4), dict(Q=1093, K=2093, V=3093)),
    Case("many_keys", dict(N=24, M=1500, d=1, Dv=1), dict(Q=1032, K=2032), given=dict(V=four_of(1500))),
    Case("equal_weights", dict(N=1, M=1200, d=1, Dv=6), dict(Q=1003, K=2003, V=3003), dict(Q=0)),
    Case("one_of_all", dict(N=1, M=1, d=1, Dv=1), dict(Q=18, K=19, V=20)),
]
