"""24_four_token_data: random sequences, two of whose four tokens are noise. They are measured."""

from course import Case

# 4 features as in the notebook's transformer, 3 as in its baseline.
CASES = [
    Case("document", seeds=dict(count=1, random=1), given=dict(k=4)),
    Case("three_features", seeds=dict(count=2, random=2), given=dict(k=3)),
    Case("one_feature", seeds=dict(count=3, random=3), given=dict(k=1)),
    Case("six_features", seeds=dict(count=4, random=4), given=dict(k=6)),
]
