"""An array as text, as NumPy prints it. Shared by the printers for gdb and lldb; needs no NumPy."""

import struct

ROWS = 12  # of an axis, at most; longer ones are cut in the middle
CODES = {"double": "d", "float": "f", "int": "i", "unsigned int": "I", "long": "q", "unsigned long": "Q", "bool": "?"}


def values_in(data, kind):
    """The numbers in bytes whose elements have this C++ type; none where it is unknown."""
    code = CODES.get(kind)
    return [one[0] for one in struct.iter_unpack("<" + code, bytes(data))] if code else None


def size_of(kind):
    return struct.calcsize("<" + CODES[kind]) if kind in CODES else 0


def number(value):
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def shown(length):
    """The places of an axis that are shown; None stands for those that are left out."""
    if length <= ROWS:
        return list(range(length))
    return [*range(ROWS // 2), None, *range(length - ROWS // 2, length)]


def rows(shape, values, width, indent):
    if not shape:
        return number(values[0]).rjust(width)
    stride = len(values) // shape[0] if shape[0] else 0
    parts = ["..." if i is None else rows(shape[1:], values[i * stride:(i + 1) * stride], width, indent + 1)
             for i in shown(shape[0])]
    between = ", " if len(shape) == 1 else ",\n" + " " * indent
    return "[" + between.join(parts) + "]"


def array_text(shape, values):
    """"shape (2, 3)" and, below it, the array."""
    count = 1
    for length in shape:
        count *= length
    lengths = ", ".join(map(str, shape))
    if values is None or count != len(values):
        return f"shape ({lengths}), which does not fit its {len(values or [])} elements: was it ever set?"
    width = max((len(number(value)) for value in values), default=0)
    return f"shape ({lengths})\n{rows(shape, values, width, 1)}"
