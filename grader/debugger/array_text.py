"""An array as text, as NumPy prints it. Shared by the printers for gdb and lldb; needs no NumPy."""

import math
import struct

ROWS = 12  # of an axis, at most; longer ones are cut in the middle
LARGEST = 1 << 24  # bytes that are read: what was never set can have any size
CODES = {"double": "d", "float": "f", "int": "i", "unsigned int": "I", "long": "q", "unsigned long": "Q", "bool": "?"}


def number(value):
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def rows(shape, values, width, indent):
    if not shape:
        return number(values[0]).rjust(width)
    length, inner = shape[0], shape[1:]
    stride = len(values) // length if length else 0
    parts = [rows(inner, values[i * stride:(i + 1) * stride], width, indent + 1) for i in range(length)
             if length <= ROWS or not ROWS // 2 <= i < length - ROWS // 2]
    if length > ROWS:
        parts.insert(ROWS // 2, "...")
    between = ", " if len(shape) == 1 else ",\n" + " " * indent
    return "[" + between.join(parts) + "]"


def array_text(shape, kind, size, read):
    """"shape (2, 3)" and, below it, the array, whose elements have this C++ type; `read` gives its bytes."""
    readable = kind in CODES and 0 <= size <= LARGEST and size % struct.calcsize("<" + CODES[kind]) == 0
    data = read() if readable and size else b""
    values = [one[0] for one in struct.iter_unpack("<" + CODES[kind], data)] if readable else []
    lengths = ", ".join(map(str, shape))
    if not readable or math.prod(shape) != len(values):
        return f"shape ({lengths}), which does not fit its {len(values)} elements: was it ever set?"
    width = max((len(number(value)) for value in values), default=0)
    return f"shape ({lengths})\n{rows(shape, values, width, 1)}"
