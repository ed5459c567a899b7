"""48_next_token: temperature, top-k, top-p, and a draw by a given uniform number."""

import numpy as np

from course import Case


def case(name, V, seed, given=None, scale=None):
    """A case whose five inputs are seeded one after the other."""
    streams = ("logits", "temperature", "k", "p", "u")
    seeds = {stream: seed + i for i, stream in enumerate(streams)}
    return Case(name, dict(V=V), seeds, scale or {}, given=given or {})


CASES = [
    case("ordinary", 8, 4800, dict(temperature=1.5, k=5, p=0.8, u=0.6)),
    case("statement", 4, 4805, dict(logits=[2.1972, 0.0, 2.7726, 1.3863], temperature=2.0, k=3,
                                    p=0.75, u=0.4)),
    case("high_u", 9, 4810, dict(temperature=1.8, k=6, p=0.9, u=0.97)),
    case("low_u", 9, 4815, dict(temperature=1.8, k=6, p=0.9, u=0.02)),
    case("low_temperature", 7, 4820, dict(temperature=0.6, k=6, p=0.95, u=0.9)),
    case("one_survives", 6, 4825, dict(temperature=2.0, k=4, p=0.15, u=0.7)),
    case("only_k", 10, 4830, dict(temperature=1.6, k=4, p=1.0, u=0.8)),
    case("only_p", 10, 4835, dict(temperature=2.0, k=40, p=0.7, u=0.75)),
    case("k_is_one", 5, 4840, dict(k=1, u=0.5)),
    case("ties_at_k", 7, 4845, dict(logits=[0.5, 1.5, 1.5, -1.0, 1.5, 2.0, 1.5], temperature=1.3,
                                    k=3, p=0.97, u=0.65)),
    case("ties_at_p", 6, 4850, dict(logits=[1.0, 2.0, 1.0, 2.0, 1.0, 2.0], temperature=1.0, k=6,
                                    p=0.4, u=0.4)),
    # Sums are exact here: p is reached, and u is not exceeded, by equality.
    case("equal_logits", 4, 4875, dict(logits=[0.0, 0.0, 0.0, 0.0], temperature=1.0, k=9, p=0.5,
                                       u=0.5)),
    case("negative_logits", 6, 4855, dict(logits=[-3.0, -4.5, -2.5, -6.0, -3.5, -2.0],
                                          temperature=1.7, k=4, p=0.85, u=0.55)),
    case("large_logits", 6, 4860, dict(logits=[900.0, 899.5, 900.75, 100.0, 900.25, -900.0],
                                       temperature=0.5, k=5, p=0.9, u=0.3)),
    case("very_low_logits", 5, 4865, dict(logits=[-900.0, -901.0, -899.5, -1500.0, -900.5],
                                          temperature=0.9, k=4, p=0.9, u=0.6)),
    case("one_token", 1, 4870, dict(k=2)),
]


def evaluate(inputs):
    """Probabilities and token, and the recorded steps."""
    logits = inputs["logits"]
    scaled = logits / inputs["temperature"]
    order = np.argsort(-logits, kind="stable")[: int(inputs["k"])]
    exponentials = np.exp(scaled[order] - scaled[order[0]])
    of_k = np.zeros(len(logits))
    of_k[order] = exponentials / exponentials.sum()
    sums = np.cumsum(of_k[order])
    stay = order[: 1 + np.count_nonzero(sums[:-1] < inputs["p"])]
    probabilities = np.zeros(len(logits))
    probabilities[stay] = of_k[stay] / of_k[stay].sum()
    passed = np.flatnonzero(np.cumsum(probabilities) > inputs["u"])
    token = passed[0] if len(passed) else stay.max()
    return (probabilities, token), [("scaled logits", scaled), ("top-k probabilities", of_k)]
