"""28_train_four_tokens: training with momentum, on a task that attention can learn and on one that
it cannot. The results are measured."""

from course import Case

SEEDS = dict(rate=79, momentum=99)  # near 0.02 and 0.9

CASES = [
    # What three steps show of a known mistake; then what the first step does, and the second.
    Case("three_steps", dict(dq=3), dict(weights=5, random=35, **SEEDS | dict(momentum=5)),
         given=dict(repaired=1, steps=3, batch=6)),
    Case("one_step", dict(dq=2), dict(weights=6, random=36, **SEEDS),
         given=dict(repaired=1, steps=1, batch=6)),
    Case("two_steps", dict(dq=2), dict(weights=6, random=36, **SEEDS),
         given=dict(repaired=1, steps=2, batch=6)),
    Case("twenty_steps", dict(dq=3), dict(weights=1, random=31, **SEEDS),
         given=dict(repaired=1, steps=20, batch=20)),
    Case("twenty_other_steps", dict(dq=2), dict(weights=2, random=32, **SEEDS | dict(momentum=5)),
         given=dict(repaired=0, steps=20, batch=8)),
    # Initial weights with a standard deviation of 1, as in the notebook.
    Case("exclusive_or", dict(dq=3), dict(weights=3, random=33, **SEEDS),
         dict(start_Wq=2, start_Wk=2), given=dict(repaired=0, steps=1500, batch=20)),
    Case("repaired", dict(dq=3), dict(weights=4, random=34, **SEEDS),
         dict(start_Wq=0.2, start_Wk=0.2), given=dict(repaired=1, steps=1500, batch=20)),
]
