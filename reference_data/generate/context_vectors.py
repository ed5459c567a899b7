"""07_context_vectors: Softmax[X X^T] X, the simplest self-attention; tokens are rows."""

from course import Case, softmax

CASES = [
    # With independent features of size one, 32 of them give each token nearly all weight on
    # itself, and the output is X. A fourth of their size leaves something to mix.
    Case("document", dict(N=8, E=32), dict(tokens=701), dict(X=0.5)),
    Case("more_tokens", dict(N=6, E=3), dict(tokens=711)),
    Case("more_features", dict(N=4, E=7), dict(tokens=721)),
    Case("square", dict(N=4, E=4), dict(tokens=731)),
    Case("large_scores", dict(N=7, E=3), dict(tokens=741), dict(X=8)),
    Case("huge_scores", dict(N=5, E=4), dict(tokens=751), dict(X=100)),
    Case("one_token", dict(N=1, E=3), dict(tokens=761)),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["X"]
    scores = X @ X.T
    weights = softmax(scores, axis=1)
    return weights @ X, [("scores", scores), ("attention weights", weights)]
