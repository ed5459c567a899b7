"""What a set of cases must do: reject every mistake, and tell each from every other."""

from itertools import combinations

import numpy as np

# Two results count as different only if they differ by this many tolerances, so that no rounding on
# another machine can make them the same.
MARGIN = 10


def same(actual, expected, tolerance, margin=1):
    """Whether a result agrees with another; None stands for a computation that raised an error."""
    if actual is None or expected is None:
        return actual is expected
    if isinstance(expected, tuple):  # a function that returns several arrays
        return all(same(a, e, tolerance, margin) for a, e in zip(actual, expected, strict=True))
    if actual.shape != expected.shape:
        return False
    both_finite = np.isfinite(actual) & np.isfinite(expected)
    apart = np.abs(actual[both_finite] - expected[both_finite])
    allowed = margin * (tolerance["atol"] + tolerance["rtol"] * np.abs(expected[both_finite]))
    return (np.array_equal(actual[~both_finite], expected[~both_finite], equal_nan=True)
            and bool(np.all(apart <= allowed)))


def same_everywhere(one, other, tolerance, margin=1):
    return all(same(a, b, tolerance, margin) for a, b in zip(one, other))


def arrays(output):
    """One array, or several by name, as the file has them; None where there is none."""
    if output is None:
        return None
    if "values" in output:
        return np.array([float(value) for value in output["values"]]).reshape(output["shape"])
    return tuple(arrays(each) for each in output.values())


def problems(cases, entries, tolerance):
    """What the cases leave open, one sentence each. `entries` are the fields of the mistakes in
    mistakes.md, by name."""
    for case in cases:
        if set(case["mistakes"]) != set(entries):
            other = sorted(set(case["mistakes"]) ^ set(entries))
            return [f"only in case {case['name']} or only in mistakes.md: {other}"]
    expected = [arrays(case["expected"]) for case in cases]
    mistakes = {name: [arrays((case["mistakes"][name] or {}).get("output")) for case in cases]
                for name in entries}
    found = []
    wrong = []
    for name, outputs in mistakes.items():
        entry = entries[name]
        if entry.get("equivalent"):
            if not same_everywhere(outputs, expected, tolerance):
                found.append(f"{name} should be equivalent, but a case rejects it")
            continue
        if same_everywhere(outputs, expected, tolerance, MARGIN):
            found.append(f"no case rejects {name}")
        wrong.append(name)
    owner = {name: entries[name].get("message_of", name) for name in wrong}
    for one, other in combinations(wrong, 2):
        if owner[one] == owner[other]:
            continue
        if same_everywhere(mistakes[one], mistakes[other], tolerance, MARGIN):
            found.append(f"no case tells {one} from {other}")
    return found


def published_problem(case):
    """Says so if the expected output of a case does not round to the values that are printed."""
    if "published" not in case:
        return None
    published, expected = case["published"], case["expected"]
    if "values" not in expected:  # several results by name: the first is what is printed
        expected = expected[published.get("of", next(iter(expected)))]
    axes = len(published["shape"])
    same_axes = published["shape"] == expected["shape"][len(expected["shape"]) - axes:]
    apart = np.abs(np.subtract(published["values"], expected["values"][:len(published["values"])]))
    # Half a unit of the last digit, and a little for the rounding of the printed number itself.
    if same_axes and apart.max() <= 0.51 * 10.0 ** -published["digits"]:
        return None
    return f"case {case['name']} does not give the published values"
