"""02_matrix_attention: V Softmax[K^T Q], unscaled (UDL 12.6 to 12.8)."""

from course import Case, softmax
from self_attention import PUBLISHED as SAME_AS_TOKEN_BY_TOKEN

CASES = [
    Case("notebook", dict(D=4, N=3, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    # A number of the result nearly cancels, so that single precision shows.
    Case("unequal_sizes", dict(D=6, N=4, Dq=3, Dv=5), dict(tokens=3324, weights=3325),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=21, weights=22)),
    Case("huge_scores", dict(D=4, N=6, Dq=3, Dv=5), dict(tokens=31, weights=32), dict(X=100)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=319, weights=320), dict(X=8)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=51, weights=52)),
    Case("zero_biases", dict(D=3, N=5, Dq=2, Dv=4), dict(tokens=61, weights=62),
         dict(beta_q=0, beta_k=0, beta_v=0)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=5, N=3, Dq=2, Dv=4), dict(tokens=2402, weights=2403),
         dict(X=30)),
    # All keys are alike, so that the scores of a query are equal to the last bit.
    Case("equal_scores", dict(D=2, N=3, Dq=2, Dv=2), dict(tokens=71, weights=72),
         dict(omega_k=0)),
]

# The document computes the notebook case a second time, in this form, and expects the same values.
PUBLISHED = SAME_AS_TOKEN_BY_TOKEN


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    Q, K, V = (inputs[f"omega_{name}"] @ X + inputs[f"beta_{name}"] for name in "qkv")
    scores = K.T @ Q
    weights = softmax(scores, axis=0)
    return V @ weights, [("queries", Q), ("keys", K), ("values", V), ("scores", scores),
                         ("attention weights", weights)]
