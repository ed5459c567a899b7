"""03_two_head_attention: two scaled heads, combined (UDL 12.9 and section 12.3.3)."""

import numpy as np

from attention import HEAD, Projection, projection, run
from course import Case

CASES = [
    Case("notebook", dict(D=8, N=6, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(D=10, N=7, Dq=3, Dv=5), dict(tokens=190, weights=191),
         dict(X=0.4)),
    Case("long_queries", dict(D=6, N=3, Dq=66, Dv=4), dict(tokens=100, weights=101),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=35, weights=36)),
    Case("huge_scores", dict(D=5, N=4, Dq=3, Dv=2), dict(tokens=45, weights=46), dict(X=50)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=154, weights=155), dict(X=10)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=65, weights=66)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=5, N=2, Dq=3, Dv=2), dict(tokens=1066, weights=1067),
         dict(X=100)),
]

# As the document prints them, to three decimals.
PUBLISHED = {
    "notebook": (3, [
        [-21.207, -5.373, -20.933, -9.179, -11.319, -17.812],
        [-1.995, 7.906, -10.516, 3.452, 9.863, -7.24],
        [5.479, 1.115, 9.244, 0.453, 5.656, 7.089],
        [-7.413, -7.416, 0.363, -5.573, -6.736, -0.848],
        [-11.261, -9.937, -4.848, -8.915, -13.378, -5.761],
        [3.548, 10.036, -2.244, 1.604, 12.113, -2.557],
        [4.888, -5.814, 2.407, 3.228, -4.232, 3.71],
        [1.248, 18.894, -6.409, 3.224, 19.717, -5.629],
    ]),
}


def scaled(scale):
    """Scores that are the products divided by scale(s)."""
    return {"scores": lambda s: s.products / scale(s)}


def root_dq(s):
    return np.sqrt(s.query.omega.shape[0])


SCALED_HEAD = HEAD | scaled(root_dq)

# `attend` computes one head from its query, key and value projections.
BOTH = {
    "first": lambda s: s.attend(*s.head1),
    "second": lambda s: s.attend(*s.head2),
    "heads": lambda s: np.vstack([s.first, s.second]),
    "result": lambda s: s.omega_c @ s.heads,
}


def evaluate(inputs):
    """The output and the recorded steps."""
    steps = []

    def attend(query, key, value):
        head = run(SCALED_HEAD, X=inputs["X"], query=query, key=key, value=value)
        steps.extend([("queries", head.Q), ("keys", head.K), ("values", head.V),
                      ("scaled scores", head.scores), ("attention weights", head.weights),
                      ("head output", head.output)])
        return head.output

    state = run(BOTH, attend=attend, X=inputs["X"], omega_c=inputs["omega_c"],
                head1=[projection(inputs, letter, "1") for letter in "qkv"],
                head2=[projection(inputs, letter, "2") for letter in "qkv"])
    return state.result, steps + [("concatenated heads", state.heads)]
