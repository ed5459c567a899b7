"""26_matching_data: random integers, the first of which is to be remembered. They are measured."""

from course import Case

# Lengths and vocabularies are drawn, too: 20 and 5 as in the document, 3 and 12, 10 and 3.
CASES = [
    Case("document", {}, dict(length=59, count=1, vocabulary=13, random=21)),
    Case("short", {}, dict(length=41, count=2, vocabulary=6, random=22)),
    Case("two_integers", {}, dict(length=33, count=3, vocabulary=41, random=23)),
]
