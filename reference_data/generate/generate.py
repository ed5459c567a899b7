"""Writes reference_data/NN_name.json: inputs, expected outputs, steps.

Usage: ./grade reference --write [EXERCISE...]                   writes the files
       python3 reference_data/generate/generate.py [--check] [EXERCISE...]   compares them

NumPy computes inputs, expected outputs and steps here, independently of the C++ solutions. The
recipes of the inputs come from each exercise's exercise.json. With --check nothing is written: the
files are compared with what they should contain.
"""

import argparse
import importlib
import json
import sys
import traceback
from pathlib import Path

import numpy as np

from arrays_as_json import array, first_difference, results, step_list, to_text
from course import ROOT, Unusable, draw_inputs, load_exercise

# Every exercise has a module of its name, here or in the course's own folder.
sys.path.append(str(ROOT / "reference_data" / "generate"))
EXERCISES = sorted(folder.name for folder in (ROOT / "exercises").glob("[0-9]*_*"))


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
    """All of a case."""
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


def evaluate(module, inputs):
    """The output and the recorded steps, by the module of an exercise."""
    file = Path(module.__file__)
    try:
        given = module.evaluate(inputs)
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
                 if Path(frame.filename) == file]
        hint = f"; the inputs are {', '.join(inputs)}" if isinstance(error, KeyError) else ""
        raise Unusable(f"{file}:{lines[-1]}: {type(error).__name__}: {error}{hint}") from error
    if not (isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], list)
            and all(isinstance(step, tuple) and len(step) == 2 for step in given[1])):
        raise Unusable(f"{file}: evaluate must return the output and a list of steps (name, array)")
    return given


def check_steps(exercise, steps):
    """The steps must be those that exercise.json lists: the grader knows no others."""
    known = exercise.get("steps", [])
    for step, _ in steps:
        if step not in known:
            raise Unusable(f'evaluate gives the step "{step}"; add it to "steps" in exercise.json, '
                           f"which has {', '.join(known) or 'none'}")


def build(name):
    """The reference data of an exercise."""
    file = f"{name.split('_', 1)[1]}.py"
    if not any((Path(folder) / file).exists() for folder in sys.path):
        raise Unusable(f"reference_data/generate/{file} is not there; ./grade new NN_NAME writes one for a new exercise")
    module = importlib.import_module(name.split("_", 1)[1])
    exercise = load_exercise(name)
    if {"measures", "catches"} & exercise.keys():  # nothing is expected of the results
        return file_of(name, [describe_inputs(case, draw_inputs(exercise["recipe"], case))
                              for case in module.CASES])
    cases = []
    for case in module.CASES:
        drawn = draw_inputs(exercise["recipe"], case)
        inputs = {argument: drawn[argument] for argument in exercise["arguments"]}
        output, steps = evaluate(module, inputs)
        check_steps(exercise, steps)
        published = getattr(module, "PUBLISHED", {}).get(case.name)
        cases.append(describe(case, inputs, output, exercise.get("results", []), steps, published))
    return file_of(name, cases)


def stored(path):
    """What a file of reference data holds; no cases where there is none."""
    return json.loads(path.read_text()) if path.exists() else {"cases": []}


def kept(stored, computed):
    """`stored` where it is equal but for rounding, so that another machine changes nothing."""
    return computed if stored is None or first_difference(stored, computed, "") else stored


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


def keep(data, path):
    """Keeps what the file has already."""
    before = {case["name"]: case for case in stored(path)["cases"]}
    for case in data["cases"]:
        for part in {"expected", "steps"} & case.keys():
            case[part] = kept(before.get(case["name"], {}).get(part), case[part])


def process(name, check):
    """Writes or checks the file of one exercise. Returns the problems found."""
    data = build(name)
    path = ROOT / "reference_data" / f"{name}.json"
    keep(data, path)
    found = list(filter(None, map(published_problem, data["cases"])))
    if check:
        wrong = first_difference(stored(path) | {"generator": data["generator"]}, data, path.name)
        found += filter(None, [wrong])
    else:
        path.write_text(to_text(data) + "\n")
    if not found:
        print(f"{name}: {'agrees' if check else 'written'}, {len(data['cases'])} cases")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the files, write nothing")
    parser.add_argument("--course", metavar="DIR", help="the course; default: that of this script")
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="default: every exercise")
    arguments = parser.parse_args()
    unknown = set(arguments.exercises) - set(EXERCISES)
    if unknown:
        parser.error(f"no exercise {', '.join(unknown)}; there are {', '.join(EXERCISES)}")
    failed = False
    for name in arguments.exercises or EXERCISES:
        try:
            found = process(name, arguments.check)
        except Unusable as error:
            found = [error]
        for problem in found:
            failed = True
            print(f"{name}: {problem}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
