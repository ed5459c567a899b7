"""03_two_head_attention: two scaled heads, combined (UDL 12.9 and section 12.3.3)."""

import numpy as np

from course import Case, softmax

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


def evaluate(inputs):
    """The output and the recorded steps."""
    outputs, steps = [], []
    for head in "12":
        Q, K, V = (inputs[f"omega_{name}{head}"] @ inputs["X"] + inputs[f"beta_{name}{head}"]
                   for name in "qkv")
        scores = K.T @ Q / np.sqrt(len(Q))
        weights = softmax(scores, axis=0)
        outputs.append(V @ weights)
        steps += [("queries", Q), ("keys", K), ("values", V), ("scaled scores", scores),
                  ("attention weights", weights), ("head output", outputs[-1])]
    heads = np.vstack(outputs)
    return inputs["omega_c"] @ heads, steps + [("concatenated heads", heads)]
