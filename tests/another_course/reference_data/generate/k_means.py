"""05_k_means: one round of Lloyd's algorithm."""

import numpy as np

from course import Case

CASES = [
    Case("seven_points", dict(N=7, D=2, K=3), dict(points=1, centres=2)),
    Case("more_centres", dict(N=4, D=3, K=6), dict(points=11, centres=12)),
    Case("far_away", dict(N=6, D=3, K=2), dict(points=21, centres=22), shift=dict(points=100)),
    Case("one_point", dict(N=1, D=1, K=1), dict(points=31, centres=32)),
    Case("equally_near", dict(N=3, D=1, K=3), given=dict(points=[[0], [1], [9]], centres=[[0], [2], [8]])),
]


def evaluate(inputs):
    points, centres = inputs["points"], inputs["centres"]
    distances = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    labels = distances.argmin(axis=1)
    moved = np.array([points[labels == k].mean(axis=0) if (labels == k).any() else centres[k] for k in range(len(centres))])
    return (labels, moved), [("squared distances", distances)]
