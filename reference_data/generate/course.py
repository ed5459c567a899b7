"""What the course's files say, and the inputs that follow from them and from a case's seeds."""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from torch_random import TorchRandom


def course_folder():
    """The folder that --course names, or else the course that this module belongs to."""
    if "--course" in sys.argv[:-1]:
        return Path(sys.argv[sys.argv.index("--course") + 1]).resolve()
    return Path(__file__).resolve().parents[2]


ROOT = course_folder()


class Unusable(Exception):
    """What an author has to mend before there are data, in a line."""


@dataclass(frozen=True)
class Case:
    """Sizes and seeds that give the inputs of one case; `scale` multiplies some of the inputs, `shift`
    is added to some after that, `skip` leaves out the start of streams of PyTorch's generator. Inputs
    that are `given` are as they are written, whatever their stream draws."""

    name: str
    sizes: dict = field(default_factory=dict)
    seeds: dict = field(default_factory=dict)
    scale: dict = field(default_factory=dict)
    shift: dict = field(default_factory=dict)
    skip: dict = field(default_factory=dict)
    given: dict = field(default_factory=dict)


def softmax(scores, axis):
    """The softmax along an axis, of scores of any size; minus infinity hides one."""
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def load_exercise(name):
    """The exercise.json of an exercise, with what it leaves out."""
    exercise = json.loads((ROOT / "exercises" / name / "exercise.json").read_text())
    inputs = exercise["recipe"]["inputs"]
    for item in inputs:
        item.setdefault("stream", item["name"])
        item.setdefault("distribution", "normal")
    exercise.setdefault("arguments", [item["name"] for item in inputs])
    exercise["tolerance"] = {"rtol": 1e-6, "atol": 1e-9} | exercise.get("tolerance", {})
    return exercise


def length(symbol, sizes):
    """The length that a shape entry stands for: 3, "Dq" or "2*Dv"."""
    if isinstance(symbol, int):
        return symbol
    factor, _, name = symbol.rpartition("*")
    if name not in sizes:
        raise Unusable(f'a case has no size "{name}", but {", ".join(sizes) or "none"}')
    return int(factor or 1) * sizes[name]


def draw_numbers(item, random, count, sizes):
    """`count` numbers of the distribution that an input of the recipe names."""
    if item["distribution"] == "normal":
        return random.normal(item.get("mean", 0), item.get("standard_deviation", 1), size=count)
    if item["distribution"] == "uniform":
        return random.uniform(item["low"], item["high"], size=count)
    if item["distribution"] == "integers":
        return random.randint(item["low"], item["high"], size=count)
    if item["distribution"] == "linear":
        return random.linear(length(item["features"], sizes), count, bias=len(item["shape"]) == 1)
    raise ValueError(f"unknown distribution {item['distribution']}")


def generator(recipe, case, stream):
    """The generator of a stream: PyTorch's or NumPy's."""
    if stream in recipe.get("torch", []):
        return TorchRandom(case.seeds[stream], case.skip.get(stream, 0))
    return np.random.RandomState(case.seeds[stream])


def draw_inputs(recipe, case):
    """The inputs of a case, drawn in the recipe's order from one generator for each stream."""
    streams = {stream: generator(recipe, case, stream) for stream in case.seeds}
    inputs = {}
    for item in recipe["inputs"]:
        given = case.given.get(item["name"])
        if given is not None:
            inputs[item["name"]] = np.asarray(given)
            if item["stream"] not in streams:
                continue
        if item["stream"] not in streams:
            raise Unusable(f'case {case.name} has no seed for "{item["stream"]}"')
        shape = [length(symbol, case.sizes) for symbol in item["shape"]]
        count = np.prod(shape, dtype=int)
        numbers = draw_numbers(item, streams[item["stream"]], count, case.sizes)
        order = "F" if item.get("filled_by", "rows") == "columns" else "C"
        if given is not None:  # the stream moves on
            continue
        inputs[item["name"]] = numbers.reshape(shape, order=order) * case.scale.get(item["name"], 1)
        if item["name"] in case.shift:  # adding 0 would make 0.0 of -0.0
            inputs[item["name"]] += case.shift[item["name"]]
    return inputs
