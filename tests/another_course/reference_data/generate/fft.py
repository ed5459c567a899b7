"""04_fft: the discrete Fourier transform, by its definition as a product of matrices."""

import numpy as np

from course import Case

CASES = [
    Case("twelve", dict(N=12), dict(x=1)),
    Case("eight", dict(N=8), dict(x=2)),
    Case("seven", dict(N=7), dict(x=3)),
    Case("one_number", dict(N=1), dict(x=4)),
    Case("two_numbers", dict(N=2), given=dict(x=[[1, 0], [3, 0]])),
]
PUBLISHED = {"two_numbers": (0, [[4, 0], [-2, 0]])}


def evaluate(inputs):
    x = inputs["x"][:, 0] + 1j * inputs["x"][:, 1]
    places = np.arange(len(x))
    X = np.exp(-2j * np.pi * np.outer(places, places) / len(x)) @ x
    return np.stack([X.real, X.imag], axis=1), []
