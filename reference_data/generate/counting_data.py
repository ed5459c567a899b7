"""25_counting_data: random integers with the question whether 2s outnumber 4s. They are measured."""

from course import Case

CASES = [
    Case("document", {}, dict(count=1, random=11)),
    Case("other_seed", {}, dict(count=6, random=12)),
]
