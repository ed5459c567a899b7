"""27_train_counting: training the model of exercise 18 with Adam. The results are measured."""

from course import Case

SEEDS = dict(rate=218, shown=54)  # a rate near 0.001

CASES = [
    # What three steps show of a known mistake; then what the first step does, and the second.
    Case("three_steps", dict(E=3, d=2, H=6), dict(weights=5, random=56, **SEEDS),
         given=dict(steps=3, batch=20)),
    Case("one_step", dict(E=2, d=3, H=5), dict(weights=6, random=57, **SEEDS),
         given=dict(steps=1, batch=20)),
    Case("two_steps", dict(E=2, d=3, H=5), dict(weights=6, random=57, **SEEDS),
         given=dict(steps=2, batch=20)),
    Case("twenty_steps", dict(E=4, d=3, H=20), dict(weights=1, random=51, **SEEDS),
         given=dict(steps=20, batch=50)),
    Case("twenty_other_steps", dict(E=3, d=5, H=12), dict(weights=2, random=52, **SEEDS),
         given=dict(steps=20, batch=25)),
    # As many sequences as in the long run, which is not repeated step by step.
    Case("three_large_batches", dict(E=2, d=2, H=5), dict(weights=3, random=54, **SEEDS),
         given=dict(steps=3, batch=512), scale=dict(rate=3)),
    # As many steps as in the long run.
    Case("eight_hundred_steps", dict(E=2, d=2, H=3), dict(weights=4, random=55, **SEEDS),
         given=dict(steps=810, batch=2)),
    Case("document", dict(E=5, d=5, H=200), dict(weights=61, random=53, **SEEDS),
         given=dict(steps=800, batch=500)),
]
