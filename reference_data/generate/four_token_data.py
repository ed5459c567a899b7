"""24_four_token_data: random sequences, two of whose four tokens are noise. They are measured."""

from course import Case

# The number of features is drawn, too: 4 as in the notebook's transformer, 3 as in its baseline.
CASES = [
    Case("document", {}, dict(count=1, k=5, random=1)),
    Case("three_features", {}, dict(count=2, k=3, random=2)),
    Case("one_feature", {}, dict(count=3, k=2, random=3)),
    Case("six_features", {}, dict(count=4, k=1, random=4)),
]
