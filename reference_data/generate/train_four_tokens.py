"""28_train_four_tokens: training with momentum, on a task that attention can learn and on one that
it cannot. The results are measured."""

from course import Case

# Seeds that give 20 steps, batches of 20, rates near 0.02 and momenta near 0.9; `repaired` is 1 for
# seed 1 and 0 for seed 0.
TRAINING = dict(steps=3, batch=7, rate=79, momentum=99)
LONG = dict(steps=75)  # 1500

CASES = [
    Case("twenty_steps", dict(dq=3), dict(weights=1, repaired=1, random=31, **TRAINING)),
    Case("twenty_other_steps", dict(dq=2),
         dict(weights=2, repaired=0, random=32, **TRAINING | dict(batch=8, momentum=5))),
    # Initial weights with a standard deviation of 1, as in the notebook.
    Case("exclusive_or", dict(dq=3), dict(weights=3, repaired=0, random=33, **TRAINING),
         LONG | dict(start_Wq=2, start_Wk=2)),
    Case("repaired", dict(dq=3), dict(weights=4, repaired=1, random=34, **TRAINING),
         LONG | dict(start_Wq=0.2, start_Wk=0.2)),
]
