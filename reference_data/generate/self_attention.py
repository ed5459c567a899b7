"""01_self_attention: one token after the other, unscaled (UDL 12.2 to 12.5). Queries,
keys, values and tokens are columns.
"""

import numpy as np

from course import Case, softmax

CASES = [
    Case("notebook", dict(D=4, N=3, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    # A number of the result nearly cancels, so that single precision shows.
    Case("unequal_sizes", dict(D=6, N=4, Dq=3, Dv=5), dict(tokens=3324, weights=3325),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=23, weights=24)),
    Case("huge_scores", dict(D=4, N=6, Dq=3, Dv=5), dict(tokens=33, weights=34), dict(X=100)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=228, weights=229), dict(X=8)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=53, weights=54)),
    Case("zero_biases", dict(D=3, N=5, Dq=2, Dv=4), dict(tokens=63, weights=64),
         dict(beta_q=0, beta_k=0, beta_v=0)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=4, N=3, Dq=2, Dv=5), dict(tokens=1098, weights=1099),
         dict(X=100)),
]

# As the document prints them, one token a line; the course has them in columns.
PUBLISHED = {
    "notebook": (8, np.transpose([
        [0.94744244, -0.24348429, -0.91310441, -0.44522983],
        [1.64201168, -0.08470004, 4.02764044, 2.18690791],
        [1.61949281, -0.06641533, 3.96863308, 2.15858316],
    ])),
}


def evaluate(inputs):
    """The output and the recorded steps."""
    tokens = np.hsplit(inputs["X"], inputs["X"].shape[1])
    q, k, v = ([inputs[f"omega_{name}"] @ x + inputs[f"beta_{name}"] for x in tokens]
               for name in "qkv")
    steps, sums = [], []
    for step in zip(q, k, v):
        steps += zip(("query", "key", "value"), step)
    for query in q:
        scores = np.array([(key.T @ query).item() for key in k])
        weights = softmax(scores, axis=0)
        sums.append(sum(weight * value for weight, value in zip(weights, v)))
        steps += [("scores", scores), ("attention weights", weights), ("weighted sum", sums[-1])]
    return np.hstack(sums), steps
