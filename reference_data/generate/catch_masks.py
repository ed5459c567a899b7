"""42_catch_masks: inputs for others' programs. The function takes none, and nothing is expected."""

from course import Case

CASES = [Case("inputs")]
