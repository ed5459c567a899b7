"""Arrays and nested data as JSON: how they are written, and how two of them are compared."""

import json
import math

import numpy as np


def number(value):
    """A float as JSON can hold it: what is not finite becomes "nan", "inf" or "-inf"."""
    return float(value) if math.isfinite(value) else str(float(value))


def array(values):
    values = np.asarray(values, dtype=float)
    return {"shape": list(values.shape), "values": [number(value) for value in values.flat]}


def results(output, names):
    """What a function returns: one array bare, a tuple of several by their names."""
    if not isinstance(output, tuple):
        return array(output)
    return {name: array(values) for name, values in zip(names, output, strict=True)}


def step_list(steps):
    return [{"name": name, "array": array(values)} for name, values in steps]


def is_nested(value):
    """Whether a value takes several lines: an object with objects in it, or a list of objects."""
    if isinstance(value, list):
        return any(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and any(
        isinstance(item, dict) or is_nested(item) for item in value.values())


def to_text(value, indent=""):
    """JSON in which every array, and every other object without objects in it, has one line."""
    if not is_nested(value):
        return json.dumps(value, allow_nan=False)
    inner = indent + "  "
    if isinstance(value, list):
        items = [to_text(item, inner) for item in value]
    else:
        items = [f"{json.dumps(key)}: {to_text(item, inner)}" for key, item in value.items()]
    body = ",\n".join(inner + item for item in items)
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n{body}\n{indent}{closing}"


# Sums that cancel leave rounding errors, and another processor others: up to some 50 roundings of the
# largest number that was computed along with them.
NOISE = 1e-14


def largest(value):
    """The largest finite magnitude among the numbers of an array, or of several by name."""
    if "values" not in value:
        return max(map(largest, value.values()), default=0)
    return max((abs(number) for number in value["values"]
                if isinstance(number, float) and math.isfinite(number)), default=0)


def is_array(value):
    return isinstance(value, dict) and "values" in value


def equal_numbers(stored, computed, size):
    """Whether two numbers agree to 1e-9 of their size, or are both no more than noise beside `size`."""
    noise = NOISE * size
    return (math.isclose(stored, computed, rel_tol=1e-9, abs_tol=1e-12)
            or abs(stored) <= noise and abs(computed) <= noise)


def first_difference(stored, computed, where, size=0):
    """Where two JSON values differ first; None if nowhere. Arrays by name were computed together:
    `size` is their largest number, beside which others may be noise."""
    if isinstance(computed, dict) and isinstance(stored, dict):
        if list(stored) != list(computed):
            return f"{where} has the keys {list(stored)}, should have {list(computed)}"
        if computed and (is_array(computed) or all(map(is_array, computed.values()))):
            size = max(size, largest(computed))
        pairs = [(stored[key], computed[key], f"{where}.{key}") for key in computed]
    elif isinstance(computed, list) and isinstance(stored, list):
        if len(stored) != len(computed):
            return f"{where} has {len(stored)} items, should have {len(computed)}"
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(stored, computed))]
    elif isinstance(computed, float) and isinstance(stored, (int, float)):
        equal = equal_numbers(stored, computed, size)
        return None if equal else f"{where} is {stored!r}, should be {computed!r}"
    else:
        return None if stored == computed else f"{where} is {stored!r}, should be {computed!r}"
    return next(filter(None, (first_difference(*pair, size) for pair in pairs)), None)
