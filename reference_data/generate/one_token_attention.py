"""22_one_token_attention: the second token of a sequence attends to all, without scaling."""

from course import Case, softmax

CASES = [
    Case("document", dict(T=4, k=4, dq=3), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(T=5, k=3, dq=6), dict(tokens=241, weights=242)),
    # A number of the result nearly cancels, so that single precision shows.
    Case("long_tokens", dict(T=6, k=7, dq=2), dict(tokens=3158, weights=3159)),
    Case("all_equal", dict(T=5, k=5, dq=5), dict(tokens=245, weights=246)),
    Case("large_scores", dict(T=6, k=4, dq=3), dict(tokens=247, weights=248), dict(X=100)),
    # The last score is far above the others.
    Case("high_last_score", dict(T=4, k=3, dq=2), dict(tokens=273, weights=274), dict(X=100)),
    Case("low_scores", dict(T=3, k=3, dq=4), dict(tokens=249, weights=260),
         dict(Wq=500, Wk=10)),
    Case("two_tokens", dict(T=2, k=4, dq=3), dict(tokens=251, weights=252)),
    Case("one_feature", dict(T=7, k=2, dq=1), dict(tokens=253, weights=254)),
    Case("zero_tokens", dict(T=3, k=4, dq=2), dict(tokens=255, weights=256), dict(X=0)),
]


def evaluate(inputs):
    """The results and the recorded steps."""
    X, token = inputs["X"], inputs["X"][1]
    query, keys = token @ inputs["Wq"], X @ inputs["Wk"]
    scores = keys @ query
    attention = softmax(scores, axis=0)
    return (attention @ X, attention), [
        ("token", token), ("query", query), ("keys", keys), ("scores", scores),
        ("attention weights", attention)]
