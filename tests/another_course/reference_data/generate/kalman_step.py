"""02_kalman_step: mean and covariance after one scalar measurement."""

import numpy as np

from course import Case

CASES = [
    Case("three_numbers", dict(D=3), dict(x=1, L=2, h=3, z=4, r=5)),
    Case("five_numbers", dict(D=5), dict(x=11, L=12, h=13, z=14, r=15)),
    Case("far_off", dict(D=2), dict(x=21, L=22, h=23, z=24, r=25), dict(z=1000)),
    Case("one_number", dict(D=1), given=dict(x=[0], L=[[1]], h=[1], z=2, r=1)),
]


def evaluate(inputs):
    x, L, h, z, r = (inputs[name] for name in ("x", "L", "h", "z", "r"))
    P = L @ L.T
    s = h @ P @ h + r
    g = P @ h / s
    return (x + g * (z - h @ x), P - s * np.outer(g, g)), [
        ("prior covariance", P), ("variance", np.asarray(s)), ("gain", g)]
