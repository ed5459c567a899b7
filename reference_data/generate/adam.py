"""20_adam: steps of the optimiser Adam, from a new state or from a given one."""

import numpy as np

from course import Case

NEW = dict(m=0, v=0, steps=0)

CASES = [
    Case("document", dict(S=5, P=10), dict(state=0, gradients=3, rate=1), NEW | dict(lr=0.001)),
    Case("new_state", dict(S=4, P=6), dict(state=201, gradients=202, rate=203), NEW),
    Case("resumed", dict(S=3, P=7), dict(state=204, gradients=205, rate=206),
         dict(gradients=1000)),
    Case("square", dict(S=4, P=4), dict(state=207, gradients=208, rate=209)),
    Case("resumed_late", dict(S=3, P=5), dict(state=210, gradients=211, rate=212),
         dict(steps=100)),
    Case("first_step", dict(S=1, P=5), dict(state=213, gradients=214, rate=215), NEW),
    Case("one_parameter", dict(S=6, P=1), dict(state=216, gradients=217, rate=218)),
    Case("tiny_gradients", dict(S=3, P=5), dict(state=219, gradients=220, rate=221),
         NEW | dict(gradients=1e-8)),
    Case("zero_gradients", dict(S=2, P=3), dict(state=222, gradients=223, rate=224),
         NEW | dict(gradients=0)),
    Case("no_gradients", dict(S=0, P=3), dict(state=225, gradients=226, rate=227)),
]

BETA1, BETA2, EPS = 0.9, 0.999, 1e-8


def evaluate(inputs):
    """The results and the recorded steps."""
    theta, m, v, steps = (inputs[name] for name in ("theta", "m", "v", "steps"))
    recorded = []
    for g in inputs["gradients"]:
        steps = steps + 1
        m = BETA1 * m + (1 - BETA1) * g
        v = BETA2 * v + (1 - BETA2) * g ** 2
        mean = m / (1 - BETA1 ** steps)
        square = v / (1 - BETA2 ** steps)
        theta = theta - inputs["lr"] * mean / (np.sqrt(square) + EPS)
        recorded += [("count of steps", np.asarray(steps, dtype=float)),
                     ("first moment", m), ("second moment", v),
                     ("corrected first moment", mean), ("corrected second moment", square),
                     ("parameters", theta)]
    return (theta, m, v, np.asarray(steps, dtype=float)), recorded
