"""Writes reference_data/NN_name.json: inputs, expected outputs, steps and what known mistakes give.

Usage: /usr/bin/python3 reference_data/generate/generate.py [--check] [EXERCISE...]

NumPy computes everything here, independently of the C++ solutions. Recipes come from each exercise's
exercise.json, the names of its mistakes from the mistakes.json beside its solution. With --check
nothing is written: the files are compared with what they should contain.
"""

import argparse
import json
import math
import sys

import numpy as np

import checks
import matrix_attention
import self_attention
import two_head_attention
from course import ROOT, draw_inputs, load_exercise, load_mistakes

EXERCISES = {
    "01_self_attention": self_attention,
    "02_matrix_attention": matrix_attention,
    "03_two_head_attention": two_head_attention,
}


def attempt(evaluate, inputs, changes):
    """Output and steps of a mistake, or (None, None) where shapes do not fit."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        try:
            return evaluate(inputs, changes)
        except ValueError:
            return None, None


def number(value):
    """A float that JSON can hold, as few digits as give it back exactly."""
    return float(value) if math.isfinite(value) else str(float(value))


def array(values):
    values = np.asarray(values, dtype=float)
    return {"shape": list(values.shape), "values": [number(value) for value in values.flat]}


def step_list(steps):
    return [{"name": name, "array": array(values)} for name, values in steps]


def build(name):
    """The reference data of an exercise, and the problems of its set of cases."""
    module, exercise, entries = EXERCISES[name], load_exercise(name), load_mistakes(name)
    cases, expected, outputs = [], [], {mistake: [] for mistake in module.MISTAKES}
    for case in module.CASES:
        inputs = draw_inputs(exercise["recipe"], case)
        right, steps = module.evaluate(inputs, {})
        expected.append(right)
        record = {"name": case.name, "sizes": case.sizes, "seeds": case.seeds}
        if case.scale:
            record["scale"] = case.scale
        record["inputs"] = {key: array(inputs[key]) for key in exercise["arguments"]}
        record["expected"] = array(right)
        if case.name in getattr(module, "PUBLISHED", {}):
            digits, values = module.PUBLISHED[case.name]
            record["published"] = {"digits": digits, **array(values)}
        record["steps"] = step_list(steps)
        record["mistakes"] = {}
        for mistake, changes in module.MISTAKES.items():
            output, steps = attempt(module.evaluate, inputs, changes)
            outputs[mistake].append(output)
            given = None if output is None else {"output": array(output)}
            if entries.get(mistake, {}).get("equivalent"):
                given["steps"] = step_list(steps)
            record["mistakes"][mistake] = given
        cases.append(record)
    data = {"format_version": 1, "exercise": name, "generator": f"NumPy {np.__version__}",
            "cases": cases}
    found = checks.problems(expected, outputs, entries, exercise["tolerance"])
    return data, found + published_problems(cases)


def published_problems(cases):
    """Printed values that the computed ones do not round to."""
    found = []
    for case in cases:
        if "published" in case:
            digits, printed = case["published"]["digits"], case["published"]["values"]
            apart = np.abs(np.array(printed) - case["expected"]["values"])
            if case["published"]["shape"] != case["expected"]["shape"] or apart.max() > 0.51 * 10**-digits:
                found.append(f"case {case['name']} does not give the published values")
    return found


def to_text(value, indent=""):
    """JSON with one line for each flat object and each list of numbers."""
    nested = isinstance(value, dict) and (
        "values" not in value and any(isinstance(v, (dict, list)) for v in value.values())
        or value.keys() & {"steps", "mistakes"})
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = ",\n".join(f"{indent}  {to_text(item, indent + '  ')}" for item in value)
        return f"[\n{inner}\n{indent}]"
    if nested:
        inner = ",\n".join(f"{indent}  {json.dumps(key)}: {to_text(item, indent + '  ')}"
                           for key, item in value.items())
        return f"{{\n{inner}\n{indent}}}"
    return json.dumps(value, allow_nan=False)


def first_difference(stored, computed, where):
    """Where two JSON values differ first, numbers compared to 1e-9 of their size; None if nowhere."""
    if isinstance(computed, dict) and isinstance(stored, dict):
        if list(stored) != list(computed):
            return f"{where} has the keys {list(stored)}, should have {list(computed)}"
        pairs = [(stored[key], computed[key], f"{where}.{key}") for key in computed]
    elif isinstance(computed, list) and isinstance(stored, list):
        if len(stored) != len(computed):
            return f"{where} has {len(stored)} items, should have {len(computed)}"
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(stored, computed))]
    elif isinstance(computed, float) and isinstance(stored, (int, float)):
        equal = math.isclose(stored, computed, rel_tol=1e-9, abs_tol=1e-12)
        return None if equal else f"{where} is {stored!r}, should be {computed!r}"
    else:
        return None if stored == computed else f"{where} is {stored!r}, should be {computed!r}"
    return next(filter(None, (first_difference(*pair) for pair in pairs)), None)


def compare(path, data):
    """The first difference between a file and what it should contain, or None."""
    if not path.exists():
        return f"{path.name} does not exist"
    stored = json.loads(path.read_text())
    stored.pop("generator", None)
    return first_difference(stored, {k: v for k, v in data.items() if k != "generator"}, path.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with the files, write nothing")
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="such as 02_matrix_attention")
    arguments = parser.parse_args()
    failed = False
    for name in arguments.exercises or EXERCISES:
        if name not in EXERCISES:
            parser.error(f"no exercise {name}; there are {', '.join(EXERCISES)}")
        data, found = build(name)
        path = ROOT / "reference_data" / f"{name}.json"
        if arguments.check:
            difference = compare(path, data)
            found += [difference] if difference else []
        elif not found:
            path.write_text(to_text(data) + "\n")
        for problem in found:
            print(f"{name}: {problem}", file=sys.stderr)
        failed = failed or bool(found)
        if not found:
            print(f"{name}: {'agrees' if arguments.check else 'written'}, {len(data['cases'])} cases, "
                  f"{len(data['cases'][0]['mistakes'])} mistakes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
