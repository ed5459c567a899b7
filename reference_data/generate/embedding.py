"""04_embedding: the rows of a table, looked up by the ids of tokens (Vaswani et al. 2017, 3.4)."""


from course import Case

# Only the last case has the id 0, where ids counted from one end in an exception.
CASES = [
    Case("document", dict(V=10, E=32, N=8), dict(weights=401, tokens=404)),
    Case("one_token", dict(V=7, E=3, N=1), dict(weights=411, tokens=412)),
    Case("repeated_ids", dict(V=9, E=4, N=9), dict(weights=421, tokens=430)),
    Case("square", dict(V=7, E=7, N=6), dict(weights=431, tokens=438)),
    Case("more_features_than_ids", dict(V=7, E=9, N=4), dict(weights=441, tokens=460)),
    # More rows than the ids that are drawn reach, and than a byte can count.
    Case("first_and_last_row", dict(V=300, E=2, N=6), dict(weights=451),
         given=dict(ids=[299, 0, 256, 5, 0, 299])),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X = inputs["table"][inputs["ids"]]
    return X, [("row", row) for row in X]
