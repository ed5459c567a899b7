"""The product of two matrices."""

from course import Case

# Sizes on both sides of usual block sizes, and none that blocks divide.
CASES = [
    Case("ordinary", dict(N=5, K=6, M=4), dict(A=1, B=2)),
    Case("beyond_blocks", dict(N=37, K=41, M=35), dict(A=3, B=4)),
    Case("wide", dict(N=3, K=2, M=75), dict(A=5, B=6)),
    Case("deep", dict(N=2, K=83, M=3), dict(A=7, B=8)),
    Case("tall", dict(N=71, K=3, M=2), dict(A=9, B=10)),
    Case("square", dict(N=7, K=7, M=7), dict(A=11, B=12)),
    Case("whole_blocks", dict(N=32, K=32, M=32), dict(A=13, B=14)),
    Case("one_row", dict(N=1, K=9, M=11), dict(A=15, B=16)),
    Case("outer", dict(N=6, K=1, M=5), dict(A=17, B=18)),
    Case("one", dict(N=1, K=1, M=1), dict(A=19, B=20)),
]


def evaluate(inputs):
    """The product; nothing is recorded."""
    return inputs["A"] @ inputs["B"], []
