"""Has gdb print the course's arrays as matrices."""

import math
import re
import struct

import gdb
import gdb.printing

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


def elements_of(array):
    """The address of the first, the type and the bytes of an array's elements."""
    names = [field.name for field in array.type.strip_typedefs().fields()]
    storage = array["storage_" if "storage_" in names else "m_storage"]
    begin, end = storage["p_begin"], storage["p_end"]
    return int(begin), str(begin.type.strip_typedefs().target().unqualified()), int(end) - int(begin)


class ArrayPrinter:
    def __init__(self, value):
        is_reference = value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
        self.value = value.referenced_value() if is_reference else value

    def to_string(self):
        try:
            return self.text()
        except gdb.MemoryError:
            return "not there: was it ever set?"

    def text(self):
        address, kind, size = elements_of(self.value)
        lengths = self.value["m_shape"]
        rank = lengths.type.strip_typedefs().template_argument(1)
        shape = [int(lengths["_M_elems"][i]) for i in range(int(rank))] if int(rank) else []
        return array_text(shape, kind, size,
                          lambda: gdb.selected_inferior().read_memory(address, size).tobytes())


class NotSet:
    def to_string(self):
        return "not set yet"


def comes_later(symbol, frame, line):
    """Whether the declaration of a variable, which begins a statement, is not done yet where the frame stands."""
    if not symbol.is_variable or symbol.line != line:
        return symbol.is_variable and symbol.line > line
    function = frame.block()
    while function.function is None:
        function = function.superblock
    starts = [entry.pc for entry in symbol.symtab.linetable().line(line) or () if function.start <= entry.pc < function.end]
    return frame.pc() == min(starts, default=None)


def not_set_yet(value):
    """A printer for a local variable that is in sight and not set; None for all else."""
    try:
        frame = gdb.selected_frame()
        place, block = frame.find_sal(), frame.block()
    except (gdb.error, RuntimeError):  # nothing runs, or its source is not known
        return None
    if value.address is None:
        return None
    while block is not None and not block.is_global and not block.is_static:
        for symbol in block:
            if comes_later(symbol, frame, place.line):
                found = symbol.value(frame)
                if found.address == value.address and found.type == value.type:
                    return NotSet()
        block = block.superblock
    return None


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("softmark")
    collection.add_printer("array", re.compile(r"^xt::xtensor_container<.*>$").pattern, ArrayPrinter)
    return collection


gdb.printing.register_pretty_printer(None, printers(), replace=True)


def come_first(_):
    """The printers of libstdc++ are asked before others, and believe any length of a std::vector."""
    for printers_of in (gdb, *gdb.objfiles()):
        if not_set_yet not in printers_of.pretty_printers:
            printers_of.pretty_printers.insert(0, not_set_yet)


gdb.events.stop.connect(come_first)
