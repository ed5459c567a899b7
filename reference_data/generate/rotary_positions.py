"""43_rotary_positions: pairs of neighbouring features, turned by position times frequency."""

import numpy as np

from course import Case

CASES = [
    Case("ordinary", dict(N=5, H=3), dict(tokens=431, first=432, base=433), given=dict(first=3)),
    Case("start_of_text", dict(N=6, H=4), dict(tokens=434, first=435, base=436),
         given=dict(first=0, base=10000.0)),
    Case("middle_of_text", dict(N=4, H=2), dict(tokens=437, first=438, base=439),
         given=dict(first=57)),
    Case("usual_base", dict(N=3, H=8), dict(tokens=440, first=441, base=442),
         given=dict(first=2, base=10000.0)),
    Case("square", dict(N=4, H=2), dict(tokens=443, first=444, base=445), given=dict(first=1)),
    Case("far_in_text", dict(N=3, H=5), dict(tokens=446, first=447, base=448),
         given=dict(first=4000)),
    Case("one_pair", dict(N=4, H=1), dict(tokens=449, first=450, base=451), given=dict(first=2)),
    Case("one_token", dict(N=1, H=3), dict(tokens=452, first=453, base=454), given=dict(first=7)),
]


def evaluate(inputs):
    """The output and the recorded steps, by multiplication with complex numbers."""
    X = inputs["X"]
    N, d = X.shape
    frequencies = 1 / inputs["base"] ** (np.arange(0, d, 2) / d)
    angles = np.outer(inputs["first"] + np.arange(N), frequencies)
    turned = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
    output = np.stack([turned.real, turned.imag], axis=2).reshape(N, d)
    return output, [("frequencies", frequencies), ("angles", angles)]
