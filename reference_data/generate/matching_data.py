"""26_matching_data: random integers, the first of which is to be remembered. They are measured."""

from course import Case

CASES = [
    Case("document", seeds=dict(count=1, random=21), given=dict(length=20, vocabulary=5)),
    Case("short", seeds=dict(count=2, random=22), given=dict(length=3, vocabulary=12)),
    Case("two_integers", seeds=dict(count=3, random=23), given=dict(length=10, vocabulary=3)),
]
