"""Writes reference_data/NN_name.json: inputs, expected outputs, steps, what known mistakes give.

Usage: /usr/bin/python3 reference_data/generate/generate.py [--check] [EXERCISE...]

NumPy computes everything here, independently of the C++ solutions. The recipes of the inputs come
from each exercise's exercise.json, the names of its mistakes from the mistakes.md beside its
solution. With --check nothing is written: the files are compared with what they should contain.
"""

import argparse
import importlib
import json
import sys

import numpy as np

import checks
from arrays_as_json import array, first_difference, results, step_list, to_text
from course import ROOT, draw_inputs, load_exercise, load_mistakes

# Every exercise has a module of its name here.
EXERCISES = sorted(folder.name for folder in (ROOT / "exercises").glob("[0-9]*_*"))


def attempt(evaluate, inputs, changes):
    """Output and steps of a mistake, or (None, None) where shapes do not fit."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        try:
            return evaluate(inputs, changes)
        except ValueError:
            return None, None


def describe_inputs(case, inputs):
    """Where the inputs of a case come from, and what they are, in the order of the file."""
    described = {"name": case.name, "sizes": case.sizes, "seeds": case.seeds}
    if case.skip:
        described["skip"] = case.skip
    if case.scale:
        described["scale"] = case.scale
    if case.shift:
        described["shift"] = case.shift
    if case.given:
        described["given"] = list(case.given)
    described["inputs"] = {name: array(values) for name, values in inputs.items()}
    return described


def describe(case, inputs, output, names, steps, published):
    """The part of a case that is not about mistakes."""
    described = describe_inputs(case, inputs)
    described["expected"] = results(output, names)
    if published:
        digits, values, *of = published
        described["published"] = {"digits": digits, **({"of": of[0]} if of else {}), **array(values)}
    described["steps"] = step_list(steps)
    return described


def file_of(name, cases):
    return {"format_version": 1, "exercise": name, "generator": f"NumPy {np.__version__}",
            "cases": cases}


def build(name):
    """The reference data of an exercise, and the problems of its set of cases."""
    module = importlib.import_module(name.split("_", 1)[1])
    exercise = load_exercise(name)
    if "measures" in exercise:  # its results are random or learnt: nothing is expected of them
        return file_of(name, [describe_inputs(case, draw_inputs(exercise["recipe"], case))
                              for case in module.CASES]), []
    entries = load_mistakes(name)
    cases, expected, outputs = [], [], {mistake: [] for mistake in module.MISTAKES}
    for case in module.CASES:
        drawn = draw_inputs(exercise["recipe"], case)
        inputs = {argument: drawn[argument] for argument in exercise["arguments"]}
        right, steps = module.evaluate(inputs, {})
        expected.append(right)
        names = exercise.get("results", [])
        described = describe(case, inputs, right, names, steps, module.PUBLISHED.get(case.name))
        described["mistakes"] = {}
        for mistake, changes in module.MISTAKES.items():
            output, steps = attempt(module.evaluate, inputs, changes)
            outputs[mistake].append(output)
            given = None if output is None else {"output": results(output, names)}
            entry = entries.get(mistake, {})
            if given and ("equivalent" in entry or "lacks" in entry):  # known by its steps, too
                given["steps"] = step_list(steps)
            described["mistakes"][mistake] = given
        cases.append(described)
    found = checks.problems(expected, outputs, entries, exercise["tolerance"])
    return file_of(name, cases), found + list(filter(None, map(checks.published_problem, cases)))


def difference(path, data):
    """The first difference between a file and what it should contain, or None."""
    if not path.exists():
        return f"{path.name} does not exist"
    stored = json.loads(path.read_text())
    return first_difference(stored | {"generator": data["generator"]}, data, path.name)


def process(name, check):
    """Writes or checks the file of one exercise. Returns the problems found."""
    data, found = build(name)
    path = ROOT / "reference_data" / f"{name}.json"
    if check:
        found += filter(None, [difference(path, data)])
    elif not found:
        path.write_text(to_text(data) + "\n")
    if not found:
        print(f"{name}: {'agrees' if check else 'written'}, {len(data['cases'])} cases, "
              f"{len(load_mistakes(name))} mistakes")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the files, write nothing")
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="default: every exercise")
    arguments = parser.parse_args()
    unknown = set(arguments.exercises) - set(EXERCISES)
    if unknown:
        parser.error(f"no exercise {', '.join(unknown)}; there are {', '.join(EXERCISES)}")
    failed = False
    for name in arguments.exercises or EXERCISES:
        for problem in process(name, arguments.check):
            failed = True
            print(f"{name}: {problem}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
